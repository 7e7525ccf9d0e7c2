// The hands from the best down, with cards to look at: the names are those that the dealer uses.

import type { MadeHand } from '../protocol';

export interface Example {
  cards: string[];
  made: Pick<MadeHand, 'category' | 'high'>;
}

const high = (category: string, ranks: string, cards: string): Example => ({
  cards: cards.split(' '),
  made: { category, high: { ranks, hole: [], board: [] } },
});

export const HIGHS: readonly Example[] = [
  high('straight_flush', '9', '9s 8s 7s 6s 5s'),
  high('four_of_a_kind', 'Q7', 'Qs Qh Qd Qc 7d'),
  high('full_house', 'T4', 'Ts Th Td 4c 4s'),
  high('flush', 'AJ863', 'Ah Jh 8h 6h 3h'),
  high('straight', '5', '5c 4d 3s 2h Ac'),
  high('three_of_a_kind', '7K2', '7s 7h 7d Kc 2s'),
  high('two_pair', 'J3A', 'Js Jd 3h 3c As'),
  high('pair', 'K962', 'Kh Kc 9s 6d 2h'),
  high('high_card', 'AQ974', 'Ad Qs 9c 7h 4s'),
];

/** Lows from the best down, and the last one that still is one. */
export const LOWS: readonly string[][] = ['5s 4d 3c 2h As', '6d 4s 3h 2c Ad', '7c 6h 4d 3s 2c', '8h 7s 6c 5d 4h'].map(
  (cards) => cards.split(' '),
);
