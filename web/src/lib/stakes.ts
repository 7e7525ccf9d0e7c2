// Stakes as players write them: `PL 5/10`, and in fixed limit by the bets, `FL 2/4`.

import type { Stakes } from '../protocol';
import { amount } from './format';
import { text } from './words';

export const structureName = (stakes: Stakes): string => text(`structure-${stakes.structure}`);

export function stakesText({ structure, small_blind, big_blind, big_bet }: Stakes): string {
  const [low, high] = structure === 'fl' ? [big_blind, big_bet] : [small_blind, big_blind];
  return `${amount(low)}/${amount(high)}`;
}
