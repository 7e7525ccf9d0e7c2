// The smallest modules, a test or two each.

import { expect, test } from 'vitest';
import { stacks } from './chips';
import { handName, highName } from './hands';
import { enters, leaves } from './keys';
import { mark } from './marks';
import { refusalText } from './refusals';
import { route, tablePath } from './route';
import { made } from './samples';
import { readSettings } from './settings';
import { stakesText } from './stakes';

test('chips are two stacks of four at most', () => {
  expect(stacks(90).map(({ value, count }) => [value, count])).toEqual([
    [25, 3],
    [5, 3],
  ]);
  expect(stacks(98_765).map(({ value, count }) => [value, count])).toEqual([
    [1000, 4],
    [500, 1],
  ]);
});

test.each([
  ['high_card', 'AKJT5', 'ace high'],
  ['pair', 'KA74', 'pair of kings'],
  ['two_pair', 'K27', 'kings and twos'],
  ['three_of_a_kind', 'KA7', 'three kings'],
  ['straight', '5', 'straight, five high'],
  ['flush', 'AKQ74', 'flush, ace high'],
  ['full_house', 'KQ', 'kings full of queens'],
  ['four_of_a_kind', '9Q', 'four nines'],
  ['straight_flush', '8', 'straight flush, eight high'],
])('%s of %s is called %s', (category, ranks, name) => {
  expect(highName(made({ category, high: { ranks, hole: [], board: [] } }))).toBe(name);
});

test('both halves in one phrase', () => {
  expect(handName(made())).toBe('pair of kings; low 7-4-3-2-A');
  expect(handName(made({ low: null }))).toBe('pair of kings');
});

test('marks lie on the cards that play, and only where asked the others are dark', () => {
  expect(mark('As', made())).toEqual({ hi: true, lo: true, idle: false });
  expect(mark('2d', made())).toEqual({ hi: false, lo: true, idle: false });
  expect(mark('9h', made()).idle).toBe(false);
  expect(mark('9h', made(), true).idle).toBe(true);
  expect(mark('9h', null, true).idle).toBe(false);
});

test('refusals have words, also those of a newer server', () => {
  expect(refusalText({ code: 'seat_taken' })).toBe('Somebody was faster: the seat is taken.');
  expect(refusalText({ code: 'buy_in_range', least: 200, most: 1000 })).toBe('Bring 200 to 1\u202f000 chips.');
  expect(refusalText({ code: 'full_moon' })).toBe('The room refused that: full_moon');
});

test('an address is the lobby, the odds or a table', () => {
  expect(route('/')).toEqual({ page: 'lobby' });
  expect(route('/odds')).toEqual({ page: 'odds' });
  expect(route('/table/ladoga')).toEqual({ page: 'table', id: 'ladoga' });
  expect(route(tablePath('a b/c'))).toEqual({ page: 'table', id: 'a b/c' });
});

test.each(['/nowhere', '/odds/', '/table/', '/table/ladoga/', '/table/ladoga/hands', '/table/%'])(
  'or none of them: %s',
  (path) => expect(route(path)).toEqual({ page: 'none' }),
);

test.each([null, '{', '7', '{"theme":"pink","sound":"loud"}'])('settings stored as %s are the defaults', (stored) => {
  expect(readSettings(stored)).toEqual({ theme: 'system', deck: 'four', sound: true, keys: true });
});

test('settings are read again as they were stored', () => {
  const chosen = { theme: 'light', deck: 'two', sound: false, keys: false };
  expect(readSettings(JSON.stringify(chosen))).toEqual(chosen);
});

test('stakes are the blinds, in fixed limit the bets', () => {
  expect(stakesText({ structure: 'pl', small_blind: 5, big_blind: 10, big_bet: 0 })).toBe('5/10');
  expect(stakesText({ structure: 'fl', small_blind: 1, big_blind: 2, big_bet: 4 })).toBe('2/4');
});

test('Enter in a field for an amount does what its button does, once, and not in the middle of a letter', () => {
  const done: string[] = [];
  const press = (over: object) =>
    enters(
      {
        key: 'Enter',
        isComposing: false,
        repeat: false,
        currentTarget: { blur: () => done.push('left') },
        preventDefault: () => undefined,
        ...over,
      },
      () => done.push('entered'),
    );
  press({ isComposing: true });
  press({ repeat: true });
  press({ key: '7' });
  expect(done).toEqual([]);
  press({});
  press({ key: 'Escape' });
  expect(done).toEqual(['entered', 'left']);
});

test('Escape leaves a field, other keys and half-typed letters do not', () => {
  const left: string[] = [];
  const press = (key: string, isComposing = false) =>
    leaves({ key, isComposing, currentTarget: { blur: () => left.push(key) } });
  press('Escape', true);
  press('Enter');
  expect(left).toEqual([]);
  press('Escape');
  expect(left).toEqual(['Escape']);
});
