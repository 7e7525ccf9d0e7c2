// A finished hand as a report: what the dealer said of it, and every hand that may be seen; to be read and to be saved.

import type { SeatView } from '../protocol';
import { amount } from './format';
import { isWhole, type FinishedHand } from './history';
import { wonBy } from './results';
import { cards, listed, pieces, strong, text, type Message } from './words';

/** Whether somebody who was dealt in may ask for hands that were mucked. */
export const hasMucked = (hand: FinishedHand): boolean =>
  hand.seats.some((seat) => seat.seat === hand.you) &&
  hand.seats.some((seat) => seat.showing === 'mucked' && seat.cards === null);

export const nameOf = (hand: FinishedHand, seat: number): string =>
  hand.names.get(seat) ?? text('seat-number', { seat });

/** Who won how much in all: for those who were not in the hand. */
export const wonInWords = (hand: FinishedHand): string =>
  listed(
    hand.seats
      .map(({ seat }) => ({ player: nameOf(hand, seat), chips: wonBy(seat, hand.results) }))
      .filter(({ chips }) => chips > 0)
      .map(({ player, chips }) => text('share', { player, chips: amount(chips) })),
  );

export function report(hand: FinishedHand): Message[] {
  const held = hand.seats.flatMap((seat) => (seat.cards === null ? [] : [heldLine(hand, seat)]));
  return [...(isWhole(hand) ? [] : [{ id: 'report-from-the-middle' }]), ...hand.lines, ...held];
}

function heldLine(hand: FinishedHand, seat: SeatView): Message {
  const known = (seat.cards ?? []).filter((code) => code !== null);
  return { id: 'report-held', args: { player: strong(nameOf(hand, seat.seat)), cards: cards(known) } };
}

/** The report as a text file has it, cards by their codes. */
export function reportText(hand: FinishedHand, table: string): string {
  const head = text('report-of', { hand: amount(hand.number), table });
  const lines = report(hand).map(({ id, args }) =>
    pieces(id, args)
      .map((piece) => piece.text)
      .join(''),
  );
  return [head, '', ...lines, ''].join('\n');
}
