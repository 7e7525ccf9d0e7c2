// A decision made before one's turn. It holds for one street of one hand, and answers only what it was made for.

import type { HandView, LegalActions } from '../protocol';

export type WishKind = 'fold' | 'check' | 'call' | 'call_any';

export interface Wish {
  kind: WishKind;
  /** What calling cost when the wish was made. */
  price: number;
  hand: number;
  street: string;
}

/** What a call would cost as the bets lie now: for the label of a wish only, the turn's legal actions decide. */
export function price(hand: HandView, seat: number): number {
  const own = hand.seats.find((each) => each.seat === seat);
  if (own === undefined) return 0;
  const highest = Math.max(0, ...hand.seats.map((each) => each.bet));
  return Math.min(own.stack, highest - own.bet);
}

/** What can be wished: the same three places as the buttons of the turn. */
export const wishes = (owed: number): WishKind[] => ['fold', owed > 0 ? 'call' : 'check', 'call_any'];

/** The wish as it stands after an update, or nothing where it no longer holds. */
export function keep(wish: Wish | null, hand: HandView, number: number, seat: number): Wish | null {
  if (wish === null || wish.hand !== number || wish.street !== hand.street || hand.ended) return null;
  const owed = price(hand, seat);
  if ((wish.kind === 'call' || wish.kind === 'check') && owed !== wish.price) return null;
  return wish;
}

/** What the wish asks for now that the turn has come, or nothing where it does not fit. */
export function answer(wish: Wish, legal: LegalActions): 'fold' | 'check' | 'call' | null {
  switch (wish.kind) {
    case 'fold':
      return legal.check ? 'check' : legal.fold ? 'fold' : null;
    case 'check':
      return legal.check ? 'check' : null;
    case 'call':
      return legal.call !== null && legal.call === wish.price ? 'call' : null;
    case 'call_any':
      return legal.check ? 'check' : legal.call !== null ? 'call' : null;
  }
}
