// What the dealer says of each event, as messages of the catalogue. Unknown events are passed over in silence.

import type { HandView, PotPaid, ViewEvent } from '../protocol';
import { amount } from './format';
import { handName } from './hands';
import { isQuartered, potName } from './results';
import { capital, cards, listed, marked, strong, text, type Message } from './words';

export interface Line extends Message {
  kind: 'street' | 'dealer' | 'own' | 'talk';
}

/** What the lines take from a view of the table. */
export interface Scene {
  hand_number: number;
  hand: HandView | null;
  players: readonly { seat: number; name: string }[];
  you: { seat: number } | null;
}

/** Whose event it is and how everybody is called, before and after: who left is only in the view before. */
class Names {
  readonly #before: Scene | null;
  readonly #after: Scene;

  constructor(before: Scene | null, after: Scene) {
    this.#before = before;
    this.#after = after;
  }

  of(seat: number): string {
    const player = [...this.#after.players, ...(this.#before?.players ?? [])].find((each) => each.seat === seat);
    return player?.name ?? text('seat-number', { seat });
  }
}

const own = (seat: number, view: Scene): Line['kind'] => (view.you?.seat === seat ? 'own' : 'dealer');

/** The lines for the events of one update. */
export function dealerLines(events: readonly ViewEvent[], before: Scene | null, view: Scene): Line[] {
  const names = new Names(before, view);
  return events.flatMap((event) => linesOf(event, names, view));
}

function linesOf(event: ViewEvent, names: Names, view: Scene): Line[] {
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
    case 'acted': {
      if (event.action === 'protect') return []; // told with the time that was out
      const id = `line-${event.action}${event.all_in ? '-all-in' : ''}`;
      return about(event.seat, id, { chips: amount(event.amount) });
    }
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

/** Flop, turn or river, by where the new cards lie on the board. */
function streetOf(seen: readonly string[], view: Scene): string {
  if (seen.length >= 3) return 'line-flop';
  return view.hand?.board.indexOf(seen[0] ?? '') === 3 ? 'line-turn' : 'line-river';
}

function paid(event: PotPaid, names: Names, view: Scene): Line[] {
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
