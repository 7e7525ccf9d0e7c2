import { expect, test } from 'vitest';
import { place } from './seats';

test('the viewer is at the bottom and the others follow clockwise', () => {
  expect([3, 4, 10, 1, 2].map((seat) => place(seat, 10, 3))).toEqual([0, 1, 7, 8, 9]);
});

test('a spectator sees seat 1 at the bottom', () => expect(place(1, 10, null)).toBe(0));

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('%i seats have places of their own', (seats) => {
  for (let viewer = 1; viewer <= seats; viewer += 1) {
    const places = Array.from({ length: seats }, (_, index) => place(index + 1, seats, viewer));
    expect(new Set(places).size).toBe(seats);
    expect(places[viewer - 1]).toBe(0);
  }
});

test('two players sit opposite each other', () => expect(place(2, 2, 1)).toBe(5));
