// Motion for what moved in the game. Asked not to move, the page shows everything in its place at once.

import { cubicOut } from 'svelte/easing';
import type { FlyParams, TransitionConfig } from 'svelte/transition';

const MOVE = 220;

/** Whether the viewer asks for things not to move. */
export const still = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function motion(params: FlyParams): FlyParams {
  return still() ? { ...params, duration: 0, delay: 0 } : { duration: MOVE, easing: cubicOut, ...params };
}

interface Way {
  /** What is at the other end: the first thing on the felt that this finds. */
  selector: string;
  /** It is gone when it arrives, and fades on its way, so that it never hides what lies there. */
  vanish?: boolean;
}

/** Chips or cards on their way between where they lie and another thing on the felt. */
export function travel(node: Element, { selector, vanish = false }: Way): TransitionConfig {
  const other = node.closest('.stage')?.querySelector(selector)?.getBoundingClientRect();
  // The viewer's own pod is not on the felt of a phone.
  if (still() || other === undefined || other.width === 0) return { duration: 0 };
  const own = node.getBoundingClientRect();
  const across = other.left + other.width / 2 - own.left - own.width / 2;
  const down = other.top + other.height / 2 - own.top - own.height / 2;
  // What is only seen on its way (`.home`) is seen on its way.
  const css = (here: number, away: number): string =>
    `visibility: visible; transform: translate(${away * across}px, ${away * down}px); opacity: ${vanish ? here : 1}`;
  return { duration: MOVE, easing: cubicOut, css };
}
