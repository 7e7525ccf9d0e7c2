// The sizes of a bet or raise, all of them taken from the legal actions that the server sent.

import type { Amounts, LegalActions } from '../protocol';

export interface Preset {
  /** The message that names it. */
  id: string;
  to: number;
}

/** The range of a bet or raise, if either is legal. */
export const range = (legal: LegalActions): Amounts | null => legal.bet ?? legal.raise_to;

/**
 * The usual sizes, and all-in where it is legal; `whole` is the total that takes every chip. What would be the same
 * amount stands there once, and what takes every chip is named so. None in fixed limit: there is one amount.
 */
export function presets(legal: LegalActions, whole: number): Preset[] {
  if (legal.sizes === null) return [];
  const names = ['size-min', 'size-half', 'size-three-quarters', 'size-pot'];
  const named = legal.sizes.map((to, index) => ({ id: names[index] ?? '', to })).filter(({ to }) => to !== whole);
  if (range(legal)?.most === whole) named.push({ id: 'size-all-in', to: whole });
  return named.filter((preset, index) => named.findIndex((other) => other.to === preset.to) === index);
}

/** The size that a key asks for: 0 to 3 are always least, half, three quarters, pot, whichever buttons stand there. */
export const sizeOf = (legal: LegalActions, key: number): number | undefined => legal.sizes?.[key];

/** Whether an amount, typed perhaps or `NaN` where the field is empty, may be sent as it is. */
export const fits = (value: number, { least, most }: Amounts): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** What a slider shows of an amount that may have been typed: it has no place for others than the legal ones. */
export const shown = (value: number, legal: Amounts): number =>
  Number.isNaN(value) ? legal.least : clamp(value, legal);

/** What a field shows of an amount; empty where nothing that is a number was typed. */
export const written = (value: number): string => (Number.isNaN(value) ? '' : String(value));

/** A step up or down from an amount that may have been typed. */
export const stepped = (value: number, by: number, legal: Amounts): number =>
  Number.isNaN(value) ? legal.least : clamp(Math.round(value) + by, legal);

/** The amount nearest to `value` that is legal. */
export const clamp = (value: number, { least, most }: Amounts): number => Math.min(most, Math.max(least, value));

/** A dragged amount, rounded to whole steps; both ends can be reached. */
export function snap(value: number, step: number, legal: Amounts): number {
  if (value >= legal.most - step / 2) return legal.most;
  return clamp(Math.round(value / step) * step, legal);
}
