import { expect, test } from 'vitest';
import type { ViewEvent } from '../protocol';
import { dealerLines } from './lines';
import { hand, made, paid, player, share, table } from './samples';
import { text } from './words';

const said = (events: ViewEvent[], view = table(), before = view): string[] =>
  dealerLines(events, before, view).map((line) => text(line.id, line.args));

test('every event of the protocol that is told has its line', () => {
  const view = table({ hand: hand({ board: ['4s', '7s', 'Kd', '3c'] }) });
  const events: ViewEvent[] = [
    { type: 'player_sat', seat: 2, name: 'Bob', chips: 1000 },
    { type: 'chips_added', seat: 2, chips: 40 },
    { type: 'player_sat_out', seat: 2 },
    { type: 'player_back', seat: 2 },
    { type: 'player_leaving', seat: 2 },
    { type: 'player_offline', seat: 2 },
    { type: 'player_online', seat: 2 },
    { type: 'player_timed_out', seat: 2, protected: false },
    { type: 'player_timed_out', seat: 2, protected: true },
    { type: 'table_waits' },
    { type: 'hand_opened', button: 4, seats: [1, 2] },
    { type: 'blind_posted', seat: 2, kind: 'small_blind', amount: 5 },
    { type: 'blind_posted', seat: 2, kind: 'live', amount: 10 },
    { type: 'blind_posted', seat: 2, kind: 'dead', amount: 5 },
    { type: 'acted', seat: 2, action: 'fold', amount: 0, all_in: false },
    { type: 'acted', seat: 1, action: 'check', amount: 0, all_in: false },
    { type: 'acted', seat: 2, action: 'call', amount: 90, all_in: false },
    { type: 'acted', seat: 2, action: 'bet', amount: 90, all_in: false },
    { type: 'acted', seat: 2, action: 'raise', amount: 545, all_in: false },
    { type: 'bet_returned', seat: 2, amount: 85 },
    { type: 'cards_turned_up', hands: [] },
    { type: 'board_seen', cards: ['4s', '7s', 'Kd'] },
    { type: 'board_seen', cards: ['3c'] },
    { type: 'board_seen', cards: ['2h'] },
    { type: 'show_choice', seat: 2 },
    { type: 'hand_shown', seat: 2, cards: ['As'], made: made() },
    { type: 'hand_shown', seat: 2, cards: ['As', 'Kd'], made: null },
    { type: 'hand_mucked', seat: 2 },
  ];
  expect(said(events, view)).toMatchInlineSnapshot(`
    [
      "Bob sits down with 1 000",
      "Bob adds 40",
      "Bob sits out",
      "Bob is back",
      "Bob leaves after this hand",
      "Bob has lost the connection",
      "Bob is connected again",
      "Bob has run out of time",
      "Bob has run out of time and stays in, all-in for what is in the pot",
      "Waiting for players",
      "Hand 7 · button seat 4",
      "Bob posts the small blind 5",
      "Bob posts 10",
      "Bob posts 5 dead",
      "Bob folds",
      "Ann checks",
      "Bob calls 90",
      "Bob bets 90",
      "Bob raises to 545",
      "85 back to Bob",
      "No more betting: hands are turned up",
      "Flop four of spades seven of spades king of diamonds",
      "Turn three of clubs",
      "River two of hearts",
      "Bob, show or muck?",
      "Bob shows pair of kings; low 7-4-3-2-A",
      "Bob shows ace of spades king of diamonds",
      "Bob mucks",
    ]
  `);
});

test('what goes without saying is not said', () => {
  const quiet: ViewEvent[] = [
    { type: 'next_hand', hand: 7, stakes: table().stakes },
    { type: 'cards_dealt', seats: [1, 2], cards: null },
    { type: 'bets_collected' },
    { type: 'rake_paid', amount: 1 },
    { type: 'hand_over' },
  ];
  expect(said(quiet)).toEqual([]);
});

test('an event of a newer server is passed over', () => {
  expect(said([{ type: 'confetti', seat: 2 } as unknown as ViewEvent])).toEqual([]);
});

test('who has left is called by name', () => {
  const after = table({ players: [player(1)] });
  expect(said([{ type: 'player_left', seat: 2 }], after, table())).toEqual(['Bob leaves the table']);
});

test('all-in is told with the act', () => {
  const acts = (['call', 'bet', 'raise'] as const).map(
    (action): ViewEvent => ({ type: 'acted', seat: 2, action, amount: 655, all_in: true }),
  );
  expect(said(acts)).toEqual(['Bob calls 655, all-in', 'Bob bets 655, all-in', 'Bob raises to 655, all-in']);
});

test('the own acts are marked', () => {
  const lines = dealerLines([{ type: 'acted', seat: 1, action: 'fold', amount: 0, all_in: false }], null, table());
  expect(lines[0]?.kind).toBe('own');
});

test('pots are told per half, with odd chip and quarter', () => {
  const main = paid(0, [share(3, 'high', 561), share(2, 'low', 280, 2), share(1, 'low', 280, 2)]);
  const side = paid(1, [share(1, 'high', 343), share(2, 'low', 172, 2, true), share(1, 'low', 171, 2)], [1, 2]);
  const view = table({ hand: hand({ ended: true, results: [side, main] }) });
  expect(said([side, main], view)).toEqual([
    'Side pot, high: Ann 343',
    'Side pot, low: Bob 172 with the odd chip and Ann 171',
    'Main pot, high: Eve 561',
    'Main pot, low: Bob 280 and Ann 280, quartered',
  ]);
  const alone = table({ hand: hand({ ended: true, results: [paid(0, [share(2, 'whole', 15)])] }) });
  expect(said([paid(0, [share(2, 'whole', 15)])], alone)).toEqual(['Bob wins 15 from the pot']);
});
