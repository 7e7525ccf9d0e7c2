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

const HAND = /^hand (\d+)$/;
// The room says of a range `'AA,,KK', place 4: what is wrong`.
const PLACE = /^.*['"], place (?<at>\d+): /s;
const CARD = /^[2-9TJQKA][cdhs](?= )/;
const QUOTED = /^(['"]).*?\1/;

export function wrong({ code, detail, where }: ApiError, question: Question): Wrong {
  const id = `refused-odds-${code.replaceAll('_', '-')}`;
  if (!knows(id)) {
    return { message: { id: 'refused-unknown', args: { code } }, detail: where === '' ? detail : `${where}: ${detail}` };
  }
  const hand = HAND.exec(where)?.[1];
  const other = where === 'board' || where === 'dead' ? where : undefined;
  const sign = PLACE.exec(detail);
  const told = TELLING.includes(code) ? detail.slice(sign?.[0].length ?? 0) : null;
  const args = {
    of: hand === undefined ? (other ?? 'all') : 'hand',
    card: cards([CARD.exec(detail)?.[0] ?? '']),
    text: QUOTED.exec(detail)?.[0] ?? '',
  };
  const place = hand !== undefined ? handName(question, hand) : other && text(OTHERS[other].label);
  if (place === undefined) return { message: { id, args }, detail: told };
  const at = sign?.groups?.['at'] ?? 'none';
  return { message: { id: 'odds-wrong', args: { place: strong(place), at, why: marked(id, args) } }, detail: told };
}

/** The room counts the hands that it was asked about, the page its fields. */
const handName = (question: Question, hand: string): string =>
  text('odds-hand', { number: (written(question)[Number(hand) - 1] ?? 0) + 1 });
