// HI and LO on exactly the cards that play, as the server names them.

import type { MadeHand } from '../protocol';

export interface Mark {
  hi: boolean;
  lo: boolean;
  /** Does not play. */
  idle: boolean;
}

export const NO_MARK: Mark = { hi: false, lo: false, idle: false };

/** The mark of one card by what a hand makes. `dim` shows cards that do not play darker: hands shown to everybody. */
export function mark(card: string, made: MadeHand | null, dim = false): Mark {
  if (made === null) return NO_MARK;
  const plays = (half: { hole: string[]; board: string[] } | null): boolean =>
    half !== null && (half.hole.includes(card) || half.board.includes(card));
  const hi = plays(made.high);
  const lo = plays(made.low);
  return { hi, lo, idle: dim && !hi && !lo };
}
