// An all-in is played out at once by the server and shown street by street: its update is cut into stages, each an
// update of its own. What a stage shows is the last view less what had not happened yet.

import type { HandView, PotView, TableView, Update } from '../protocol';
import { fromMain, wonBy } from './results';

export const STAGE = 1500; // milliseconds that each is looked at

const STREETS = { 0: 'preflop', 3: 'flop', 4: 'turn', 5: 'river' } as const;

/** The update itself, or its stages: hands turned up, each street, what came of it; `shown` is the view before it. */
export function stages(update: Update, shown: TableView | null): Update[] {
  const { events, view } = update;
  const up = events.findIndex((event) => event.type === 'cards_turned_up');
  const streets = events.flatMap((event, index) => (event.type === 'board_seen' && index > up ? [index] : []));
  const last = streets.at(-1);
  if (up < 0 || last === undefined || view.hand?.ended !== true) return [update];
  const cuts = [...streets, last + 1, events.length];
  let board = view.hand.board.length - events.slice(up).reduce((sum, event) => sum + dealt(event), 0);
  return cuts.map((cut, index) => {
    const part = events.slice(cuts[index - 1] ?? 0, cut);
    if (index > 0) board += part.reduce((sum, event) => sum + dealt(event), 0);
    return { ...update, events: part, view: index === cuts.length - 1 ? view : before(view, board, shown) };
  });
}

const dealt = (event: Update['events'][number]): number => (event.type === 'board_seen' ? event.cards.length : 0);

/** The table when so many cards lay on the board and no pot had been paid. */
function before(view: TableView, board: number, shown: TableView | null): TableView {
  const { hand } = view;
  if (hand === null) return view;
  const { results } = hand;
  const clock = { ...view.clock, waiting: 'nothing', seat: null, deadline: null } as const;
  // Who has lost everything sits out, and who wanted to has left: but not yet.
  const players = (shown ?? view).players.map((each) => {
    const seat = hand.seats.find((other) => other.seat === each.seat);
    return seat === undefined ? each : { ...each, chips: seat.stack - wonBy(each.seat, results) };
  });
  const you = shown?.you ?? view.you;
  return { ...view, clock, players, you, buy_in: you === null ? view.buy_in : null, hand: handBefore(hand, board) };
}

function handBefore(hand: HandView, board: number): HandView {
  const { results } = hand;
  const pots: PotView[] = fromMain(results).map(({ amount, seats }) => ({ amount, seats }));
  const seats = hand.seats.map((seat) => {
    const stack = seat.stack - wonBy(seat.seat, results);
    const live = seat.standing !== 'folded';
    return { ...seat, stack, all_in: live && stack === 0, made: null };
  });
  return {
    ...hand,
    board: hand.board.slice(0, board),
    street: STREETS[board as keyof typeof STREETS],
    seats,
    pots,
    total_pot: pots.reduce((sum, pot) => sum + pot.amount, 0),
    ended: false,
    results: [],
  };
}
