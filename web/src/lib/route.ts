// The pages there are, by address.

export type Route = { page: 'lobby' } | { page: 'odds' } | { page: 'table'; id: string };

export function route(path: string): Route {
  if (/^\/odds\/?$/.test(path)) return { page: 'odds' };
  const found = /^\/table\/([^/]+)\/?$/.exec(path);
  return found?.[1] === undefined ? { page: 'lobby' } : { page: 'table', id: decodeURIComponent(found[1]) };
}

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
