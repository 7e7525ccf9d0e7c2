// A made hand in words, keyed by the category and ranks that the server sends.

import type { MadeHand, MadeHalf } from '../protocol';
import { text } from './words';

/** `kings and twos`, `flush, ace high`: the high hand. */
export function highName(made: Pick<MadeHand, 'category' | 'high'>): string {
  const [first = '', second = first] = made.high.ranks;
  return text(`hand-${made.category.replaceAll('_', '-')}`, {
    first: text(`rank-${first}`),
    firsts: text(`rank-${first}.many`),
    seconds: text(`rank-${second}.many`),
  });
}

/** `7-4-3-2-A`: the low hand. */
export const lowName = (low: MadeHalf): string => [...low.ranks].join('-');

/** Both halves in one phrase, as the dealer says them. */
export function handName(made: MadeHand): string {
  if (made.low === null) return highName(made);
  return text('hand-with-low', { high: highName(made), low: lowName(made.low) });
}

/** Whether somebody may have a low on this board, or come to have one: three different cards of eight and less. */
export function lowPossible(board: readonly string[]): boolean {
  const low = new Set(board.map((card) => card[0] ?? '').filter((rank) => 'A2345678'.includes(rank)));
  return low.size + (5 - board.length) >= 3;
}
