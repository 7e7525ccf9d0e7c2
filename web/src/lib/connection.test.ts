import { expect, test } from 'vitest';
import type { ServerMessage } from '../protocol';
import { backoff } from './backoff';
import { Connection, type Link } from './connection';

class Socket {
  readyState = 1;
  sent: string[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send = (data: string): void => void this.sent.push(data);
  close = (): void => void (this.closed = true);
}

function setUp() {
  const sockets: Socket[] = [];
  const links: Link[] = [];
  const messages: ServerMessage[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const connection = new Connection(
    'ws://room/socket',
    { link: (link) => links.push(link), message: (message) => messages.push(message) },
    {
      open: () => {
        const socket = new Socket();
        sockets.push(socket);
        return socket as unknown as WebSocket;
      },
      now: () => 1000,
      random: () => 1,
      after: (ms, run) => {
        const timer = { ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
  );
  return { connection, sockets, links, messages, timers };
}

test('messages go both ways', () => {
  const { connection, sockets, links, messages } = setUp();
  connection.start();
  sockets[0]?.onopen?.();
  sockets[0]?.onmessage?.({ data: '{"type":"accepted","id":"a","seq":3}' });
  expect(connection.send({ type: 'leave', id: 'b' })).toBe(true);
  expect(links.map((link) => link.state)).toEqual(['connecting', 'open']);
  expect(messages).toEqual([{ type: 'accepted', id: 'a', seq: 3 }]);
  expect(sockets[0]?.sent).toEqual(['{"type":"leave","id":"b"}']);
});

test('a lost connection is tried again, each time later, until the server speaks', () => {
  const { connection, sockets, links, timers } = setUp();
  connection.start();
  for (const wait of [500, 1000, 2000]) {
    sockets.at(-1)?.onclose?.();
    expect(timers.at(-1)?.ms).toBe(wait);
    timers.splice(0).forEach((timer) => timer.run());
  }
  expect(links.at(-1)).toEqual({ state: 'lost', attempt: 3, retryAt: 3000 });
  sockets.at(-1)?.onopen?.();
  sockets.at(-1)?.onmessage?.({ data: '{"type":"accepted","id":"a","seq":3}' });
  sockets.at(-1)?.onclose?.();
  expect(links.at(-1)).toMatchObject({ attempt: 1 });
});

test('trying at once cancels the planned attempt', () => {
  const { connection, sockets, timers } = setUp();
  connection.start();
  sockets[0]?.onclose?.();
  connection.start();
  expect(timers).toEqual([]);
  expect(sockets).toHaveLength(2);
});

test('a closed connection stays closed and sends nothing', () => {
  const { connection, sockets, timers } = setUp();
  connection.start();
  connection.stop();
  expect(sockets[0]?.closed).toBe(true);
  expect(sockets[0]?.onclose).toBeNull();
  expect(timers).toEqual([]);
  expect(connection.send({ type: 'leave', id: 'b' })).toBe(false);
});

test('waiting is spread by chance and has an end', () => {
  expect([backoff(1, 0), backoff(1, 1), backoff(4, 1), backoff(30, 1)]).toEqual([250, 500, 4000, 10_000]);
});
