// The pages there are, by address.

export type Route = { page: 'lobby' | 'odds' | 'none' } | { page: 'table'; id: string };

/** What stands at an address; the room answers the same addresses with the page, and any other with status 404. */
export function route(path: string): Route {
  if (path === '/') return { page: 'lobby' };
  if (path === '/odds') return { page: 'odds' };
  const table = /^\/table\/([^/]+)$/.exec(path)?.[1];
  if (table === undefined) return { page: 'none' };
  try {
    return { page: 'table', id: decodeURIComponent(table) };
  } catch {
    return { page: 'none' }; // a percent sign that stands for nothing
  }
}

/** Links stay links: with a key held, and with another mouse button, they open another tab. */
export function follow(event: MouseEvent, path: string, go: (path: string) => void): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(path);
}

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
