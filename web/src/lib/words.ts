// Every word on the page comes out of the catalogue here. An argument may be marked as strong or as a card, so that
// one message can be read aloud as a sentence and drawn with bold names and small cards.

import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import english from '../locale/en.ftl?raw';

export type Args = Record<string, FluentVariable>;
/** A message that can wait to be put into words: an id of the catalogue and its arguments. */
export interface Message {
  id: string;
  args?: Args;
}
export type Piece = { kind: 'text' | 'strong' | 'card'; text: string };

const STRONG = '\uE000';
const CARD = '\uE001';
const END = '\uE002';
const MARKED = new RegExp(`([${STRONG}${CARD}])([^${END}]*)${END}`);

const bundle = new FluentBundle('en', { useIsolating: false });
bundle.addResource(new FluentResource(english));

/** Mark an argument to be drawn bold. */
export const strong = (text: string | number): string => `${STRONG}${text}${END}`;

/** Mark cards like `As` to be drawn as small cards. */
export const cards = (codes: readonly string[]): string => codes.map((code) => `${CARD}${code}${END}`).join(' ');

/** Whether the catalogue has this message: codes of a newer server may be unknown. */
export const knows = (id: string): boolean => bundle.hasMessage(id);

/** The message with its marks still in it, to be an argument of another message. */
export function marked(path: string, args: Args = {}): string {
  const [id = '', attribute] = path.split('.');
  const message = bundle.getMessage(id);
  const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
  if (pattern === null || pattern === undefined) throw new Error(`no message ${path}`);
  const errors: Error[] = [];
  const found = bundle.formatPattern(pattern, args, errors);
  if (errors[0] !== undefined) throw new Error(`message ${path}: ${errors[0].message}`);
  return found;
}

/** The message in pieces to be drawn. */
export function pieces(id: string, args: Args = {}): Piece[] {
  const found: Piece[] = [];
  let rest = marked(id, args);
  for (let match = MARKED.exec(rest); match !== null; match = MARKED.exec(rest)) {
    if (match.index > 0) found.push({ kind: 'text', text: rest.slice(0, match.index) });
    found.push({ kind: match[1] === CARD ? 'card' : 'strong', text: match[2] ?? '' });
    rest = rest.slice(match.index + match[0].length);
  }
  if (rest !== '') found.push({ kind: 'text', text: rest });
  return found;
}

/** The message as plain text, cards by their names. */
export function text(id: string, args: Args = {}): string {
  return pieces(id, args)
    .map((piece) => (piece.kind === 'card' ? cardName(piece.text) : piece.text))
    .join('');
}

/** A card's spoken name: `ace of spades`. */
export function cardName(code: string): string {
  return text('card-name', { rank: text(`rank-${code[0]}`), suit: text(`suit-${code[1]}`) });
}

/** Several names, which may be marked, as one phrase: `Bob, Frans and Grace`. */
export function listed(names: readonly string[]): string {
  const [last] = names.slice(-1);
  if (names.length < 2) return last ?? '';
  return marked('list-last', { rest: names.slice(0, -1).join(', '), last: last ?? '' });
}

/** The text with its first letter large, where a phrase of the catalogue stands alone. */
export const capital = (phrase: string): string => phrase.slice(0, 1).toLocaleUpperCase() + phrase.slice(1);
