// One table as the page holds it: the connection, what was received, and what the player does.

import type { ClientMessage, LegalActions, Preferences, ServerMessage, Update } from '../protocol';
import { Connection, type Link, type Listener } from './connection';
import { nextId } from './ids';
import { answer, keep, price, type Wish, type WishKind } from './preactions';
import type { Line } from './lines';
import { still } from './motion';
import { Playout } from './playout';
import { asked, EMPTY, receive, type Room } from './room';

type Without<Key extends string, Message> = Message extends unknown ? Omit<Message, Key> : never;
type Request = Without<'id', ClientMessage>;
/** What the player asks at a turn; the turn itself is added here. */
export type Move = { type: 'fold' | 'check' | 'call' | 'show' | 'muck' } | { type: 'bet' | 'raise'; to: number };

const NO_PREFERENCES: Preferences = { post_now: false, auto_muck: false, sit_out_next_hand: false };

export class Table implements Listener {
  room = $state.raw<Room>(EMPTY);
  online = $state.raw<Link>({ state: 'connecting' });
  wish = $state.raw<Wish | null>(null);

  readonly view = $derived(this.room.view);
  readonly preferences = $derived(this.room.preferences ?? NO_PREFERENCES);
  /** Whether an answer to this turn's move is awaited. */
  readonly busy = $derived([...this.room.pending.values()].some((sent) => 'turn' in sent));
  readonly legal = $derived<LegalActions | null>(this.room.view?.hand?.legal ?? null);

  readonly #connection: Connection;
  #fresh = false;
  #postNow: boolean | null = null;
  readonly #playout = new Playout((updates, at) => this.#show(updates, at));

  constructor(url: string) {
    this.#connection = new Connection(url, this);
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#playout.stop();
    this.#connection.stop();
  }

  /** The browser says that the network is gone. */
  networkLost(): void {
    if (this.online.state !== 'lost') this.#connection.lost();
  }

  /** The network is there again, or somebody looks at the page again: no need to wait for the next attempt. */
  networkBack(): void {
    if (this.online.state === 'lost') this.#connection.start();
  }

  link(link: Link): void {
    this.online = link;
    this.#fresh = link.state === 'open';
  }

  message(message: ServerMessage): void {
    if (message.type !== 'update') {
      this.room = receive(this.room, message, performance.now());
      return;
    }
    this.#playout.take(message, performance.now(), this.view, still() || this.#fresh);
  }

  #show(updates: readonly Update[], at: number): void {
    let news: readonly Line[] = [];
    for (const update of updates) {
      this.room = receive(this.room, update, at);
      news = [...news, ...this.room.news];
    }
    this.room = { ...this.room, news }; // all of it is read aloud
    if (this.#fresh) this.#askAgain();
    this.#fresh = false;
    if (this.#postNow !== null && this.view?.you != null) {
      this.prefer({ post_now: this.#postNow });
      this.#postNow = null;
    }
    this.#grant();
  }

  /** Answer the turn: not into a lost connection, and not again while an answer is under way. */
  move(move: Move): void {
    if (this.busy || this.view === null || this.online.state !== 'open') return;
    this.wish = null;
    this.ask({ ...move, turn: this.view.clock.turn });
  }

  ask(request: Request): void {
    const message = { ...request, id: nextId() } as ClientMessage;
    // Talk is the one thing that is not asked again after a lost connection: it might be heard twice.
    if (message.type !== 'chat') this.room = asked(this.room, message);
    this.#connection.send(message);
  }

  /** Take a seat. How to pay the first blind is a setting that only who has a seat can make. */
  sit(seat: number, chips: number, postNow: boolean): void {
    this.#postNow = postNow;
    this.ask({ type: 'sit', seat, chips });
  }

  /** Play again, and pay for it now or wait for the big blind. */
  comeBack(postNow: boolean): void {
    this.prefer({ post_now: postNow });
    this.ask({ type: 'come_back' });
  }

  prefer(change: Partial<Preferences>): void {
    this.ask({ type: 'prefer', preferences: { ...this.preferences, ...change } });
  }

  /** Choose what to do when the turn comes, or take it back. */
  choose(kind: WishKind): void {
    const { view } = this;
    if (view?.hand == null || view.you === null) return;
    const chosen = { kind, price: price(view.hand, view.you.seat), hand: view.hand_number, street: view.hand.street };
    this.wish = this.wish?.kind === kind ? null : chosen;
  }

  /** Ids are answered again by the server, so that what was under way when the connection broke is done once. */
  #askAgain(): void {
    for (const message of this.room.pending.values()) this.#connection.send(message);
  }

  #grant(): void {
    const { view, wish } = this;
    if (wish === null || view?.hand == null || view.you === null) {
      this.wish = null;
      return;
    }
    const kept = keep(wish, view.hand, view.hand_number, view.you.seat);
    this.wish = kept;
    if (kept === null || this.legal === null) return;
    const type = answer(kept, this.legal);
    this.wish = null;
    if (type !== null) this.move({ type });
  }
}
