import { describe, expect, test } from 'vitest';
import { EMPTY, SAMPLES, cardsIn, exampleAt, nextPlace, places, request, toggled, withText, written } from './odds';

const asked = { hands: ['AsKs2s3h', 'AA, !KK'], board: '4s7dKd', dead: '' };

test('cards are told from ranges', () => {
  expect(cardsIn('As Ks2s3h')).toEqual(['As', 'Ks', '2s', '3h']);
  expect(cardsIn('')).toEqual([]);
  expect(cardsIn('AA')).toBeNull();
  expect(cardsIn('As1s')).toBeNull();
});

test('each card has its place', () => {
  expect(places(asked).get('2s')).toBe(0);
  expect(places(asked).get('Kd')).toBe('board');
  expect(places(asked).size).toBe(7);
});

describe('a press on a card', () => {
  test('adds it', () => {
    expect(toggled(EMPTY, 'As', 1).hands).toEqual(['', 'As']);
    expect(toggled(asked, '2c', 'board').board).toBe('4s7dKd2c');
    expect(toggled(asked, '9h', 'dead').dead).toBe('9h');
  });
  test('takes it away from where it is', () => {
    expect(toggled(asked, 'Ks', 'board').hands[0]).toBe('As2s3h');
    expect(toggled(asked, 'Kd', 0).board).toBe('4s7d');
  });
  test('leaves a range and a full board as they are', () => {
    expect(toggled(asked, '9h', 1)).toBe(asked);
    const full = withText(asked, 'board', '4s7dKd2cTh');
    expect(toggled(full, '9h', 'board')).toBe(full);
  });
});

test('a hand of four sends the next card on', () => {
  const one = withText(EMPTY, 0, 'AsKs2s');
  expect(nextPlace(one, 0)).toBe(0);
  expect(nextPlace(withText(one, 0, 'AsKs2s3h'), 0)).toBe(1);
  expect(nextPlace(asked, 0)).toBe('board');
  const five = { ...EMPTY, hands: ['AsKs2s3h4d', 'QhJh5c6d', ''] };
  expect(nextPlace(five, 1)).toBe(1);
  expect(nextPlace(withText(five, 1, 'QhJh5c6d9c'), 1)).toBe(2);
  expect(nextPlace(asked, 'board')).toBe('board');
});

test('an example goes where nothing is written yet, else where one is', () => {
  expect(exampleAt(EMPTY, 1)).toBe(1);
  expect(exampleAt(EMPTY, 'board')).toBe(0);
  expect(exampleAt(withText(EMPTY, 0, 'AA'), 0)).toBe(1);
  expect(exampleAt(asked, 1)).toBe(1);
  expect(exampleAt(asked, 'dead')).toBe(0);
});

test('two hands can be asked about', () => {
  expect(request(EMPTY, false)).toBeNull();
  expect(request(withText(EMPTY, 0, 'AsKs2s3h'), false)).toBeNull();
  expect(request({ ...asked, hands: [...asked.hands, ' '] }, true)).toEqual({ ...asked, samples: SAMPLES, seed: null });
  expect(written({ ...asked, hands: ['AA', ' ', 'KK'] })).toEqual([0, 2]);
});
