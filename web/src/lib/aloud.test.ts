import { expect, test } from 'vitest';
import { aloud } from './aloud';
import { hand, made, player, seat, table } from './samples';

const own = seat(1, { cards: ['As', '2d', 'Ks', '9h'] });

test('the own hand, and what it makes', () => {
  const cards = 'Your cards: ace of spades two of diamonds king of spades nine of hearts';
  expect(aloud('own-hand', table({ hand: hand({ seats: [own] }) }))).toBe(cards);
  const flop = table({ hand: hand({ seats: [{ ...own, made: made() }] }) });
  expect(aloud('own-hand', flop)).toBe(`${cards}. pair of kings; low 7-4-3-2-A`);
  expect(aloud('own-hand', table())).toBe('You have no cards.');
});

test('the board', () => {
  expect(aloud('board', table({ hand: hand({ board: ['4s', '7s', 'Kd'] }) }))).toBe(
    'Board: four of spades seven of spades king of diamonds',
  );
  expect(aloud('board', table({ hand: hand() }))).toBe('No board yet.');
});

test('the pot, and the pots that it is', () => {
  expect(aloud('pot', table({ hand: hand({ total_pot: 1365 }) }))).toBe('Pot 1\u202f365');
  const pots = [
    { amount: 300, seats: [1, 2, 3] },
    { amount: 65, seats: [1, 2] },
  ];
  expect(aloud('pot', table({ hand: hand({ total_pot: 365, pots }) }))).toBe('Pot 365: main pot 300, side pot 65');
  expect(aloud('pot', table({ hand: hand({ ended: true }) }))).toBe('No hand is being played.');
});

test('the others, from the left of the viewer on', () => {
  const view = table({
    players: [player(1), player(2), player(3, { sitting_out: true }), player(9)],
    you: { ...table().you!, seat: 2 },
    hand: hand({ seats: [seat(1, { standing: 'folded' }), seat(2), seat(9, { bet: 90, all_in: true })] }),
  });
  expect(aloud('opponents', view)).toBe('Eve, 1\u202f000, sits out. P9, 1\u202f000, bet 90, all-in. Ann, 1\u202f000, folded');
  expect(aloud('opponents', table({ players: [player(1)] }))).toBe('Nobody else is at the table.');
});
