// When updates are shown: at once, but for the stages of an all-in, and for what happens at the table beside them.

import type { TableView, Update } from '../protocol';
import { stages, STAGE } from './runout';

interface Waiting {
  update: Update;
  /** When it came, on the page's clock. */
  at: number;
  /** It is a further stage: the one before is looked at first. */
  pause: boolean;
}

export class Playout {
  #waiting: Waiting[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #show: (updates: readonly Update[], at: number) => void;

  /** `show` is called with one update, or with all that are shown together. */
  constructor(show: (updates: readonly Update[], at: number) => void) {
    this.#show = show;
  }

  /** An update came at `at`; `before` is the view that is shown, `still` whether all is to be shown at once. */
  take(update: Update, at: number, before: TableView | null, still: boolean): void {
    const last = this.#waiting.at(-1);
    // Somebody buys chips or leaves while the hand is looked at. The next hand, or a new connection, waits for nothing.
    if (last !== undefined && !still && goesOn(last.update, update)) {
      this.#waiting.push({ update, at, pause: false });
      return;
    }
    const found = still ? [update] : stages(update, before);
    this.#waiting.push(...found.map((stage, index) => ({ update: stage, at, pause: index > 0 })));
    this.#next(this.#waiting.length - found.length + 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Show the first `least`, and what need not wait behind them. */
  #next(least: number): void {
    clearTimeout(this.#timer);
    const end = this.#waiting.findIndex((each, index) => index >= least && each.pause);
    const shown = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    const at = shown.at(-1)?.at;
    if (at !== undefined) this.#show(shown.map((each) => each.update), at);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#next(1), STAGE);
  }
}

const goesOn = (last: Update, next: Update): boolean =>
  next.events.length > 0 && next.view.hand_number === last.view.hand_number && next.view.hand?.ended === true;
