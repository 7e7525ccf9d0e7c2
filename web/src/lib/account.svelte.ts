// Who the browser is, and the chips in the account.

import type { Me } from '../protocol';
import { ApiRefusal, me, refill, rename } from './api';

class Account {
  me = $state.raw<Me | null>(null);
  /** Why the last change was refused: a code of the catalogue. */
  refusal = $state<string | null>(null);

  load = (): Promise<void> => this.#take(me);
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
