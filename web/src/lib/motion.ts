// Motion for what moved in the game. Asked not to move, the page shows everything in its place at once.

import { cubicOut } from 'svelte/easing';
import type { FlyParams } from 'svelte/transition';

const MOVE = 220;

export function motion(params: FlyParams): FlyParams {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return still ? { ...params, duration: 0, delay: 0 } : { duration: MOVE, easing: cubicOut, ...params };
}
