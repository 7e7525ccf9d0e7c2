import { expect, test } from 'vitest';
import type { Refused, ServerMessage, TableView, Update, ViewEvent } from '../protocol';
import { net } from './results';
import { asked, EMPTY, PROTOCOL, receive, type Room } from './room';
import { hand, paid, seat, share, table } from './samples';
import { text } from './words';

const update = (view: TableView, events: ViewEvent[] = [], now = 5000): Update => ({
  type: 'update',
  seq: 1,
  now,
  events,
  view,
  preferences: null,
});
const hello = (build: string, protocol = PROTOCOL): ServerMessage => ({
  type: 'hello',
  protocol,
  build,
  name: 'Ann',
  now: 5000,
});
const after = (...messages: ServerMessage[]): Room =>
  messages.reduce<Room>((room, message) => receive(room, message, 100), EMPTY);
const atTurn = (turn: number): TableView =>
  table({ clock: { ...table().clock, waiting: 'action', turn, seat: 1, deadline: 9000 } });
const refused: Refused = {
  type: 'refused',
  id: 'a',
  code: 'stale_turn',
  least: null,
  most: null,
  legal: null,
  detail: '',
};

test('the last view is the truth, and the clock is the server’s', () => {
  const room = after(update(table()), update(atTurn(3), [], 7000));
  expect(room.view?.clock.turn).toBe(3);
  expect(room.ahead).toBe(6900);
});

test('another protocol or another build makes the page old', () => {
  expect(after(hello('a')).outdated).toBe(false);
  expect(after(hello('a'), hello('a')).outdated).toBe(false);
  expect(after(hello('a'), hello('b')).outdated).toBe(true);
  expect(after(hello('a', PROTOCOL + 1)).outdated).toBe(true);
});

test('a message of a newer server changes nothing', () => {
  expect(after({ type: 'weather' } as unknown as ServerMessage)).toEqual(EMPTY);
});

test('the odds of an all-in belong to their hand', () => {
  const seat = { seat: 1, shares: { equity: 1, scoop: 1, high: 1, high_tie: 0, low: 0, low_tie: 0, quartered: 0 } };
  const odds: ServerMessage = { type: 'odds', hand: 7, streets: [{ board: 4, no_low: 1, seats: [seat] }] };
  const now = table({ hand_number: 7, hand: hand({ board: ['4s', '7s', 'Kd', '3c'] }) });
  const told = after(update(now), odds);
  expect(told.odds?.streets[0]?.board).toBe(4);
  expect(told.lines.map((line) => line.id)).toEqual(['line-odds-4']);
  expect(receive(told, odds, 0)).toBe(told);
  expect(receive(told, update(now), 0).odds).not.toBeNull();
  expect(receive(told, update(table({ hand_number: 8 })), 0).odds).toBeNull();
  expect(after(update(table({ hand_number: 8 })), odds).odds).toBeNull();
});

test('the odds of a street are told when it is seen', () => {
  const streets = [0, 3, 4].map((board) => ({ board, no_low: 0.5, seats: [] }));
  const board = ['4s', '7s', 'Kd', '3c', '2h'];
  const seen = (cards: number): ServerMessage =>
    update(table({ hand_number: 7, hand: hand({ board: board.slice(0, cards) }) }));
  let room = after(seen(0), { type: 'odds', hand: 7, streets });
  const told = (): string[] => room.lines.map((line) => line.id);
  expect(told()).toEqual(['line-odds-0']);
  room = receive(room, seen(3), 0);
  room = receive(room, seen(3), 0);
  expect(told()).toEqual(['line-odds-0', 'line-odds-3']);
  room = receive(room, seen(5), 0);
  expect(told()).toEqual(['line-odds-0', 'line-odds-3', 'line-odds-4']);
  expect(room.news.map((line) => line.id)).toEqual(['line-odds-4']);
});

test('a request is pending until its answer', () => {
  const sent = asked(after(update(table())), { type: 'leave', id: 'a' });
  expect(sent.pending.size).toBe(1);
  expect(receive(sent, { type: 'accepted', id: 'a', seq: 2 }, 0).pending.size).toBe(0);
  const answered = receive(sent, refused, 0);
  expect(answered.pending.size).toBe(0);
  expect(answered.refusal?.code).toBe('stale_turn');
});

test('a move is no longer pending once the turn is over, whoever ended it', () => {
  const sent = asked(after(update(atTurn(3))), { type: 'call', id: 'a', turn: 3 });
  expect(receive(sent, update(atTurn(3)), 0).pending.size).toBe(1);
  expect(receive(sent, update(atTurn(4)), 0).pending.size).toBe(0);
});

test('a refusal is forgotten with the next turn', () => {
  const room = receive(after(update(atTurn(3))), refused, 0);
  expect(receive(room, update(atTurn(3)), 0).refusal).not.toBeNull();
  expect(receive(room, update(atTurn(4)), 0).refusal).toBeNull();
});

test('talk and dealer stand in one list with keys of their own', () => {
  const room = after(
    update(table(), [{ type: 'player_sat', seat: 2, name: 'Bob', chips: 1000 }]),
    { type: 'said', name: 'Bob', seat: 2, text: 'hello { $all }', at: 0 },
    { type: 'said', name: 'Zoe', seat: null, text: 'hi', at: 0 },
  );
  expect(room.lines.map((line) => [line.key, text(line.id, line.args)])).toEqual([
    [1, 'Bob sits down with 1\u202f000'],
    [2, 'Bob hello { $all }'],
    [3, 'Zoe, looking on: hi'],
  ]);
});

test('finished hands are kept, newest first, with what they brought, wherever the page came in', () => {
  const ended = table({
    hand: hand({
      ended: true,
      seats: [seat(1, { stack: 1045, put_in: 45 }), seat(2, { stack: 955, put_in: 45 })],
      results: [paid(0, [share(1, 'whole', 90)])],
    }),
  });
  const room = after(update(ended), update(ended));
  expect(room.hands).toHaveLength(1);
  expect(room.hands[0]?.seats.map((each) => net(each, room.hands[0]?.results ?? []))).toEqual([45, -45]);
  expect(room.hands[0]?.names.get(2)).toBe('Bob');
});

test('who sits down where somebody left is not told that the hand before was theirs', () => {
  const ended = table({ hand: hand({ ended: true }) });
  const room = after(update({ ...ended, you: null }), update(ended));
  expect(room.hands[0]?.you).toBeNull();
});

test('a finished hand has what the dealer said of it, and nothing of the hand before', () => {
  const raised: ViewEvent = { type: 'acted', seat: 1, action: 'raise', amount: 30, all_in: false };
  const opened: ViewEvent = { type: 'hand_opened', button: 1, seats: [1, 2] };
  const over = table({ hand_number: 8, hand: hand({ ended: true }) });
  const room = after(
    update(table({ hand: hand() }), [opened, raised]),
    update(table({ hand_number: 8, hand: hand() }), [opened]),
    update(over, [{ type: 'acted', seat: 2, action: 'fold', amount: 0, all_in: false }]),
  );
  expect(room.hands[0]?.lines.map((line) => text(line.id, line.args))).toEqual(['Hand 8 · button Ann', 'Bob folds']);
});

test('what was said before is not told again after a reconnect, and stays in its order', () => {
  const said = (at: number, words: string): ServerMessage => ({
    type: 'said',
    name: 'Bob',
    seat: 2,
    text: words,
    at,
  });
  const left: ViewEvent = { type: 'player_left', seat: 3 };
  const room = after(
    hello('a'),
    said(1, 'hi'),
    update(table(), [left]),
    said(2, 'hi'),
    hello('a'),
    update(table()),
    said(1, 'hi'),
    said(2, 'hi'),
    said(3, 'while you were away'),
  );
  expect(room.lines.map((line) => text(line.id, line.args))).toEqual([
    'Bob hi',
    'Eve leaves the table',
    'Bob hi',
    'Bob while you were away',
  ]);
});

test('who did not take the seat that was kept has lost it, for one update; who sat down or gave it up has not', () => {
  const list = { length: 1, place: null, kept_until: null, may_sit: false };
  const kept = update(table({ you: null, waiting_list: { ...list, place: 1, kept_until: 9000, may_sit: true } }));
  const gone = update(table({ you: null, waiting_list: list }));
  expect(after(gone).lapsed).toBe(false);
  expect(after(kept, gone).lapsed).toBe(true);
  expect(after(kept, gone, gone).lapsed).toBe(false);
  expect(after(kept, update(table())).lapsed).toBe(false);
  const room = asked(after(kept), { type: 'leave_list', id: 'a' });
  expect(receive(room, gone, 100).lapsed).toBe(false);
});
