// The pages there are, by address.

export type Route = { page: 'lobby' } | { page: 'odds' } | { page: 'table'; id: string };

export function route(path: string): Route {
  if (/^\/odds\/?$/.test(path)) return { page: 'odds' };
  const found = /^\/table\/([^/]+)\/?$/.exec(path);
  return found?.[1] === undefined ? { page: 'lobby' } : { page: 'table', id: decodeURIComponent(found[1]) };
}

/** Links stay links: with a key held, and with another mouse button, they open another tab. */
export function follow(event: MouseEvent, path: string, go: (path: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(path);
}

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
