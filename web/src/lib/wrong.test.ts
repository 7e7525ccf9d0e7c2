import { expect, test } from 'vitest';
import { EMPTY } from './odds';
import { knows, text } from './words';
import { wrong } from './wrong';

const asked = { ...EMPTY, hands: ['AsKs2s3h', '', 'AA,,KK'] };

/** What the page says, and what of the room's own words. */
function said(code: string, where: string, detail: string): [string, string | null] {
  const { message, detail: told } = wrong({ code, where, detail, least: null, most: null }, asked);
  return [text(message.id, message.args), told];
}

test('the place in a range is named, and the room tells what is legal there', () => {
  expect(said('bad_range', 'hand 1', "'AA,,KK', place 4: ',' cannot stand here; legal here: a card")).toEqual([
    'Hand 1, place 4: That cannot be read as a range.',
    "',' cannot stand here; legal here: a card",
  ]);
  expect(said('bad_range', 'hand 1', '5 cards at place 1; a hand has 4')).toEqual([
    'Hand 1: That cannot be read as a range.',
    '5 cards at place 1; a hand has 4',
  ]);
});

test('a hand has the number of its field, though empty ones are not asked about', () => {
  expect(said('empty_range', 'hand 2', "no hand of 4 cards fits 'AA!A'")).toEqual([
    'Hand 3: No hand is left of this range.',
    "no hand of 4 cards fits 'AA!A'",
  ]);
});

test('a card that stands twice is said to stand where it stood first, by the number of the field there', () => {
  const once = 'a deck has each card once';
  expect(
    [
      said('repeated_card', 'board', `As stands in hand 1 already; ${once}`),
      said('repeated_card', 'dead', `Ah stands in hand 2 already; ${once}`),
      said('repeated_card', 'dead', `Kd stands in board already; ${once}`),
      said('repeated_card', 'hand 1', `As stands twice; ${once}`),
    ].map(([words]) => words),
  ).toEqual([
    'Board: ace of spades stands in hand 1 already. A deck has each card once.',
    'Dead cards: ace of hearts stands in hand 3 already. A deck has each card once.',
    'Dead cards: king of diamonds lies on the board already. A deck has each card once.',
    'Hand 1: ace of spades stands twice. A deck has each card once.',
  ]);
});

test('the field that is wrong is named, where it is one', () => {
  const at = (where: string) =>
    wrong({ code: 'card_count', where, detail: '2 board cards', least: null, most: null }, asked).at;
  expect(['hand 1', 'hand 2', 'board', 'dead', 'hands', ''].map(at)).toEqual([0, 2, 'board', 'dead', null, null]);
});

test('what is wrong with cards is said in words of the catalogue alone', () => {
  expect(said('bad_card', 'dead', "'1s' is not a card; write a rank of 23456789TJQKA")).toEqual([
    "Dead cards: '1s' is no card. Write a rank and a suit, like As or Td.",
    null,
  ]);
  const counts = [
    ['hand 1', '3 hole cards; a hand has 4, 5 or 6'],
    ['board', '2 board cards'],
    ['hands', '4 cards are left'],
  ] as const;
  expect(counts.map(([where, detail]) => said('card_count', where, detail)[0])).toEqual([
    'Hand 1: A hand has four, five or six cards, and all hands have the same number.',
    'Board: A board has no, three, four or five cards.',
    'Too few cards are left for the board.',
  ]);
});

test('what has no place stands alone', () => {
  expect(said('busy', '', 'your last question is being counted; wait for its answer')).toEqual([
    'Many are asking. Try again in a moment.',
    null,
  ]);
  expect(said('conflicting_ranges', 'hands', '0 of 10,000 draws of hands were possible')).toEqual([
    'These hands can hardly be held at the same time.',
    '0 of 10,000 draws of hands were possible',
  ]);
});

test('a code that is not known here is told with the words of the room', () => {
  expect(said('brand_new', 'hand 1', 'something')).toEqual(['The room refused that: brand_new', 'hand 1: something']);
});

test.each([
  'player_count',
  'bad_card',
  'repeated_card',
  'card_count',
  'bad_range',
  'empty_range',
  'conflicting_ranges',
  'bad_message',
  'too_large',
  'busy',
  'too_long',
  'failed',
  'not_signed_in',
  'store_failed',
])('%s has words', (code) => expect(knows(`refused-odds-${code.replaceAll('_', '-')}`)).toBe(true));
