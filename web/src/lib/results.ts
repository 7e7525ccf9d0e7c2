// What was won, as the server sent it, arranged for people: by pot and half, and by player.

import type { Half, PotPaid, SeatView, ShareView } from '../protocol';
import { text } from './words';

/** A player's part of one pot: how much of the high half and of the low half, 0 to 1. */
export interface Part {
  hi: number;
  lo: number;
}

export interface HalfWon {
  half: Half;
  amount: number;
  shares: ShareView[];
  /** Everybody who shares it is quartered. */
  quartered: boolean;
  /** The half is larger than the other one by what could not be halved (R7.4). */
  odd: boolean;
}

/** `pot`, or which of several pots: `main pot`, `side pot`, `side pot 2`. */
export function potName(pot: number, several: boolean): string {
  if (!several) return text('pot');
  if (pot === 0) return text('pot-main');
  return pot === 1 ? text('pot-side') : text('pot-side-numbered', { pot });
}

/** Half of one half, and nothing else of the pot (R7.3). */
export function isQuartered(share: ShareView, paid: PotPaid): boolean {
  const only = paid.shares.filter((other) => other.seat === share.seat).length === 1;
  return only && share.half !== 'whole' && share.ways === 2;
}

/** The pots from the main pot on; they were paid the other way round (R7.5). */
export const fromMain = (results: readonly PotPaid[]): PotPaid[] =>
  [...results].sort((one, other) => one.pot - other.pot);

/** The halves of a pot that were won, the high first. */
export function halves(paid: PotPaid): HalfWon[] {
  const sum = (half: Half): number =>
    paid.shares.reduce((total, share) => total + (share.half === half ? share.amount : 0), 0);
  return (['whole', 'high', 'low'] as const).flatMap((half) => {
    const shares = paid.shares.filter((share) => share.half === half);
    if (shares.length === 0) return [];
    const odd = half === 'high' && sum('high') > sum('low');
    return [{ half, amount: sum(half), shares, quartered: shares.every((share) => isQuartered(share, paid)), odd }];
  });
}

/** The first seat to be paid of the main pot. */
export const firstWinner = (results: readonly PotPaid[]): number | undefined =>
  results.find((paid) => paid.pot === 0)?.shares[0]?.seat;

/** All that a seat won. */
export function wonBy(seat: number, results: readonly PotPaid[]): number {
  return results
    .flatMap((paid) => paid.shares)
    .reduce((sum, share) => sum + (share.seat === seat ? share.amount : 0), 0);
}

/** What a finished hand brought a seat, or cost it. */
export const net = (seat: SeatView, results: readonly PotPaid[]): number => wonBy(seat.seat, results) - seat.put_in;

/** A seat's part of one pot, for the share disc. */
export function part(seat: number, paid: PotPaid | undefined): Part {
  const found: Part = { hi: 0, lo: 0 };
  for (const share of paid?.shares ?? []) {
    if (share.seat !== seat) continue;
    if (share.half !== 'low') found.hi = 1 / share.ways;
    if (share.half !== 'high') found.lo = 1 / share.ways;
  }
  return found;
}

/** What a seat won of each pot, as short notes: `¼ main · ¾ side`, or `scoops` for all there was to be contested. */
export function notes(seat: number, results: readonly PotPaid[]): string[] {
  const several = results.length > 1;
  const contested = fromMain(results).filter((paid) => paid.seats.length > 1);
  if (contested.length > 0 && results.every((paid) => paid.shares.every((share) => share.seat === seat))) {
    return [text('note-scoops')];
  }
  return contested.flatMap((paid) => {
    const [parts, of] = fraction(paid.shares.filter((share) => share.seat === seat));
    if (parts === 0) return [];
    const args = { part: vulgar(parts, of) };
    if (!several) return [text('note-part', args)];
    return [paid.pot === 0 ? text('note-part-main', args) : text('note-part-side', args)];
  });
}

/** The fraction of a pot that the shares are: a half is shared by as many as are named in `ways`. */
function fraction(shares: readonly ShareView[]): [parts: number, of: number] {
  let [parts, of] = [0, 1];
  for (const share of shares) {
    const ways = share.half === 'whole' ? share.ways : 2 * share.ways;
    [parts, of] = [parts * ways + of, of * ways];
    const common = divisor(parts, of);
    [parts, of] = [parts / common, of / common];
  }
  return [parts, of];
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

const VULGAR: Record<string, string> = {
  '1/1': '1', '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾', '1/5': '⅕', '1/6': '⅙', '1/8': '⅛',
}; // prettier-ignore

function vulgar(parts: number, of: number): string {
  const plain = `${parts}/${of}`;
  return VULGAR[plain] ?? plain;
}
