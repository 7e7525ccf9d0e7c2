import { expect, test } from 'vitest';
import { fromMain, halves, isQuartered, notes, part, potName, wonBy } from './results';
import { paid, share } from './samples';

// The worked example of two pots: 1121 and 686.
const SIDE = paid(1, [share(1, 'high', 343), share(2, 'low', 172, 2, true), share(1, 'low', 171, 2)], [1, 2]);
const MAIN = paid(0, [share(3, 'high', 561), share(2, 'low', 280, 2), share(1, 'low', 280, 2)]);
const RESULTS = [SIDE, MAIN];

test('what a player won is the sum over the pots', () => {
  expect([1, 2, 3].map((seat) => wonBy(seat, RESULTS))).toEqual([794, 452, 561]);
});

test('pots are told from the main pot on', () => expect(fromMain(RESULTS).map((pot) => pot.pot)).toEqual([0, 1]));

test('a pot is told by its halves, the odd chip with the high', () => {
  expect(halves(MAIN).map(({ half, amount, odd }) => [half, amount, odd])).toEqual([
    ['high', 561, true],
    ['low', 560, false],
  ]);
  expect(halves(SIDE)[0]?.odd).toBe(false);
});

test('quartered is who has half of one half and nothing else', () => {
  expect(MAIN.shares.map((each) => isQuartered(each, MAIN))).toEqual([false, true, true]);
  expect(SIDE.shares.map((each) => isQuartered(each, SIDE))).toEqual([false, true, false]);
  expect(halves(MAIN)[1]?.quartered).toBe(true);
  expect(halves(SIDE)[1]?.quartered).toBe(false);
});

test('notes say the fraction of each pot', () => {
  expect(notes(1, RESULTS)).toEqual(['¼ main', '¾ side']);
  expect(notes(2, RESULTS)).toEqual(['¼ main', '¼ side']);
  expect(notes(3, RESULTS)).toEqual(['½ main']);
  expect(notes(3, [paid(0, [share(3, 'whole', 100)])])).toEqual(['scoops']);
  expect(notes(1, [paid(0, [share(1, 'whole', 33, 2), share(2, 'whole', 33, 2)])])).toEqual(['½ of the pot']);
  expect(notes(1, [paid(0, [share(2, 'high', 60), share(1, 'low', 20, 3)])])).toEqual(['⅙ of the pot']);
});

test('who wins all of every pot scoops, but for a hand without a showdown', () => {
  const both = [paid(1, [share(1, 'whole', 2)]), paid(0, [share(1, 'high', 14), share(1, 'low', 13)])];
  expect(notes(1, both)).toEqual(['scoops']);
  expect(notes(2, both)).toEqual([]);
  expect(notes(1, [paid(0, [share(1, 'whole', 15)], [1])])).toEqual([]);
  expect(notes(1, [paid(1, [share(1, 'whole', 15)], [1]), paid(0, [share(1, 'whole', 9)])])).toEqual(['scoops']);
  expect(notes(1, [])).toEqual([]);
});

test('who wins a side pot without a showdown is told of the pots that others contested', () => {
  const results = [paid(1, [share(1, 'whole', 20)], [1]), paid(0, [share(1, 'high', 30), share(2, 'low', 30)])];
  expect(notes(1, results)).toEqual(['½ main']);
});

test('the share disc has the high above and the low below', () => {
  expect(part(1, SIDE)).toEqual({ hi: 1, lo: 0.5 });
  expect(part(3, MAIN)).toEqual({ hi: 1, lo: 0 });
  expect(part(1, paid(0, [share(1, 'whole', 9)]))).toEqual({ hi: 1, lo: 1 });
  expect(part(1, undefined)).toEqual({ hi: 0, lo: 0 });
});

test('pots have names where there are several', () => {
  expect([potName(0, false), potName(0, true), potName(1, true), potName(2, true)]).toEqual([
    'pot',
    'main pot',
    'side pot',
    'side pot 2',
  ]);
});
