import { expect, test } from 'vitest';
import type { PlayedHand, ViewEvent } from '../protocol';
import { isWhole, merged, toldAgain, type FinishedHand } from './history';
import { reportText } from './report';
import { hand, made, paid, seat, share } from './samples';

const results = [paid(0, [share(1, 'whole', 30)], [1, 2])];
const events: ViewEvent[] = [
  { type: 'hand_opened', button: 1, seats: [2, 1] },
  { type: 'acted', seat: 2, action: 'call', amount: 10, all_in: true },
  { type: 'hand_mucked', seat: 2 },
  ...results,
];
const played = (number: number): PlayedHand => ({
  number,
  ended_at: 0,
  seat: 1,
  names: [
    { seat: 1, name: 'Ann' },
    { seat: 2, name: 'Bob' },
  ],
  events,
  view: hand({
    ended: true,
    board: ['4s', '7s', 'Kd', '3c', '2h'],
    seats: [
      seat(1, { cards: ['As', '2d', 'Ks', '9h'] }),
      seat(2, { showing: 'mucked', cards: ['4c', '5c', '6c', '7c'], made: made() }),
    ],
    results,
  }),
});
const seen = (number: number, over: Partial<FinishedHand> = {}): FinishedHand => ({
  ...toldAgain(played(number)),
  seats: [seat(1, { cards: ['As', '2d', 'Ks', '9h'] }), seat(2, { showing: 'mucked' })],
  ...over,
});
const numbers = (hands: readonly FinishedHand[]): number[] => hands.map((each) => each.number);

test('a hand told again has its names, its result and its report', () => {
  const again = toldAgain(played(7));
  expect(again.names.get(2)).toBe('Bob');
  expect([again.number, again.you, again.board.length, again.results]).toEqual([7, 1, 5, results]);
  expect(again.lines.map((line) => line.kind)).toEqual(['street', 'dealer', 'dealer', 'own']);
  expect(reportText(again, 'Ladoga').split('\n').slice(2, -1)).toEqual([
    'Hand 7 · button Ann',
    'Bob calls 10, all-in',
    'Bob mucks',
    'Ann wins 30 from the pot',
    'Ann had As 2d Ks 9h',
    'Bob had 4c 5c 6c 7c',
  ]);
});

test('hands that were seen and hands told again stand together, newest first, each once, at most fifty', () => {
  expect(numbers(merged([seen(9), seen(7)], [played(8), played(7), played(5)].map(toldAgain)))).toEqual([9, 8, 7, 5]);
  const many = Array.from({ length: 50 }, (_, index) => toldAgain(played(50 - index)));
  expect(numbers(merged([seen(51), seen(50)], many))).toEqual(Array.from({ length: 50 }, (_, index) => 51 - index));
});

test('without hands told again everything is as it was seen', () => {
  const hands = [seen(9), seen(7)];
  expect(merged(hands, [])).toEqual(hands);
});

test('a hand that was seen gets what may be looked up of it, and keeps what the page has seen', () => {
  const [both] = merged([seen(7, { names: new Map([[2, 'Robert']]) })], [toldAgain(played(7))]);
  expect(both?.seats[1]).toEqual(played(7).view.seats[1]);
  expect(both?.names.get(2)).toBe('Robert');
});

test('own cards that the table has forgotten are told again', () => {
  const forgotten = seat(1, { standing: 'folded', cards: [null, null, null, null] });
  const [both] = merged([seen(7, { seats: [forgotten, seat(2)] })], [toldAgain(played(7))]);
  expect(both?.seats[0]).toEqual(played(7).view.seats[0]);
});

test('a hand shown after it was told again stays shown', () => {
  const shown = seat(2, { showing: 'shown', cards: ['4c', '5c', '6c', '7c'] });
  const told = toldAgain(played(7));
  const before = { ...told, seats: [seat(1), seat(2)] };
  expect(merged([{ ...told, seats: [seat(1), shown] }], [before])[0]?.seats[1]).toEqual(shown);
});

test('a hand seen from the middle on is read from its beginning', () => {
  const half = seen(7, { lines: [], you: null });
  expect(isWhole(half)).toBe(false);
  const [both] = merged([half], [toldAgain(played(7))]);
  expect(both?.lines).toEqual(toldAgain(played(7)).lines);
  expect(both?.you).toBe(1);
});
