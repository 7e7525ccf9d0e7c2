// Who the browser is, and the chips in the account.

import type { Me } from '../protocol';
import { ApiRefusal, me, refill, rename } from './api';

class Account {
  me = $state.raw<Me | null>(null);
  /** Why the last change was refused: a code of the catalogue. */
  refusal = $state<string | null>(null);

  #loading: Promise<void> | null = null;

  /** Ask who we are. A first visit makes a guest, so it is never asked twice at once. */
  load = (): Promise<void> => {
    this.#loading ??= this.#take(me).finally(() => (this.#loading = null));
    return this.#loading;
  };
  rename = (name: string): Promise<void> => this.#take(() => rename(name));
  refill = (): Promise<void> => this.#take(refill);

  async #take(ask: () => Promise<Me>): Promise<void> {
    this.refusal = null;
    try {
      this.me = await ask();
    } catch (error) {
      this.refusal = error instanceof ApiRefusal ? error.error.code : 'offline';
    }
  }
}

export const account = new Account();
