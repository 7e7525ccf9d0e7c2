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
  expect(worth(odds, 0, 1)?.equity).toBe(0.584);
  expect(worth(odds, 3, 1)?.equity).toBe(0.25);
  expect(worth(odds, 5, 1)).toBeNull();
  expect(worth(odds, 0, 2)).toBeNull();
  expect(worth(null, 0, 1)).toBeNull();
  expect(oddsOn(odds, 3).map((each) => each.seat)).toEqual([9, 1]);
  expect(worthInWords(shares(0.584))).toBe('worth 58 %: scoop 30, high 51, low 20, quartered 5');
});
