// What is wrong with a question about odds: a message by the room's code, with the place that the room names, and the
// room's own words where a code does not tell enough.

import type { ApiError } from '../protocol';
import { placeName, written, type Place, type Question } from './odds';
import { cards, knows, marked, strong, type Message } from './words';

export interface Wrong {
  /** The field that is wrong, where it is one. */
  at: Place | null;
  message: Message;
  detail: string | null;
}

/** Codes with which the room tells what stands there, and what could. */
const TELLING = ['bad_range', 'empty_range', 'conflicting_ranges', 'bad_message'];

// Of a card that stands twice the room says where it stood first: `As stands in hand 1 already`.
const ALREADY = /^.. stands in (.+) already/;
// The room says of a range `'AA,,KK', place 4: what is wrong`.
const PLACE = /^.*['"], place (?<at>\d+): /s;
const CARD = /^[2-9TJQKA][cdhs](?= )/;
const QUOTED = /^(['"]).*?\1/;

export function wrong({ code, detail, where }: ApiError, question: Question): Wrong {
  const at = placeOf(question, where);
  const first = placeOf(question, ALREADY.exec(detail)?.[1] ?? '');
  const id = `refused-odds-${code.replaceAll('_', '-')}`;
  if (!knows(id)) {
    const all = where === '' ? detail : `${where}: ${detail}`;
    return { at, message: { id: 'refused-unknown', args: { code } }, detail: all };
  }
  const sign = PLACE.exec(detail);
  const told = TELLING.includes(code) ? detail.slice(sign?.[0].length ?? 0) : null;
  const args = {
    of: kind(at) ?? 'all',
    first: kind(first) ?? 'same',
    number: typeof first === 'number' ? first + 1 : 0,
    card: cards([CARD.exec(detail)?.[0] ?? '']),
    text: QUOTED.exec(detail)?.[0] ?? '',
  };
  if (at === null) return { at, message: { id, args }, detail: told };
  const place = strong(placeName(at));
  const why = { place, at: sign?.groups?.['at'] ?? 'none', why: marked(id, args) };
  return { at, message: { id: 'odds-wrong', args: why }, detail: told };
}

/** The field of a place as the room calls it. The room counts the hands that it was asked about, the page its fields. */
function placeOf(question: Question, where: string): Place | null {
  if (where === 'board' || where === 'dead') return where;
  const hand = /^hand (\d+)$/.exec(where)?.[1];
  return hand === undefined ? null : (written(question)[Number(hand) - 1] ?? null);
}

const kind = (place: Place | null): string | null => (typeof place === 'number' ? 'hand' : place);
