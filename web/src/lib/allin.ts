// What the hands of an all-in were worth: for the dealer's lines and for the players' places.

import type { Odds, SeatOdds, Shares, StreetOdds, TableView } from '../protocol';
import type { Line } from './lines';
import { listed, marked, strong, text } from './words';

/** What a hand is worth, with the whole percents to show: those of all hands on one street add up to 100. */
export interface Worth extends SeatOdds {
  percent: number;
}

const whole = (part: number): string => String(Math.round(100 * part));

/** All rounded down, then up again where the most was taken, until they add up to what all are worth. */
function worths({ seats }: StreetOdds): Worth[] {
  const exact = seats.map((each) => 100 * each.shares.equity);
  const down = exact.map(Math.floor);
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const missing = Math.round(sum(exact)) - sum(down);
  const taken = (index: number): number => (exact[index] ?? 0) - (down[index] ?? 0);
  const up = new Set([...seats.keys()].sort((one, other) => taken(other) - taken(one)).slice(0, missing));
  return seats.map((each, index) => ({ ...each, percent: (down[index] ?? 0) + (up.has(index) ? 1 : 0) }));
}

/** A line for each of these streets, on which something was still to come. */
export function oddsLines(streets: readonly StreetOdds[], view: TableView): Line[] {
  const name = (seat: number): string =>
    view.players.find((player) => player.seat === seat)?.name ?? text('seat-number', { seat });
  return streets.map((street) => {
    const shares = worths(street).map(({ seat, percent }) =>
      marked('all-in-share', { player: strong(name(seat)), share: String(percent) }),
    );
    return { kind: 'dealer', id: `line-odds-${street.board}`, args: { shares: listed(shares) } };
  });
}

/** What the hands are worth on a board of so many cards, the best first. */
export const oddsOn = (odds: Odds, board: number): Worth[] =>
  odds.streets
    .filter((street) => street.board === board)
    .flatMap(worths)
    .sort((one, other) => other.shares.equity - one.shares.equity);

/** What the hand of a seat is worth there, if it was turned up. */
export const worth = (odds: Odds | null, board: number, seat: number): Worth | null =>
  (odds === null ? [] : oddsOn(odds, board)).find((each) => each.seat === seat) ?? null;

/** How often a hand wins what, in a few words. */
export const partsInWords = (shares: Shares): string =>
  text('all-in-parts', {
    scoop: whole(shares.scoop),
    high: whole(shares.high + shares.high_tie),
    low: whole(shares.low + shares.low_tie),
    quartered: whole(shares.quartered),
  });

/** The same in words, with its parts. */
export const worthInWords = ({ percent, shares }: Worth): string =>
  text('all-in-worth', { share: String(percent), parts: partsInWords(shares) });
