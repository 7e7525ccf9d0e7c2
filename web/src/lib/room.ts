// Everything the table page knows, folded from the server's messages. The last view is the truth; the rest is memory.

import type { ClientMessage, Hello, Odds, Preferences, Refused, Said, ServerMessage, TableView, Update } from '../protocol';
import { told, withFinished, type FinishedHand, type Story } from './history';
import { oddsLines } from './allin';
import { dealerLines, type Line } from './lines';
import { strong } from './words';

export const PROTOCOL = 1;
const LINES_KEPT = 300;

export interface NumberedLine extends Line {
  key: number;
}

export interface Room {
  hello: Hello | null;
  /** The page is older than the server: it must be loaded again. */
  outdated: boolean;
  view: TableView | null;
  preferences: Preferences | null;
  /** What to add to the page's clock to have the server's. */
  ahead: number;
  lines: NumberedLine[];
  /** The talk that stands in the lines: each connection begins with the last of it again. */
  heard: readonly string[];
  /** The dealer's lines of the last update, for reading aloud. */
  news: readonly Line[];
  hands: FinishedHand[];
  /** What the hands were worth, if this hand's were turned up for an all-in. */
  odds: Odds | null;
  /** For how many of its streets the dealer has told them. */
  oddsTold: number;
  story: Story;
  /** The viewer has just lost the seat that was kept for them, and their place on the list. */
  lapsed: boolean;
  /** Requests without an answer yet, by id. */
  pending: ReadonlyMap<string, ClientMessage>;
  refusal: Refused | null;
}

export const EMPTY: Room = {
  hello: null,
  outdated: false,
  view: null,
  preferences: null,
  ahead: 0,
  lines: [],
  heard: [],
  news: [],
  hands: [],
  odds: null,
  oddsTold: 0,
  story: { hand: 0, lines: [] },
  lapsed: false,
  pending: new Map(),
  refusal: null,
};

/** The room after a message that came at `at` on the page's clock. Unknown messages change nothing. */
export function receive(room: Room, message: ServerMessage, at: number): Room {
  switch (message.type) {
    case 'hello':
      return greeted(room, message, at);
    case 'update':
      return updated(room, message, at);
    case 'accepted':
      return { ...room, pending: without(room.pending, message.id), refusal: null };
    case 'refused':
      return { ...room, pending: without(room.pending, message.id), refusal: message };
    case 'said':
      return heard(room, message);
    case 'odds':
      return allIn(room, message);
    default:
      return room;
  }
}

/** The room with a request sent. */
export const asked = (room: Room, message: ClientMessage): Room => ({
  ...room,
  pending: new Map(room.pending).set(message.id, message),
  refusal: null,
});

function greeted(room: Room, hello: Hello, at: number): Room {
  const outdated = hello.protocol !== PROTOCOL || (room.hello !== null && room.hello.build !== hello.build);
  return { ...room, hello, outdated: room.outdated || outdated, ahead: hello.now - at };
}

function updated(room: Room, update: Update, at: number): Room {
  const { view } = update;
  const news = dealerLines(update.events, room.view, view);
  const story = told(room.story, view.hand_number, news);
  const turned = view.clock.turn !== room.view?.clock.turn;
  const seen = withLines(
    {
      ...room,
      view,
      preferences: update.preferences,
      odds: room.odds?.hand === view.hand_number ? room.odds : null,
      oddsTold: room.odds?.hand === view.hand_number ? room.oddsTold : 0,
      ahead: update.now - at,
      news,
      hands: withFinished(room.hands, view, room.view, story),
      story,
      lapsed: lapsed(room, view),
      pending: new Map([...room.pending].filter(([, sent]) => !('turn' in sent) || sent.turn === view.clock.turn)),
      refusal: turned ? null : room.refusal,
    },
    news,
  );
  return withOdds(seen);
}

/** Whether a seat is kept for the viewer no longer, and they neither sit nor wanted that. */
function lapsed(room: Room, view: TableView): boolean {
  const wanted = [...room.pending.values()].some((sent) => sent.type === 'leave_list');
  return room.view?.waiting_list?.kept_until != null && view.waiting_list?.place === null && !wanted;
}

/** The room with the odds of its hand; those that come late or again change nothing. */
function allIn(room: Room, odds: Odds): Room {
  if (room.view?.hand_number !== odds.hand || room.odds !== null) return room;
  return withOdds({ ...room, odds, news: [] });
}

/** The room with the dealer's lines of the odds on the boards that have been seen. */
function withOdds(room: Room): Room {
  if (room.odds === null || room.view === null) return room;
  const board = room.view.hand?.board.length ?? 0;
  const streets = room.odds.streets.filter((street) => street.board <= board);
  const lines = oddsLines(streets.slice(room.oddsTold), room.view);
  return withLines({ ...room, oddsTold: streets.length, news: [...room.news, ...lines] }, lines);
}

/** The room with somebody's talk, unless it was heard before. */
function heard(room: Room, said: Said): Room {
  const key = JSON.stringify([said.at, said.name, said.text]);
  if (room.heard.includes(key)) return room;
  return withLines({ ...room, heard: [...room.heard, key].slice(-LINES_KEPT) }, [talk(said)]);
}

const talk = (said: Said): Line => ({
  kind: 'talk',
  id: said.seat === null ? 'line-talk-spectator' : 'line-talk',
  args: { player: strong(said.name), text: said.text },
});

function withLines(room: Room, lines: readonly Line[]): Room {
  const next = (room.lines.at(-1)?.key ?? 0) + 1;
  const numbered = lines.map((line, index) => ({ ...line, key: next + index }));
  return { ...room, lines: [...room.lines, ...numbered].slice(-LINES_KEPT) };
}

function without(pending: Room['pending'], id: string): Room['pending'] {
  return new Map([...pending].filter(([each]) => each !== id));
}
