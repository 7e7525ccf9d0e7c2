// A table of the lobby in words.

import type { LobbyTable } from '../protocol';
import { amount } from './format';
import { stakesText, structureName } from './stakes';
import { knows, text } from './words';

export interface Description {
  structure: string;
  stakes: string;
  rules: string;
  /** The message on its button. */
  action: string;
}

/** Whether a seat is free for the viewer: one kept for them, or not for somebody else who waits. */
export const hasFreeSeat = (table: LobbyTable): boolean =>
  table.seat_kept_until !== null || table.taken.length + table.waiting < table.seats;

function action(table: LobbyTable): string {
  if (table.your_seat !== null) return 'back-to-seat';
  if (table.seat_kept_until !== null) return 'take-kept-seat';
  if (table.your_place !== null) return 'waiting';
  return hasFreeSeat(table) ? 'take-seat' : 'watch';
}

export function describe(table: LobbyTable): Description {
  const [first] = table.stakes;
  const mixed = table.stakes.length > 1;
  const profile = knows(`profile-${table.profile}`) ? text(`profile-${table.profile}`) : table.profile;
  const rules = text('table-rules', {
    profile,
    cards: table.hole_cards,
    least: amount(table.min_buy_in),
    most: amount(table.max_buy_in),
  });
  return {
    structure: mixed ? text('structure-mixed') : first === undefined ? '' : structureName(first),
    stakes: first === undefined ? '' : stakesText(first),
    rules,
    action: action(table),
  };
}
