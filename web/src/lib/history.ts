// The hands of this visit, as far as the page saw them end, for the last-hand window.

import type { PotPaid, SeatView, TableView } from '../protocol';
import type { Line } from './lines';

export interface FinishedHand {
  number: number;
  board: string[];
  seats: SeatView[];
  names: ReadonlyMap<number, string>;
  results: PotPaid[];
  you: number | null;
  /** What the dealer said of it; from the middle on where the page came in the middle. */
  lines: readonly Line[];
}

/** What the dealer has said of the hand in play. */
export interface Story {
  hand: number;
  lines: readonly Line[];
}

const KEPT = 50;

/** The story with what the dealer says now; another hand has another one. */
export function told(story: Story, hand: number, news: readonly Line[]): Story {
  return { hand, lines: story.hand === hand ? [...story.lines, ...news] : news };
}

/** The hands, newest first, with the one that this view shows as ended. A hand shown again replaces itself.
 * `before` is the view before: who left with the hand's last event is in that one only. */
export function withFinished(
  hands: readonly FinishedHand[],
  view: TableView,
  before: TableView | null,
  story: Story,
): FinishedHand[] {
  const hand = view.hand;
  if (hand === null || !hand.ended) return [...hands];
  const known = hands.find((each) => each.number === view.hand_number);
  const ended: FinishedHand = {
    number: view.hand_number,
    board: hand.board,
    seats: hand.seats,
    names: known?.names ?? names(before, view),
    results: hand.results,
    you: known === undefined ? (view.you?.seat ?? null) : known.you,
    lines: story.lines,
  };
  return [ended, ...hands.filter((each) => each !== known)].slice(0, KEPT);
}

const names = (...views: (TableView | null)[]): Map<number, string> =>
  new Map(views.flatMap((view) => view?.players ?? []).map((player) => [player.seat, player.name]));
