// The hands of this visit, as far as the page saw them end, for the last-hand window.

import type { PotPaid, SeatView, TableView, Update } from '../protocol';

export interface FinishedHand {
  number: number;
  board: string[];
  seats: SeatView[];
  names: ReadonlyMap<number, string>;
  results: PotPaid[];
  you: number | null;
  /** Won or lost by seat; empty where the page did not see the hand begin. */
  net: ReadonlyMap<number, number>;
}

/** The stacks before a hand, by seat. */
export interface Opening {
  hand: number;
  chips: ReadonlyMap<number, number>;
}

const KEPT = 50;

/** The opening of the hand in play: what lay at every seat before the first blind, from the view before. */
export function opening(known: Opening | null, before: TableView | null, update: Update): Opening | null {
  const start = update.events.findIndex((event) => event.type === 'hand_opened');
  if (start < 0 || before === null) return known?.hand === update.view.hand_number ? known : null;
  const chips = new Map(before.players.map((player) => [player.seat, player.chips]));
  for (const event of update.events.slice(0, start)) {
    if (event.type === 'player_sat') chips.set(event.seat, event.chips);
    if (event.type === 'chips_added') chips.set(event.seat, (chips.get(event.seat) ?? 0) + event.chips);
  }
  return { hand: update.view.hand_number, chips };
}

/** The hands, newest first, with the one that this view shows as ended. A hand shown again replaces itself. */
export function withFinished(hands: readonly FinishedHand[], view: TableView, start: Opening | null): FinishedHand[] {
  const hand = view.hand;
  if (hand === null || !hand.ended) return [...hands];
  const known = hands.find((each) => each.number === view.hand_number);
  const net = new Map<number, number>();
  if (start !== null && start.hand === view.hand_number) {
    for (const seat of hand.seats) {
      const before = start.chips.get(seat.seat);
      if (before !== undefined) net.set(seat.seat, seat.stack - before);
    }
  }
  const ended: FinishedHand = {
    number: view.hand_number,
    board: hand.board,
    seats: hand.seats,
    names: known?.names ?? new Map(view.players.map((player) => [player.seat, player.name])),
    results: hand.results,
    you: view.you?.seat ?? null,
    net,
  };
  return [ended, ...hands.filter((each) => each !== known)].slice(0, KEPT);
}
