import { expect, test } from 'vitest';
import { legal } from './samples';
import { clamp, presets, range, snap } from './sizing';

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
