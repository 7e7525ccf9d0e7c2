import { expect, test } from 'vitest';
import type { FinishedHand } from './history';
import { hasMucked, report, reportText, wonInWords } from './report';
import { HIGHS, LOWS } from './rankings';
import { highName } from './hands';
import { paid, seat, share } from './samples';
import { strong, text } from './words';

const finished = (over: Partial<FinishedHand> = {}): FinishedHand => ({
  number: 4187,
  board: [],
  seats: [
    seat(1, { cards: ['As', '2d', 'Ks', '9h'], standing: 'folded' }),
    seat(2, { cards: ['Kh', 'Kc', '7d', 'Jh'], showing: 'shown' }),
    seat(3, { showing: 'mucked' }),
  ],
  names: new Map([
    [1, 'Ann'],
    [2, 'Bob'],
  ]),
  results: [],
  you: 1,
  lines: [
    { kind: 'street', id: 'line-hand-opened', args: { hand: '4187', button: 'Ann' } },
    { kind: 'dealer', id: 'line-hand-mucked', args: { player: strong('Eve') } },
  ],
  ...over,
});

const lookedUp = (): FinishedHand => {
  const hand = finished();
  return { ...hand, seats: [...hand.seats.slice(0, 2), seat(3, { showing: 'mucked', cards: ['4c', '5c', '6c', '7c'] })] };
};

test('mucked hands can be asked for by who was dealt in, until they are there', () => {
  expect(hasMucked(finished())).toBe(true);
  expect(hasMucked(finished({ you: null }))).toBe(false);
  expect(hasMucked(finished({ you: 4 }))).toBe(false);
  expect(hasMucked(lookedUp())).toBe(false);
});

test('a report is what the dealer said, and the hands that may be seen', () => {
  expect(reportText(lookedUp(), 'Ladoga')).toBe(
    [
      'Hand 4\u202f187 at Ladoga',
      '',
      'Hand 4187 · button Ann',
      'Eve mucks',
      'Ann had As 2d Ks 9h',
      'Bob had Kh Kc 7d Jh',
      'seat 3 had 4c 5c 6c 7c',
      '',
    ].join('\n'),
  );
});

test('a report says where its beginning is missing', () => {
  const [first] = report(finished({ lines: [] }));
  expect(text(first?.id ?? '', first?.args)).toBe('You came in the middle of this hand.');
});

test('who won is told with all that it was', () => {
  const results = [paid(1, [share(2, 'whole', 40)]), paid(0, [share(2, 'high', 1500), share(1, 'low', 1500)])];
  expect(wonInWords(finished({ results, you: null }))).toBe('Ann 1\u202f500 and Bob 1\u202f540');
  expect(wonInWords(finished({ results: results.slice(0, 1) }))).toBe('Bob 40');
});

test('the examples of the help are hands of five different cards, named from the best down', () => {
  for (const cards of [...HIGHS.map((each) => each.cards), ...LOWS]) expect(new Set(cards).size).toBe(5);
  expect(HIGHS.map((each) => highName(each.made))).toEqual([
    'straight flush, nine high',
    'four queens',
    'tens full of fours',
    'flush, ace high',
    'straight, five high',
    'three sevens',
    'jacks and threes',
    'pair of kings',
    'ace high',
  ]);
});
