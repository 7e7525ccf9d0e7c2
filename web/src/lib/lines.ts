// What the dealer says of each event, as messages of the catalogue. Unknown events are passed over in silence.

import type { PotPaid, TableView, ViewEvent } from '../protocol';
import { amount } from './format';
import { handName } from './hands';
import { isQuartered, potName } from './results';
import { capital, cards, listed, marked, strong, text, type Message } from './words';

export interface Line extends Message {
  kind: 'street' | 'dealer' | 'own' | 'talk';
}

/** Whose event it is and how everybody is called, before and after: who left is only in the view before. */
class Names {
  readonly #before: TableView | null;
  readonly #after: TableView;

  constructor(before: TableView | null, after: TableView) {
    this.#before = before;
    this.#after = after;
  }

  of(seat: number): string {
    const player = [...this.#after.players, ...(this.#before?.players ?? [])].find((each) => each.seat === seat);
    return player?.name ?? text('seat-number', { seat });
  }
}

const own = (seat: number, view: TableView): Line['kind'] => (view.you?.seat === seat ? 'own' : 'dealer');

/** The lines for the events of one update. */
export function dealerLines(events: readonly ViewEvent[], before: TableView | null, view: TableView): Line[] {
  const names = new Names(before, view);
  return events.flatMap((event) => linesOf(event, names, view));
}

function linesOf(event: ViewEvent, names: Names, view: TableView): Line[] {
  const about = (seat: number, id: string, args: Message['args'] = {}): Line[] => [
    { kind: own(seat, view), id, args: { player: strong(names.of(seat)), ...args } },
  ];
  switch (event.type) {
    case 'player_sat':
      return about(event.seat, 'line-player-sat', { chips: amount(event.chips) });
    case 'chips_added':
      return about(event.seat, 'line-chips-added', { chips: amount(event.chips) });
    case 'player_left':
    case 'player_sat_out':
    case 'player_back':
    case 'player_leaving':
    case 'player_offline':
    case 'player_online':
    case 'show_choice':
    case 'hand_mucked':
      return about(event.seat, `line-${event.type.replaceAll('_', '-')}`);
    case 'player_timed_out':
      return about(event.seat, event.protected ? 'line-protected' : 'line-timed-out');
    case 'table_waits':
      return [{ kind: 'dealer', id: 'line-table-waits' }];
    case 'hand_opened': {
      const args = { hand: amount(view.hand_number), button: names.of(event.button) };
      return [{ kind: 'street', id: 'line-hand-opened', args }];
    }
    case 'blind_posted':
      return about(event.seat, `line-post-${event.kind.replaceAll('_', '-')}`, { chips: amount(event.amount) });
    case 'acted':
      return acted(event, names, view);
    case 'bet_returned':
      return about(event.seat, 'line-bet-returned', { chips: amount(event.amount) });
    case 'cards_turned_up':
      return [{ kind: 'dealer', id: 'line-cards-turned-up' }];
    case 'board_seen':
      return [{ kind: 'street', id: streetOf(event.cards, view), args: { cards: cards(event.cards) } }];
    case 'hand_shown':
      return event.made === null
        ? about(event.seat, 'line-shows-cards', { cards: cards(event.cards) })
        : about(event.seat, 'line-shows', { hand: handName(event.made) });
    case 'pot_paid':
      return paid(event, names, view);
    default:
      return [];
  }
}

function acted(event: Extract<ViewEvent, { type: 'acted' }>, names: Names, view: TableView): Line[] {
  // Who folded or was protected is told by other lines too; all-in is told with the act that made it so.
  const allIn = view.hand?.seats.some((each) => each.seat === event.seat && each.all_in) ?? false;
  const way = allIn && ['call', 'bet', 'raise'].includes(event.action) ? '-all-in' : '';
  if (event.action === 'protect') return [];
  const args = { player: strong(names.of(event.seat)), chips: amount(event.amount) };
  return [{ kind: own(event.seat, view), id: `line-${event.action}${way}`, args }];
}

/** Flop, turn or river, by where the new cards lie on the board. */
function streetOf(seen: readonly string[], view: TableView): string {
  if (seen.length >= 3) return 'line-flop';
  return view.hand?.board.indexOf(seen[0] ?? '') === 3 ? 'line-turn' : 'line-river';
}

function paid(event: PotPaid, names: Names, view: TableView): Line[] {
  const several = (view.hand?.results.length ?? 1) > 1;
  const name = potName(event.pot, several);
  return (['whole', 'high', 'low'] as const).flatMap((half): Line[] => {
    const shares = event.shares.filter((share) => share.half === half);
    if (shares.length === 0) return [];
    const winners = shares.map((share) => {
      const args = { player: strong(names.of(share.seat)), chips: amount(share.amount) };
      const wins = half === 'whole' ? 'share-wins' : 'share';
      return marked(share.odd ? `${wins}-with-odd-chip` : wins, args);
    });
    const kind = shares.some((share) => own(share.seat, view) === 'own') ? 'own' : 'dealer';
    const id = `line-pot-${half}${shares.every((share) => isQuartered(share, event)) ? '-quartered' : ''}`;
    const pot = half === 'whole' ? name : capital(name);
    return [{ kind, id, args: { pot, winners: listed(winners) } }];
  });
}
