import { expect, test } from 'vitest';
import { amount, hours, minutes, seconds, short, signed } from './format';

test.each([
  [5, '5'],
  [1121, '1\u202f121'],
  [1234567, '1\u202f234\u202f567'],
])('%i chips are written %s', (chips, written) => expect(amount(chips)).toBe(written));

test.each([
  [9999, '9\u202f999'],
  [12840, '12.8k'],
  [104870, '105k'],
  [999_600, '1.0M'],
  [2_500_000, '2.5M'],
])('with little room %i chips are written %s', (chips, written) => expect(short(chips)).toBe(written));

test('gains and losses carry their sign', () => {
  expect([94, -10, 0].map(signed)).toEqual(['+94', '\u221210', '0']);
});

test('time left is rounded up and never negative', () => {
  expect([0, 1, 1000, 17_001, -5].map(seconds)).toEqual([0, 1, 1, 18, 0]);
  expect([1, 60_000, 60_001].map(minutes)).toEqual([1, 1, 2]);
  expect([1, 3_600_000, 3_600_001, 86_400_000].map(hours)).toEqual([1, 1, 2, 24]);
});
