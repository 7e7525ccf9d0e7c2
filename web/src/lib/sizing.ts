// The sizes of a bet or raise, all of them taken from the legal actions that the server sent.

import type { Amounts, LegalActions } from '../protocol';

export interface Preset {
  /** The message that names it. */
  id: string;
  to: number;
}

/** The range of a bet or raise, if either is legal. */
export const range = (legal: LegalActions): Amounts | null => legal.bet ?? legal.raise_to;

/** The usual sizes, those that would be the same amount only once. None in fixed limit: there is one amount. */
export function presets(legal: LegalActions): Preset[] {
  const names = ['size-min', 'size-half', 'size-three-quarters', 'size-pot'];
  const named = (legal.sizes ?? []).map((to, index) => ({ id: names[index] ?? '', to }));
  return named.filter((preset, index) => named.findIndex((other) => other.to === preset.to) === index);
}

/** The amount nearest to `value` that is legal. */
export const clamp = (value: number, { least, most }: Amounts): number => Math.min(most, Math.max(least, value));

/** A dragged amount, rounded to whole steps; both ends can be reached. */
export function snap(value: number, step: number, legal: Amounts): number {
  if (value >= legal.most - step / 2) return legal.most;
  return clamp(Math.round(value / step) * step, legal);
}
