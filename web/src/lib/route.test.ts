import { expect, test } from 'vitest';
import { route, tablePath } from './route';

test.each([
  ['/', { page: 'lobby' }],
  ['/odds', { page: 'odds' }],
  ['/table/ladoga', { page: 'table', id: 'ladoga' }],
  [tablePath('a/b c'), { page: 'table', id: 'a/b c' }],
])('%s is a page', (path, page) => expect(route(path)).toEqual(page));

test.each(['/nowhere', '/odds/', '/table/', '/table/ladoga/', '/table/ladoga/hands', '/table/%'])(
  '%s is none',
  (path) => expect(route(path)).toEqual({ page: 'none' }),
);
