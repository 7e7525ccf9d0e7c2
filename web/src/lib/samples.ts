// Views for the tests of this folder, each made from the few fields that its test is about.

import type {
  HandView,
  LegalActions,
  MadeHand,
  PlayerView,
  PotPaid,
  SeatView,
  ShareView,
  TableView,
} from '../protocol';

export const legal = (over: Partial<LegalActions> = {}): LegalActions => ({
  seat: 1,
  fold: false,
  check: false,
  call: null,
  call_wins: null,
  bet: null,
  raise_to: null,
  sizes: null,
  show: false,
  muck: false,
  ...over,
});

export const seat = (number: number, over: Partial<SeatView> = {}): SeatView => ({
  seat: number,
  stack: 1000,
  bet: 0,
  put_in: 0,
  standing: 'in',
  all_in: false,
  showing: 'hidden',
  holding: 4,
  cards: null,
  made: null,
  ...over,
});

export const hand = (over: Partial<HandView> = {}): HandView => ({
  stakes: { structure: 'pl', small_blind: 5, big_blind: 10, big_bet: 0 },
  button: 1,
  street: 'preflop',
  board: [],
  seats: [seat(1), seat(2)],
  pots: [],
  total_pot: 0,
  to_act: null,
  at_showdown: false,
  ended: false,
  legal: null,
  results: [],
  ...over,
});

export const player = (number: number, over: Partial<PlayerView> = {}): PlayerView => ({
  seat: number,
  name: ['Ann', 'Bob', 'Eve'][number - 1] ?? `P${number}`,
  chips: 1000,
  sitting_out: false,
  dealt: true,
  waiting: false,
  leaving: false,
  connected: true,
  ...over,
});

export const table = (over: Partial<TableView> = {}): TableView => ({
  name: 'Ladoga',
  seats: 10,
  hole_cards: 4,
  stakes: { structure: 'pl', small_blind: 5, big_blind: 10, big_bet: 0 },
  next_stakes: { structure: 'pl', small_blind: 5, big_blind: 10, big_bet: 0 },
  hand_number: 7,
  button: 1,
  players: [player(1), player(2), player(3)],
  hand: null,
  clock: { waiting: 'nothing', turn: 0, seat: null, deadline: null, time: 0, visible: 0, extended: false },
  buy_in: null,
  waiting_list: null,
  you: {
    seat: 1,
    top_up: null,
    may_sit_out: true,
    may_come_back: false,
    may_show: false,
    to_play_live: 0,
    to_play_dead: 0,
    seat_kept_until: null,
  },
  ...over,
});

export const made = (over: Partial<MadeHand> = {}): MadeHand => ({
  category: 'pair',
  high: { ranks: 'KA74', hole: ['As', 'Ks'], board: ['4s', '7s', 'Kd'] },
  low: { ranks: '7432A', hole: ['As', '2d'], board: ['4s', '7s', '3c'] },
  low_needs: 0,
  counterfeited: [],
  ...over,
});

export const share = (number: number, half: ShareView['half'], amount: number, ways = 1, odd = false): ShareView => ({
  seat: number,
  half,
  amount,
  ways,
  odd,
});

export const paid = (pot: number, shares: ShareView[], seats = [1, 2, 3]): PotPaid => ({
  type: 'pot_paid',
  pot,
  amount: shares.reduce((sum, each) => sum + each.amount, 0),
  seats,
  shares,
});
