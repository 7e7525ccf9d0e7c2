// Buttons that appear take a press only after a moment: it may have been meant for what stood there before.

export const ARMING = 300;

/** Run `ready` once the moment is over; the answer takes it back. */
export function armed(ready: () => void): () => void {
  const timer = setTimeout(ready, ARMING);
  return () => clearTimeout(timer);
}
