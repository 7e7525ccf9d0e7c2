// The question of the odds page: hands or ranges as text, and which cards they use up. The room counts.

import type { EquityRequest } from '../protocol';
import { text } from './words';

export const RANKS = [...'AKQJT98765432'];
export const SUITS = [...'shdc'];
export const FEWEST = 2;
export const MOST = 10;
export const SAMPLES = 200_000;
const BOARD = 5;

/** Where cards are written: the number of a hand, the board, or the cards known to be out. */
export type Place = number | 'board' | 'dead';

/** The places beside the hands, as the catalogue has them. */
export const OTHERS = {
  board: { label: 'odds-board', hint: 'odds-board-hint' },
  dead: { label: 'odds-dead', hint: 'odds-dead-hint' },
} as const;

export const placeName = (place: Place): string =>
  typeof place === 'number' ? text('odds-hand', { number: place + 1 }) : text(OTHERS[place].label);

/** What may be written for a hand (docs/ranges.md), each with the message that says what it means. */
export const EXAMPLES = [
  { text: 'AsKs2s3h', id: 'odds-example-hand' },
  { text: 'AA', id: 'odds-example-pair' },
  { text: 'A2', id: 'odds-example-ranks' },
  { text: 'A2$ds', id: 'odds-example-suits' },
  { text: 'AA,KK', id: 'odds-example-either' },
  { text: '15%', id: 'odds-example-percent' },
  { text: '*', id: 'odds-example-any' },
] as const;

export interface Question {
  hands: readonly string[];
  board: string;
  dead: string;
}

export const EMPTY: Question = { hands: ['', ''], board: '', dead: '' };

/** The cards of a text that is nothing but cards, or `null` for a range and for what cannot be read. */
export function cardsIn(text: string): string[] | null {
  const found = text.match(/[2-9TJQKA][cdhs]/g) ?? [];
  return text.replaceAll(/\s/g, '') === found.join('') ? found : null;
}

export const textAt = ({ hands, board, dead }: Question, place: Place): string =>
  typeof place === 'number' ? (hands[place] ?? '') : place === 'board' ? board : dead;

export const withText = (question: Question, place: Place, text: string): Question =>
  typeof place === 'number'
    ? { ...question, hands: question.hands.map((hand, index) => (index === place ? text : hand)) }
    : { ...question, [place]: text };

/** Where each card that is written out stands. */
export function places(question: Question): Map<string, Place> {
  const all: Place[] = [...question.hands.keys(), 'board', 'dead'];
  return new Map(all.flatMap((place) => (cardsIn(textAt(question, place)) ?? []).map((card) => [card, place] as const)));
}

/** The question with a card put where it was not, or taken from where it is. A range is left as it is. */
export function toggled(question: Question, card: string, place: Place): Question {
  const held = places(question).get(card);
  const at = held ?? place;
  const cards = cardsIn(textAt(question, at));
  if (cards === null || (at === 'board' && held === undefined && cards.length === BOARD)) return question;
  const next = held === undefined ? [...cards, card] : cards.filter((each) => each !== card);
  return withText(question, at, next.join(''));
}

/** Where the next card goes: the place itself until the hand has as many cards as the first, then the next empty hand,
 * and after the last one the board. The first hand is full with four; more are put into it by choosing it again. */
export function nextPlace(question: Question, place: Place): Place {
  if (typeof place !== 'number') return place;
  const cards = cardsIn(textAt(question, place))?.length ?? 0;
  const full = place === 0 ? 4 : (cardsIn(question.hands[0] ?? '')?.length ?? 4);
  if (cards !== full) return place;
  const free = question.hands.findIndex((hand) => hand === '');
  return free < 0 ? 'board' : free;
}

/** Where an example is written: the hand chosen if it is empty, else the first empty one. Where there is none, the hand
 * chosen is written over. */
export function exampleAt({ hands }: Question, place: Place): number {
  const chosen = typeof place === 'number' ? place : 0;
  const free = hands.findIndex((hand) => hand === '');
  return hands[chosen] === '' || free < 0 ? chosen : free;
}

/** Which hands are asked about: empty ones are left out. */
export const written = ({ hands }: Question): number[] =>
  [...hands.keys()].filter((index) => hands[index]?.trim() !== '');

/** What to ask the room, or `null` while fewer than two hands are there. */
export function request(question: Question, samples: boolean): EquityRequest | null {
  const hands = written(question).map((index) => (question.hands[index] ?? '').trim());
  if (hands.length < FEWEST) return null;
  return { hands, board: question.board, dead: question.dead, samples: samples ? SAMPLES : null, seed: null };
}
