// The two pages there are, by address.

export type Route = { page: 'lobby' } | { page: 'table'; id: string };

export function route(path: string): Route {
  const found = /^\/table\/([^/]+)\/?$/.exec(path);
  return found?.[1] === undefined ? { page: 'lobby' } : { page: 'table', id: decodeURIComponent(found[1]) };
}

export const tablePath = (id: string): string => `/table/${encodeURIComponent(id)}`;
