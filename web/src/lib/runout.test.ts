import { expect, test } from 'vitest';
import type { SeatView, Update, ViewEvent } from '../protocol';
import { face } from './panel';
import { stages } from './runout';
import { hand, paid, player, seat, share, table } from './samples';

const BOARD = ['4s', '7s', 'Kd', '3c', '2h'];
const results = [paid(0, [share(1, 'high', 100), share(2, 'low', 100)], [1, 2]), paid(1, [share(2, 'whole', 60)], [2])];
const shown: Partial<SeatView> = { showing: 'turned_up', cards: ['As', 'Ks', '2s', '3h'] };
const ended = table({
  players: [player(1, { chips: 100, sitting_out: true }), player(2, { chips: 260 })],
  clock: { ...table().clock, waiting: 'next_hand', deadline: 9000 },
  hand: hand({
    board: BOARD,
    street: 'river',
    seats: [seat(1, { ...shown, stack: 100, put_in: 100 }), seat(2, { ...shown, stack: 260, put_in: 160 })],
    ended: true,
    results,
  }),
});
const call: ViewEvent = { type: 'acted', seat: 2, action: 'call', amount: 90, all_in: false };
const up: ViewEvent = { type: 'cards_turned_up', hands: [] };
const seen = (from: number, to: number): ViewEvent => ({ type: 'board_seen', cards: BOARD.slice(from, to) });
const update = (...events: ViewEvent[]): Update => ({
  type: 'update',
  seq: 9,
  now: 5000,
  events,
  view: ended,
  preferences: null,
});

test('an all-in before the flop is shown street by street', () => {
  const whole = update(call, up, seen(0, 3), seen(3, 4), seen(4, 5), ...results);
  const found = stages(whole, null);
  expect(found.map((stage) => stage.view.hand?.board.length)).toEqual([0, 3, 4, 5, 5]);
  expect(found.map((stage) => stage.events.length)).toEqual([2, 1, 1, 1, 2]);
  expect(found.flatMap((stage) => stage.events)).toEqual(whole.events);
  expect(found.at(-1)?.view).toBe(ended);
});

test('before the end nobody has been paid', () => {
  const [first] = stages(update(call, up, seen(4, 5), ...results), null);
  expect(first?.view.hand).toMatchObject({ street: 'turn', ended: false, results: [], total_pot: 260 });
  expect(first?.view.hand?.pots).toEqual([
    { amount: 200, seats: [1, 2] },
    { amount: 60, seats: [2] },
  ]);
  expect(first?.view.players.map((each) => each.chips)).toEqual([0, 100]);
  expect(first?.view.hand?.seats.map((each) => each.all_in)).toEqual([true, false]);
  expect(first === undefined ? null : face(first.view)).toBe('all_in');
});

test('everything else is shown at once', () => {
  for (const events of [[call], [call, seen(4, 5)], [up, ...results]]) {
    const whole = update(...events);
    expect(stages(whole, null)).toEqual([whole]);
  }
});

test('who has lost everything or leaves does so at the end', () => {
  const left = table({ players: [player(1, { chips: 100, sitting_out: true })], you: null, hand: ended.hand });
  const shown = table({ players: [player(1), player(2), player(3)] });
  const found = stages({ ...update(call, up, seen(4, 5), ...results), view: left }, shown);
  const [first, last] = [found[0]?.view, found.at(-1)?.view];
  expect(first?.players.map((each) => [each.seat, each.chips, each.sitting_out])).toEqual([
    [1, 0, false],
    [2, 100, false],
    [3, 1000, false],
  ]);
  expect(first?.you?.seat).toBe(1);
  expect(last).toBe(left);
});
