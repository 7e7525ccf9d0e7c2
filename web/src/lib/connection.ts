// One socket to one table that comes back by itself. It knows messages only as objects, and nothing of the game.

import type { ClientMessage, ServerMessage } from '../protocol';
import { backoff } from './backoff';

export type Link = { state: 'connecting' } | { state: 'open' } | { state: 'lost'; attempt: number; retryAt: number };

/** What a connection needs of the browser; tests play it. */
export interface Surroundings {
  open(url: string): WebSocket;
  now(): number;
  random(): number;
  after(ms: number, run: () => void): () => void;
}

export interface Listener {
  link(link: Link): void;
  message(message: ServerMessage): void;
}

export const browser: Surroundings = {
  open: (url) => new WebSocket(url),
  now: () => performance.now(),
  random: Math.random,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export class Connection {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #cancelRetry = (): void => {};
  readonly #url: string;
  readonly #listener: Listener;
  readonly #with: Surroundings;

  constructor(url: string, listener: Listener, surroundings: Surroundings = browser) {
    this.#url = url;
    this.#listener = listener;
    this.#with = surroundings;
  }

  /** Connect, at first or at once instead of at the next planned attempt. */
  start(): void {
    this.stop();
    const socket = this.#with.open(this.#url);
    this.#socket = socket;
    if (this.#attempt === 0) this.#listener.link({ state: 'connecting' });
    socket.onopen = () => this.#listener.link({ state: 'open' });
    socket.onmessage = (event) => {
      this.#attempt = 0; // only a server that speaks counts as one that is back
      this.#listener.message(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => this.lost();
  }

  /** Close for good. */
  stop(): void {
    this.#cancelRetry();
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** The network is gone: say so and try again later. */
  lost(): void {
    this.stop();
    this.#attempt += 1;
    const wait = backoff(this.#attempt, this.#with.random());
    this.#listener.link({ state: 'lost', attempt: this.#attempt, retryAt: this.#with.now() + wait });
    this.#cancelRetry = this.#with.after(wait, () => this.start());
  }

  /** Whether the message could be handed to the network. */
  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }
}
