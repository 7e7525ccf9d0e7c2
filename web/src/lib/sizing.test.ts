import { describe, expect, test } from 'vitest';
import type { LegalActions } from '../protocol';
import { legal } from './samples';
import { clamp, fits, presets, range, shown, sizeOf, snap, stepped, written } from './sizing';

const RANGE = { least: 180, most: 545 };
const DEEP = 1240;
const row = (turn: LegalActions, whole: number): string[] => presets(turn, whole).map(({ id, to }) => `${id} ${to}`);

test('the sizes are the server’s', () => {
  const turn = legal({ raise_to: RANGE, sizes: [180, 317, 431, 545] });
  expect(row(turn, DEEP)).toEqual(['size-min 180', 'size-half 317', 'size-three-quarters 431', 'size-pot 545']);
});

test('sizes that are the same amount stand there once', () => {
  expect(row(legal({ bet: { least: 10, most: 15 }, sizes: [10, 10, 10, 15] }), DEEP)).toEqual([
    'size-min 10',
    'size-pot 15',
  ]);
});

describe('all-in', () => {
  test('is one size more where no limit leaves chips behind a bet of the pot', () => {
    const turn = legal({ bet: { least: 10, most: DEEP }, sizes: [10, 93, 139, 185] });
    expect(row(turn, DEEP).slice(3)).toEqual(['size-pot 185', `size-all-in ${DEEP}`]);
  });
  test('is named so, and stands there once, where the stack caps the usual sizes', () => {
    const turn = legal({ raise_to: { least: 180, most: 400 }, sizes: [180, 317, 400, 400] });
    expect(row(turn, 400)).toEqual(['size-min 180', 'size-half 317', 'size-all-in 400']);
    expect(presets(turn, 400).map(({ to }) => to)).toContain(sizeOf(turn, 3));
  });
  test('is no size where a pot limit is below it', () => {
    expect(row(legal({ raise_to: RANGE, sizes: [180, 317, 431, 545] }), 546).join()).not.toContain('size-all-in');
  });
});

test('fixed limit has no sizes', () => {
  expect(presets(legal({ raise_to: { least: 20, most: 20 } }), DEEP)).toEqual([]);
  expect(presets(legal({ raise_to: { least: 12, most: 12 } }), 12)).toEqual([]);
});

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
  expect(presets(turn, DEEP)).toHaveLength(3);
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
