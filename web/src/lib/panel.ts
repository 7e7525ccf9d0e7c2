// Which of its faces the own panel shows. Everything it asks is in the view.

import type { HandView, PlayerView, SeatView, TableView, WaitingListView } from '../protocol';
import { seatNumbers } from './seats';

export type Face =
  | 'watch' // no seat: look on, or choose one
  | 'turn' // fold, check or call, raise
  | 'show' // show or muck
  | 'before' // decide beforehand
  | 'leaving' // about to fold and leave
  | 'all_in' // in the hand, and nothing more to decide
  | 'results' // the hand has ended, and the viewer was in it or looks on
  | 'rebuy' // no chips left
  | 'away' // sitting out
  | 'wait' // a newcomer or returner, not dealt in yet
  | 'idle'; // folded, or not in a hand

/** The viewer's part in the hand: not that of who had the seat before. */
export const ownSeat = (view: TableView): SeatView | undefined =>
  ownPlayer(view)?.dealt ? view.hand?.seats.find((seat) => seat.seat === view.you?.seat) : undefined;

export const ownPlayer = (view: TableView): PlayerView | undefined =>
  view.players.find((player) => player.seat === view.you?.seat);

/** The numbers of the seats where nobody sits. */
export const freeSeats = (view: TableView): number[] =>
  seatNumbers(view.seats).filter((number) => !view.players.some((player) => player.seat === number));

/** The waiting list, for who has to wait for a seat: who could just sit down has not. */
export const listToShow = ({ waiting_list: list }: TableView): WaitingListView | null =>
  list !== null && (list.place !== null || !list.may_sit) ? list : null;

/** Whether the panel of who looks on has the last hand's results: in the pause, and where there is no list to show. */
export function looksBack(view: TableView): boolean {
  const list = listToShow(view);
  return list === null || (list.kept_until === null && view.clock.waiting === 'next_hand');
}

/** Whether everybody sees the cards at a seat. */
export const faceUp = (seat: SeatView | undefined): boolean =>
  seat?.showing === 'shown' || seat?.showing === 'turned_up';

export type PodState = 'offline' | 'leaving' | 'sits-out' | 'waits' | 'all-in';

/** What is to be said of a player besides the chips; `seat` is theirs in a hand that runs. Who sits out plays that hand on. */
export function podState(player: PlayerView, seat: SeatView | undefined): PodState | null {
  const plays = seat !== undefined && seat.standing !== 'folded';
  if (!player.connected) return 'offline';
  if (player.leaving) return 'leaving';
  if (player.sitting_out && !plays) return 'sits-out';
  if (player.waiting) return 'waits';
  return seat?.all_in === true ? 'all-in' : null;
}

/** Whether more can be bet: somebody's turn to bet is or will come. */
const betting = (hand: HandView): boolean =>
  !hand.ended && !hand.at_showdown && !hand.seats.some((seat) => seat.showing === 'turned_up');

export type Rest = 'showdown' | 'others-to-act' | 'no-more-betting' | 'you-are-all-in';

/** What to say to who has nothing more to decide in a hand that still runs. */
export function rest(hand: HandView): Rest {
  if (hand.at_showdown) return 'showdown';
  if (hand.to_act !== null) return 'others-to-act';
  const bettors = hand.seats.filter((seat) => seat.standing !== 'folded' && !seat.all_in);
  return betting(hand) && bettors.length > 1 ? 'you-are-all-in' : 'no-more-betting';
}

export function face(view: TableView): Face {
  const hand = view.hand;
  const player = ownPlayer(view);
  if (view.you === null || player === undefined) return 'watch';
  const seat = ownSeat(view);
  if (hand !== null && seat !== undefined) {
    if (hand.legal?.show || hand.legal?.muck) return 'show';
    if (hand.legal !== null) return 'turn';
    // What came out stands there until the next hand, and longer for who plays it.
    const played = view.clock.waiting === 'next_hand' || (!player.sitting_out && player.chips > 0);
    if (hand.ended && played) return 'results';
    if (!hand.ended && seat.standing !== 'folded') {
      if (!betting(hand) || seat.all_in || seat.showing !== 'hidden') return 'all_in';
      return player.leaving ? 'leaving' : 'before';
    }
  }
  if (player.chips === 0 && (seat === undefined || hand === null || hand.ended)) return 'rebuy';
  if (player.sitting_out) return 'away';
  return player.waiting ? 'wait' : 'idle';
}
