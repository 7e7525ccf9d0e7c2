import { expect, test } from 'vitest';
import { legal } from './samples';
import { clamp, fits, presets, range, shown, sizeOf, snap, stepped, written } from './sizing';

const RANGE = { least: 180, most: 545 };

test('the sizes are the server’s', () => {
  const sizes = presets(legal({ raise_to: RANGE, sizes: [180, 317, 431, 545] }));
  expect(sizes.map((size) => size.to)).toEqual([180, 317, 431, 545]);
});

test('sizes that are the same amount stand there once', () => {
  const sizes = presets(legal({ bet: { least: 10, most: 10 }, sizes: [10, 10, 10, 10] }));
  expect(sizes).toEqual([{ id: 'size-min', to: 10 }]);
});

test('fixed limit has no sizes', () => expect(presets(legal({ raise_to: { least: 20, most: 20 } }))).toEqual([]));

test('a bet or a raise, never both', () => {
  expect(range(legal({ bet: RANGE }))).toBe(RANGE);
  expect(range(legal({ raise_to: RANGE }))).toBe(RANGE);
  expect(range(legal({ call: 10 }))).toBeNull();
});

test('dragging goes in steps and reaches both ends', () => {
  expect([181, 182, 300, 543, 545, 200].map((value) => snap(value, 5, RANGE))).toEqual([180, 180, 300, 545, 545, 200]);
  expect([0, 999].map((value) => clamp(value, RANGE))).toEqual([180, 545]);
});

test('keys mean the same sizes also where equal ones stand there once', () => {
  const turn = legal({ bet: { least: 10, most: 20 }, sizes: [10, 10, 15, 20] });
  expect(presets(turn)).toHaveLength(3);
  expect([0, 1, 2, 3].map((key) => sizeOf(turn, key))).toEqual([10, 10, 15, 20]);
  expect(sizeOf(legal({ bet: { least: 20, most: 20 } }), 0)).toBeUndefined();
});

test('a typed amount is legal as it stands, or not at all', () => {
  expect([180, 300, 545].map((value) => fits(value, RANGE))).toEqual([true, true, true]);
  expect([179, 546, 300.5, -1, NaN].map((value) => fits(value, RANGE))).toEqual([false, false, false, false, false]);
});

test('a field shows what was typed, the slider the nearest it can', () => {
  expect([5, 99999, 300.5, NaN].map(written)).toEqual(['5', '99999', '300.5', '']);
  expect([5, 99999, NaN].map((value) => shown(value, RANGE))).toEqual([180, 545, 180]);
});

test('steps lead back into the range', () => {
  expect([180, 545, 5, 999, NaN].map((value) => stepped(value, 5, RANGE))).toEqual([185, 545, 180, 545, 180]);
});
