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
    action: table.your_seat !== null ? 'back-to-seat' : table.taken.length < table.seats ? 'take-seat' : 'watch',
  };
}
