import { expect, test } from 'vitest';
import type { TableView } from '../protocol';
import { face, freeSeats, listToShow, looksBack, podState, rest, type Face, type PodState, type Rest } from './panel';
import { hand, legal, player, seat, table } from './samples';

const own = (over: object, seats = [player(1, over), player(2)]): Partial<TableView> => ({ players: seats });

test.each<[Face, string, Partial<TableView>]>([
  ['watch', 'no seat', { you: null, hand: hand() }],
  ['turn', 'the turn to bet', { hand: hand({ legal: legal({ fold: true, call: 10 }) }) }],
  [
    'show',
    'the choice at the showdown',
    { hand: hand({ legal: legal({ show: true, muck: true }), at_showdown: true }) },
  ],
  ['before', 'somebody else’s turn', { hand: hand({ to_act: 2 }) }],
  ['leaving', 'about to fold and leave', { hand: hand({ to_act: 2 }), ...own({ leaving: true }) }],
  ['idle', 'on the seat of one who has left', { hand: hand({ ended: true }), ...own({ dealt: false }) }],
  ['all_in', 'all-in oneself', { hand: hand({ seats: [seat(1, { all_in: true, stack: 0 }), seat(2)], to_act: 2 }) }],
  ['all_in', 'hands turned up', { hand: hand({ seats: [seat(1), seat(2, { showing: 'turned_up' })] }) }],
  ['all_in', 'a showdown that waits for others', { hand: hand({ at_showdown: true }) }],
  ['idle', 'folded', { hand: hand({ seats: [seat(1, { standing: 'folded' }), seat(2)], to_act: 2 }) }],
  ['results', 'the end of the hand', { hand: hand({ ended: true }) }],
  [
    'results',
    'all chips just lost',
    {
      hand: hand({ ended: true }),
      clock: { ...table().clock, waiting: 'next_hand' },
      ...own({ chips: 0 }),
    },
  ],
  ['rebuy', 'all chips lost', { hand: hand({ ended: true }), ...own({ chips: 0 }) }],
  [
    'all_in',
    'no chips behind, and the hand still runs',
    {
      hand: hand({ seats: [seat(1, { all_in: true, stack: 0 }), seat(2)] }),
      ...own({ chips: 0 }),
    },
  ],
  ['away', 'sitting out', { hand: hand({ seats: [seat(2), seat(3)] }), ...own({ sitting_out: true }) }],
  ['wait', 'a newcomer', { hand: hand({ seats: [seat(2), seat(3)] }), ...own({ waiting: true }) }],
  ['idle', 'between hands', {}],
])('%s: %s', (expected, _why, over) => expect(face(table(over))).toBe(expected));

const allIn = (number: number) => seat(number, { all_in: true, stack: 0 });

test.each<[Rest, string, Parameters<typeof hand>[0]]>([
  ['others-to-act', 'another player still decides', { seats: [allIn(1), seat(2), seat(3)], to_act: 2 }],
  ['others-to-act', 'one is left who decides', { seats: [allIn(1), seat(2)], to_act: 2 }],
  ['you-are-all-in', 'two others may still bet', { seats: [allIn(1), seat(2), seat(3)] }],
  ['no-more-betting', 'one is left with chips', { seats: [allIn(1), seat(2), seat(3, { standing: 'folded' })] }],
  ['no-more-betting', 'hands turned up', { seats: [allIn(1), seat(2, { showing: 'turned_up' }), seat(3)] }],
  ['showdown', 'the showdown', { seats: [allIn(1), seat(2)], at_showdown: true, to_act: 2 }],
])('nothing to decide, %s: %s', (expected, _why, over) => expect(rest(hand(over))).toBe(expected));

test.each<[PodState | null, string, Parameters<typeof player>[1], Parameters<typeof seat>[1] | null]>([
  [null, 'sitting out from the next hand on, cards still live', { sitting_out: true }, {}],
  ['all-in', 'the same, all-in', { sitting_out: true }, { all_in: true, stack: 0 }],
  ['sits-out', 'sitting out and folded', { sitting_out: true }, { standing: 'folded' }],
  ['sits-out', 'sitting out, not dealt in', { sitting_out: true }, null],
  ['offline', 'no connection, cards still live', { connected: false }, {}],
  ['waits', 'a newcomer', { waiting: true }, null],
])('a pod says %s: %s', (expected, _why, who, cards) =>
  expect(podState(player(1, who), cards === null ? undefined : seat(1, cards))).toBe(expected),
);

const list = (over: object = {}) => ({ length: 2, place: null, kept_until: null, may_sit: false, ...over });

test.each<[boolean, string, object | null]>([
  [false, 'a seat of one’s own', null],
  [false, 'a free seat', list({ may_sit: true })],
  [true, 'a full table', list()],
  [true, 'a place on the list', list({ place: 2 })],
  [true, 'a seat that is kept', list({ place: 1, kept_until: 1000, may_sit: true })],
])('the list is shown, %s: %s', (expected, _why, waiting_list) =>
  expect(listToShow(table({ waiting_list } as Partial<TableView>)) !== null).toBe(expected),
);

test.each<[boolean, string, 'nothing' | 'next_hand', object]>([
  [true, 'in the pause at a full table', 'next_hand', list()],
  [false, 'at a full table where no hand begins', 'nothing', list()],
  [true, 'at a table with a free seat where no hand begins', 'nothing', list({ may_sit: true })],
  [false, 'while a seat is kept', 'next_hand', list({ place: 1, kept_until: 1000, may_sit: true })],
])('the results stay, %s: %s', (expected, _why, waiting, waiting_list) => {
  const clock = { ...table().clock, waiting };
  expect(looksBack(table({ waiting_list, clock } as Partial<TableView>))).toBe(expected);
});

test('the free seats', () => {
  expect(freeSeats(table({ seats: 5, players: [player(2), player(4)] }))).toEqual([1, 3, 5]);
});
