// Amounts and times as people read them.

const THIN = '\u202f'; // a thin space at which a line never breaks
const MINUS = '\u2212';

/** Chips with thin spaces: `1 121`. */
export const amount = (chips: number): string => String(chips).replace(/\B(?=(\d{3})+$)/g, THIN);

/** Chips where there is little room: from ten thousand on in thousands, `12.8k`. */
export function short(chips: number): string {
  if (chips < 10_000) return amount(chips);
  const [size, unit] = chips < 999_500 ? [1_000, 'k'] : [1_000_000, 'M'];
  const figure = chips / size;
  return (figure < 99.95 ? figure.toFixed(1) : figure.toFixed(0)) + unit;
}

/** A gain or loss with its sign: `+94`, `−10`, `0`. */
export function signed(chips: number): string {
  if (chips === 0) return '0';
  return (chips > 0 ? '+' : MINUS) + amount(Math.abs(chips));
}

/** A part of one as a percentage with two digits after the point: `58.17`. */
export const share = (part: number): string => (100 * part).toFixed(2);

/** Whole seconds left, never below zero. */
export const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** Whole hours left, rounded up like the minutes. */
export const hours = (ms: number): number => Math.max(0, Math.ceil(ms / 3_600_000));

/** Whole minutes left, at least one while any time is left. */
export const minutes = (ms: number): number => Math.max(0, Math.ceil(ms / 60_000));
