import { expect, test } from 'vitest';
import type { Odds } from '../protocol';
import { oddsLines, oddsOn, worth, worthInWords } from './allin';
import { table } from './samples';
import { text } from './words';

const shares = (equity: number): Odds['streets'][number]['seats'][number]['shares'] => ({
  equity,
  scoop: 0.3,
  high: 0.5,
  high_tie: 0.01,
  low: 0.2,
  low_tie: 0,
  quartered: 0.05,
});
const odds: Odds = {
  type: 'odds',
  hand: 7,
  streets: [0, 3].map((board) => ({
    board,
    no_low: 0.4,
    seats: [
      { seat: 1, shares: shares(board === 0 ? 0.584 : 0.25) },
      { seat: 9, shares: shares(0.416) },
    ],
  })),
};

test('each street has its line', () => {
  expect(oddsLines(odds.streets, table()).map((line) => text(line.id, line.args))).toEqual([
    'Before the flop: Ann 58 % and seat 9 42 %',
    'After the flop: Ann 25 % and seat 9 42 %',
  ]);
});

test('a place shows what the hand is worth on the board there is', () => {
  expect(worth(odds, 0, 1)?.percent).toBe(58);
  expect(worth(odds, 3, 1)?.percent).toBe(25);
  expect(worth(odds, 5, 1)).toBeNull();
  expect(worth(odds, 0, 2)).toBeNull();
  expect(worth(null, 0, 1)).toBeNull();
  expect(oddsOn(odds, 3).map((each) => each.seat)).toEqual([9, 1]);
  expect(worthInWords({ seat: 1, shares: shares(0.584), percent: 58 })).toBe('worth 58 %: scoop 30, high 51, low 20, quartered 5');
});

test.each([
  [[0.525, 0.475], [53, 47]],
  [[0.475, 0.525], [48, 52]],
  [[0.2375, 0.7625], [24, 76]],
  [[1 / 3, 1 / 3, 1 / 3], [34, 33, 33]],
  [[1 / 6, 1 / 6, 2 / 3], [17, 17, 66]],
  [[0.004, 0.996], [0, 100]],
  [[0.144, 0.144, 0.144, 0.568], [15, 14, 14, 57]],
])('the whole percents of %j add up to a hundred', (equities, percents) => {
  const seats = equities.map((equity, index) => ({ seat: index + 1, shares: shares(equity) }));
  const street = { board: 4, no_low: 0, seats };
  const told: Odds = { type: 'odds', hand: 7, streets: [street] };
  expect(seats.map(({ seat }) => worth(told, 4, seat)?.percent)).toEqual(percents);
  const [line] = oddsLines([street], table());
  const said = text(line?.id ?? '', line?.args).match(/\d+(?= %)/g);
  expect(said?.map(Number)).toEqual(percents);
});
