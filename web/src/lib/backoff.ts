// How long to wait before the next attempt to connect.

const FIRST = 500;
const LONGEST = 10_000;

/** Milliseconds before attempt number `attempt` (from 1). `chance` in 0..1 spreads many pages that lost one server. */
export function backoff(attempt: number, chance: number): number {
  const step = Math.min(LONGEST, FIRST * 2 ** (attempt - 1));
  return Math.round(step * (0.5 + 0.5 * chance));
}
