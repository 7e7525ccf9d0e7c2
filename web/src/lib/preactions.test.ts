import { expect, test } from 'vitest';
import type { HandView, LegalActions } from '../protocol';
import { answer, keep, price, wishes, type Wish, type WishKind } from './preactions';
import { hand, legal, seat } from './samples';

const wish = (kind: WishKind, owed = 0): Wish => ({ kind, price: owed, hand: 7, street: 'flop' });
const facing = (bet: number): HandView => hand({ street: 'flop', seats: [seat(1), seat(2, { bet })] });

test('the price is what lies in front of others beyond what lies in front of the viewer', () => {
  expect(price(hand({ seats: [seat(1, { bet: 10 }), seat(2, { bet: 45 })] }), 1)).toBe(35);
  expect(price(hand({ seats: [seat(1, { stack: 20 }), seat(2, { bet: 45 })] }), 1)).toBe(20);
  expect(price(facing(0), 1)).toBe(0);
});

test('the three places are those of the buttons', () => {
  expect(wishes(0)).toEqual(['fold', 'check', 'call_any']);
  expect(wishes(10)).toEqual(['fold', 'call', 'call_any']);
});

test('calling a price is given up when the price changes', () => {
  expect(keep(wish('call', 10), facing(10), 7, 1)).not.toBeNull();
  expect(keep(wish('call', 10), facing(30), 7, 1)).toBeNull();
});

test('checking is given up when somebody bets; folding and calling any are not', () => {
  expect(keep(wish('check'), facing(10), 7, 1)).toBeNull();
  expect(keep(wish('fold'), facing(10), 7, 1)).not.toBeNull();
  expect(keep(wish('call_any'), facing(10), 7, 1)).not.toBeNull();
});

test('every wish is cleared by the next street, the next hand, and the end', () => {
  expect(keep(wish('fold'), hand({ street: 'turn' }), 7, 1)).toBeNull();
  expect(keep(wish('fold'), facing(0), 8, 1)).toBeNull();
  expect(keep(wish('fold'), hand({ street: 'flop', ended: true }), 7, 1)).toBeNull();
});

test.each<[WishKind, number, Partial<LegalActions>, string | null]>([
  ['fold', 0, { fold: true, check: true }, 'check'],
  ['fold', 0, { fold: true, call: 10 }, 'fold'],
  ['check', 0, { fold: true, check: true }, 'check'],
  ['check', 0, { fold: true, call: 10 }, null],
  ['call', 10, { fold: true, call: 10 }, 'call'],
  ['call', 10, { fold: true, call: 20 }, null],
  ['call_any', 10, { fold: true, call: 500 }, 'call'],
  ['call_any', 10, { fold: true, check: true }, 'check'],
])('wishing %s at a price of %i, with %o legal, asks for %s', (kind, owed, allowed, asked) => {
  expect(answer(wish(kind, owed), legal(allowed))).toBe(asked);
});
