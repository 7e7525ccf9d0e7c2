// The hands for the last-hand window: those that the page saw end, and those that the room tells again.

import type { PlayedHand, PotPaid, SeatView, TableView } from '../protocol';
import { dealerLines, type Line } from './lines';

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

/** A hand as the room tells it again. */
export function toldAgain(played: PlayedHand): FinishedHand {
  const { number, seat, view, events } = played;
  const scene = { hand_number: number, hand: view, players: played.names, you: { seat } };
  return {
    number,
    board: view.board,
    seats: view.seats,
    names: new Map(played.names.map((each) => [each.seat, each.name])),
    results: view.results,
    you: seat,
    lines: dealerLines(events, null, scene),
  };
}

/** Whether the hand was seen from its beginning. */
export const isWhole = (hand: FinishedHand): boolean => hand.lines.some((line) => line.id === 'line-hand-opened');

/** The hands that the page saw and those told again, each once, newest first. */
export function merged(seen: readonly FinishedHand[], told: readonly FinishedHand[]): FinishedHand[] {
  const again = new Map(told.map((each) => [each.number, each]));
  const both = seen.map((each) => completed(each, again.get(each.number)));
  const before = told.filter((each) => seen.every((other) => other.number !== each.number));
  return [...both, ...before].sort((one, other) => other.number - one.number).slice(0, KEPT);
}

/** After a restart of the room even the own folded cards of the last hand are unknown at the table. */
const isKnown = (seat: SeatView): boolean => seat.cards !== null && !seat.cards.includes(null);

/** The hand with what the page could not see of it: its beginning, and hands that may be looked up. */
function completed(hand: FinishedHand, told: FinishedHand | undefined): FinishedHand {
  if (told === undefined) return hand;
  const open = new Map(told.seats.map((seat) => [seat.seat, seat]));
  return {
    ...hand,
    seats: hand.seats.map((seat) => (isKnown(seat) ? seat : (open.get(seat.seat) ?? seat))),
    you: told.you,
    lines: isWhole(hand) ? hand.lines : told.lines,
  };
}

/** The names of those who were dealt in, and not of who has sat down on the seat of one who left. */
const names = (...views: (TableView | null)[]): Map<number, string> => {
  const dealt = views.flatMap((view) => view?.players ?? []).filter((player) => player.dealt);
  return new Map(dealt.map((player) => [player.seat, player.name]));
};
