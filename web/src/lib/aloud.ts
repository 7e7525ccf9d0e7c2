// What the keys H, B, P and O read aloud, as one sentence each.

import type { HandView, SeatView, TableView } from '../protocol';
import { amount } from './format';
import { handName } from './hands';
import type { AloudKey } from './keys';
import { ownSeat, podState } from './panel';
import { potName } from './results';
import { cards, text } from './words';

export function aloud(key: AloudKey, view: TableView): string {
  switch (key) {
    case 'own-hand':
      return ownHand(ownSeat(view));
    case 'board':
      return view.hand === null || view.hand.board.length === 0
        ? text('spoken-no-board')
        : text('spoken-board', { cards: cards(view.hand.board) });
    case 'pot':
      return pot(view.hand);
    case 'opponents':
      return opponents(view);
  }
}

function ownHand(seat: SeatView | undefined): string {
  const known = (seat?.cards ?? []).filter((code) => code !== null);
  if (seat === undefined || known.length === 0) return text('spoken-no-cards');
  const args = { cards: cards(known), hand: seat.made === null ? '' : handName(seat.made) };
  return text(seat.made === null ? 'spoken-cards' : 'spoken-hand', args);
}

function pot(hand: HandView | null): string {
  if (hand === null || hand.ended) return text('spoken-no-hand');
  const all = text('spoken-pot', { chips: amount(hand.total_pot) });
  const parts = hand.pots.map((each, index) => `${potName(index, true)} ${amount(each.amount)}`);
  return parts.length < 2 ? all : `${all}: ${parts.join(', ')}`;
}

/** The others at the table from the viewer's left on: chips, what lies in front of them, and what state they are in. */
function opponents(view: TableView): string {
  const from = view.you?.seat ?? 0;
  const order = (seat: number): number => (seat - from + view.seats) % view.seats;
  const others = view.players
    .filter((each) => each.seat !== view.you?.seat)
    .sort((one, other) => order(one.seat) - order(other.seat));
  if (others.length === 0) return text('spoken-nobody');
  return others
    .map((player) => {
      const seat = view.hand?.ended === false ? view.hand.seats.find((each) => each.seat === player.seat) : undefined;
      const state = podState(player, seat);
      const told = [text('spoken-player', { player: player.name, chips: amount(player.chips) })];
      if (seat !== undefined && seat.bet > 0) told.push(text('spoken-bet', { chips: amount(seat.bet) }));
      if (seat?.standing === 'folded') told.push(text('spoken-folded'));
      if (state !== null) told.push(text(`pod-${state}`));
      return told.join(', ');
    })
    .join('. ');
}
