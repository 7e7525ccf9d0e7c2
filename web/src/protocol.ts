// The messages of the room, exactly as the server's wire and view types have them.

export type Structure = 'fl' | 'pl' | 'nl';
export type StreetName = 'preflop' | 'flop' | 'turn' | 'river';
export type Half = 'high' | 'low' | 'whole';
export type Standing = 'in' | 'protected' | 'folded';
export type Showing = 'hidden' | 'turned_up' | 'shown' | 'mucked';
export type Waiting = 'nothing' | 'action' | 'show' | 'next_hand';
export type PostKind = 'small_blind' | 'big_blind' | 'live' | 'dead' | 'ante' | 'straddle';
export type ActionKind = 'fold' | 'check' | 'call' | 'bet' | 'raise' | 'protect';

export interface Stakes {
  structure: Structure;
  small_blind: number;
  big_blind: number;
  big_bet: number;
}

export interface Amounts {
  least: number;
  most: number;
}

export interface LegalActions {
  seat: number;
  fold: boolean;
  check: boolean;
  call: number | null;
  bet: Amounts | null;
  raise_to: Amounts | null;
  sizes: [number, number, number, number] | null;
  show: boolean;
  muck: boolean;
}

export interface MadeHalf {
  ranks: string;
  hole: string[];
  board: string[];
}

export interface MadeHand {
  category: string;
  high: MadeHalf;
  low: MadeHalf | null;
  low_needs: number | null;
  counterfeited: string[];
}

export interface SeatView {
  seat: number;
  stack: number;
  bet: number;
  standing: Standing;
  all_in: boolean;
  showing: Showing;
  holding: number;
  cards: (string | null)[] | null;
  made: MadeHand | null;
}

export interface PotView {
  amount: number;
  seats: number[];
}

export interface ShareView {
  seat: number;
  half: Half;
  amount: number;
  ways: number;
  odd: boolean;
}

export interface PotPaid {
  type: 'pot_paid';
  pot: number;
  amount: number;
  seats: number[];
  shares: ShareView[];
}

export interface HandView {
  stakes: Stakes;
  button: number;
  street: StreetName;
  board: string[];
  seats: SeatView[];
  pots: PotView[];
  total_pot: number;
  to_act: number | null;
  at_showdown: boolean;
  ended: boolean;
  legal: LegalActions | null;
  results: PotPaid[];
}

export interface PlayerView {
  seat: number;
  name: string;
  chips: number;
  sitting_out: boolean;
  waiting: boolean;
  leaving: boolean;
  connected: boolean;
}

export interface ClockView {
  waiting: Waiting;
  turn: number;
  seat: number | null;
  deadline: number | null;
  time: number;
  visible: number;
  extended: boolean;
}

export interface YourView {
  seat: number;
  top_up: Amounts | null;
  may_sit_out: boolean;
  may_come_back: boolean;
  may_show: boolean;
  to_play_live: number;
  to_play_dead: number;
  seat_kept_until: number | null;
}

export interface TableView {
  name: string;
  seats: number;
  hole_cards: number;
  stakes: Stakes;
  next_stakes: Stakes;
  hand_number: number;
  button: number | null;
  players: PlayerView[];
  hand: HandView | null;
  clock: ClockView;
  buy_in: Amounts | null;
  you: YourView | null;
}

export type ViewEvent =
  | { type: 'player_sat'; seat: number; name: string; chips: number }
  | { type: 'player_left'; seat: number }
  | { type: 'chips_added'; seat: number; chips: number }
  | { type: 'player_sat_out'; seat: number }
  | { type: 'player_back'; seat: number }
  | { type: 'player_leaving'; seat: number }
  | { type: 'player_offline'; seat: number }
  | { type: 'player_online'; seat: number }
  | { type: 'player_timed_out'; seat: number; protected: boolean }
  | { type: 'next_hand'; hand: number; stakes: Stakes }
  | { type: 'table_waits' }
  | { type: 'hand_opened'; button: number; seats: number[] }
  | { type: 'blind_posted'; seat: number; kind: PostKind; amount: number }
  | { type: 'cards_dealt'; seats: number[]; cards: (string | null)[] | null }
  | { type: 'acted'; seat: number; action: ActionKind; amount: number }
  | { type: 'bet_returned'; seat: number; amount: number }
  | { type: 'bets_collected' }
  | { type: 'cards_turned_up'; hands: [number, string[]][] }
  | { type: 'board_seen'; cards: string[] }
  | { type: 'show_choice'; seat: number }
  | { type: 'hand_shown'; seat: number; cards: string[]; made: MadeHand | null }
  | { type: 'hand_mucked'; seat: number }
  | { type: 'rake_paid'; amount: number }
  | PotPaid
  | { type: 'hand_over' };

export interface Preferences {
  post_now: boolean;
  auto_muck: boolean;
  sit_out_next_hand: boolean;
}

export type ClientMessage =
  | { type: 'fold'; id: string; turn: number }
  | { type: 'check'; id: string; turn: number }
  | { type: 'call'; id: string; turn: number }
  | { type: 'bet'; id: string; turn: number; to: number }
  | { type: 'raise'; id: string; turn: number; to: number }
  | { type: 'show'; id: string; turn: number }
  | { type: 'muck'; id: string; turn: number }
  | { type: 'sit'; id: string; seat: number; chips: number }
  | { type: 'leave'; id: string }
  | { type: 'top_up'; id: string; chips: number }
  | { type: 'sit_out'; id: string }
  | { type: 'come_back'; id: string }
  | { type: 'prefer'; id: string; preferences: Preferences }
  | { type: 'chat'; id: string; text: string };

export interface Hello {
  type: 'hello';
  protocol: number;
  build: string;
  name: string;
  now: number;
}

export interface Update {
  type: 'update';
  seq: number;
  now: number;
  events: ViewEvent[];
  view: TableView;
  preferences: Preferences | null;
}

export interface Accepted {
  type: 'accepted';
  id: string;
  seq: number;
}

export interface Refused {
  type: 'refused';
  id: string;
  code: string;
  least: number | null;
  most: number | null;
  legal: LegalActions | null;
  detail: string;
}

export interface Said {
  type: 'said';
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export type ServerMessage = Hello | Update | Accepted | Refused | Said;

export interface Me {
  name: string;
  chips: number;
  host: boolean;
  refill: number;
  next_refill_at: number | null;
  now: number;
}

export interface LobbyTable {
  id: string;
  name: string;
  profile: string;
  stakes: Stakes[];
  hole_cards: number;
  seats: number;
  taken: number[];
  min_buy_in: number;
  max_buy_in: number;
  average_pot: number | null;
  players_per_flop: number | null;
  hands_per_hour: number | null;
  your_seat: number | null;
}

export interface Lobby {
  now: number;
  online: number;
  tables: LobbyTable[];
}

export interface ApiError {
  code: string;
  detail: string;
  least: number | null;
  most: number | null;
}
