// What is wrong with a question about odds: a message by the room's code, with the place that the room names, and the
// room's own words where a code does not tell enough.

import type { ApiError } from '../protocol';
import { OTHERS, written, type Question } from './odds';
import { cards, knows, marked, strong, text, type Message } from './words';

export interface Wrong {
  message: Message;
  detail: string | null;
}

/** Codes with which the room tells what stands there, and what could. */
const TELLING = ['bad_range', 'empty_range', 'conflicting_ranges', 'bad_message'];

// The room says `hand 2: 'AA,,KK', place 4: what is wrong`, or `board: what is wrong`.
const WHERE = /^(?:hand (?<hand>\d+)|(?<other>board|dead)|hands): /;
const PLACE = /^.*['"], place (?<at>\d+): /s;
const CARD = /^[2-9TJQKA][cdhs](?= )/;
const QUOTED = /^(['"]).*?\1/;

export function wrong({ code, detail }: ApiError, question: Question): Wrong {
  const id = `refused-odds-${code.replaceAll('_', '-')}`;
  if (!knows(id)) return { message: { id: 'refused-unknown', args: { code } }, detail };
  const where = WHERE.exec(detail);
  const { hand, other } = where?.groups ?? {};
  const said = detail.slice(where?.[0].length ?? 0);
  const sign = PLACE.exec(said);
  const told = TELLING.includes(code) ? said.slice(sign?.[0].length ?? 0) : null;
  const args = {
    of: hand === undefined ? (other ?? 'all') : 'hand',
    card: cards([CARD.exec(said)?.[0] ?? '']),
    text: QUOTED.exec(said)?.[0] ?? '',
  };
  const place =
    hand !== undefined ? handName(question, hand) : other && text(OTHERS[other as keyof typeof OTHERS].label);
  if (place === undefined) return { message: { id, args }, detail: told };
  const at = sign?.groups?.['at'] ?? 'none';
  return { message: { id: 'odds-wrong', args: { place: strong(place), at, why: marked(id, args) } }, detail: told };
}

/** The room counts the hands that it was asked about, the page its fields. */
const handName = (question: Question, hand: string): string =>
  text('odds-hand', { number: (written(question)[Number(hand) - 1] ?? 0) + 1 });
