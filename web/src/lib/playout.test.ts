import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Update, ViewEvent } from '../protocol';
import { Playout } from './playout';
import { STAGE } from './runout';
import { hand, table } from './samples';

const BOARD = ['4s', '7s', 'Kd', '3c', '2h'];
const ended = (number = 7): Update['view'] => table({ hand_number: number, hand: hand({ board: BOARD, ended: true }) });
const update = (seq: number, view: Update['view'], ...events: ViewEvent[]): Update => ({
  type: 'update',
  seq,
  now: 0,
  events,
  view,
  preferences: null,
});
const up: ViewEvent = { type: 'cards_turned_up', hands: [] };
const river: ViewEvent = { type: 'board_seen', cards: ['2h'] };
const chips: ViewEvent = { type: 'chips_added', seat: 2, chips: 40 };
const allIn = update(1, ended(), up, river);

let shown: (readonly number[])[] = [];
let playout = new Playout(() => {});
beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  playout = new Playout((updates) => shown.push(updates.map((each) => each.seq)));
});
afterEach(() => void vi.useRealTimers());

test('stages follow each other', () => {
  playout.take(allIn, 0, null, false);
  expect(shown).toEqual([[1]]);
  vi.advanceTimersByTime(STAGE);
  expect(shown).toEqual([[1], [1]]);
  vi.advanceTimersByTime(10 * STAGE);
  expect(shown).toEqual([[1], [1], [1]]);
});

test('what happens beside them comes with the last', () => {
  playout.take(allIn, 0, null, false);
  playout.take(update(2, ended(), chips), 1, null, false);
  playout.take(update(3, ended(), chips), 2, null, false);
  expect(shown).toEqual([[1]]);
  vi.advanceTimersByTime(10 * STAGE);
  expect(shown).toEqual([[1], [1], [1, 2, 3]]);
});

test.each([
  ['the next hand', update(2, table({ hand_number: 8, hand: hand() }), chips), false],
  ['a new connection', update(2, ended()), false],
  ['who likes no motion', update(2, ended(), chips), true],
])('%s waits for nothing', (_, next, still) => {
  playout.take(allIn, 0, null, false);
  playout.take(next, 1, null, still);
  expect(shown).toEqual([[1], [1, 1, 2]]);
  vi.advanceTimersByTime(10 * STAGE);
  expect(shown).toHaveLength(2);
});

test('a page that is left shows nothing more', () => {
  playout.take(allIn, 0, null, false);
  playout.stop();
  vi.advanceTimersByTime(10 * STAGE);
  expect(shown).toEqual([[1]]);
});
