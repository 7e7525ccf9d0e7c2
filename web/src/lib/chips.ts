// A stack of chips per denomination, at most two stacks of four: a picture, not a count.

export interface Stack {
  value: number;
  count: number;
  /** Notches on the edge; each denomination has its own number of them. */
  notches: number;
}

const DENOMINATIONS: readonly (readonly [value: number, notches: number])[] = [
  [1000, 4],
  [500, 8],
  [100, 6],
  [25, 5],
  [5, 4],
  [1, 3],
];

export function stacks(chips: number): Stack[] {
  const found: Stack[] = [];
  let rest = chips;
  for (const [value, notches] of DENOMINATIONS) {
    const count = Math.floor(rest / value);
    if (count > 0 && found.length < 2) found.push({ value, count: Math.min(count, 4), notches });
    rest -= count * value;
  }
  return found;
}
