// The page's own clock, ticking while somebody looks at it.

const STEP = 200;

export class Ticker {
  /** Milliseconds on the page's clock. */
  now = $state(performance.now());
  #timer: ReturnType<typeof setInterval> | undefined;

  start(): void {
    this.#timer = setInterval(() => (this.now = performance.now()), STEP);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
