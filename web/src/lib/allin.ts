// What the hands of an all-in were worth: for the dealer's lines and for the players' places.

import type { Odds, SeatOdds, Shares, StreetOdds, TableView } from '../protocol';
import type { Line } from './lines';
import { listed, marked, strong, text } from './words';

const whole = (part: number): string => String(Math.round(100 * part));

/** A line for each of these streets, on which something was still to come. */
export function oddsLines(streets: readonly StreetOdds[], view: TableView): Line[] {
  const name = (seat: number): string =>
    view.players.find((player) => player.seat === seat)?.name ?? text('seat-number', { seat });
  return streets.map((street) => {
    const shares = street.seats.map((each) =>
      marked('all-in-share', { player: strong(name(each.seat)), share: whole(each.shares.equity) }),
    );
    return { kind: 'dealer', id: `line-odds-${street.board}`, args: { shares: listed(shares) } };
  });
}

/** What the hands are worth on a board of so many cards, the best first. */
export const oddsOn = (odds: Odds, board: number): SeatOdds[] =>
  [...(odds.streets.find((street) => street.board === board)?.seats ?? [])].sort(
    (one, other) => other.shares.equity - one.shares.equity,
  );

/** What the hand of a seat is worth there, if it was turned up. */
export const worth = (odds: Odds | null, board: number, seat: number): Shares | null =>
  (odds === null ? [] : oddsOn(odds, board)).find((each) => each.seat === seat)?.shares ?? null;

/** How often a hand wins what, in a few words. */
export const partsInWords = (shares: Shares): string =>
  text('all-in-parts', {
    scoop: whole(shares.scoop),
    high: whole(shares.high + shares.high_tie),
    low: whole(shares.low + shares.low_tie),
    quartered: whole(shares.quartered),
  });

/** The same in words, with its parts. */
export const worthInWords = (shares: Shares): string =>
  text('all-in-worth', { share: whole(shares.equity), parts: partsInWords(shares) });
