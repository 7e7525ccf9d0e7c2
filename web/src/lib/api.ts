// The room's plain requests: who we are, the lobby, chips.

import type { ApiError, EquityAnswer, EquityRequest, Lobby, Me, PlayedHands } from '../protocol';

/** A request that the room refused, with its code. */
export class ApiRefusal extends Error {
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.code);
    this.error = error;
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(path, init);
  if (response.ok) return (await response.json()) as T;
  const error = (await response.json().catch(() => null)) as ApiError | null;
  throw new ApiRefusal(error ?? { code: 'unknown', detail: String(response.status), where: '', least: null, most: null });
}

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask<T>(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

export const me = (): Promise<Me> => ask('/api/me');
export const rename = (name: string): Promise<Me> => post('/api/me', { name });
export const refill = (): Promise<Me> => post('/api/refill', {});
export const lobby = (): Promise<Lobby> => ask('/api/tables');
/** The last hands at a table that we were dealt in (R9.4). */
export const playedHands = (table: string): Promise<PlayedHands> =>
  ask(`/api/tables/${encodeURIComponent(table)}/hands`);

export const equity = (question: EquityRequest): Promise<EquityAnswer> => post('/api/equity', question);

/** Where the socket of a table is. */
export function socketUrl(table: string): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/tables/${encodeURIComponent(table)}/socket`;
}
