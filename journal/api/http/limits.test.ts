import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitServer, usualLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Connection extends EventEmitter {
  isEnded = false;
  bytesRead = 0;
  destroy(): void {
    this.isEnded = true;
    this.emit('close');
  }
  end(_text: string, done: () => void): void {
    done();
  }
}

const opened = (count: number) => Array.from({ length: count }, () => new Connection());
const ended = (connections: readonly Connection[]) => connections.filter(({ isEnded }) => isEnded).length;

function limited(): Server {
  // As much of a server as is listened to.
  const server = new EventEmitter() as unknown as Server;
  limitServer(server, usualLimits, 1000);
  return server;
}

/** None before its time, all in the end, and never all at once. */
function expectOneByOne(connections: readonly Connection[], least: number): void {
  vi.advanceTimersByTime(least - 10);
  expect(ended(connections)).toBe(0);
  vi.advanceTimersByTime(least / 4);
  expect(ended(connections)).toBeGreaterThan(connections.length / 4);
  expect(ended(connections)).toBeLessThan((connections.length * 3) / 4);
  vi.advanceTimersByTime(least / 4 + 10);
  expect(ended(connections)).toBe(connections.length);
}

it('connections that came together and say nothing are not ended together', () => {
  const server = limited();
  const connections = opened(200);
  for (const each of connections) server.emit('connection', each);
  expectOneByOne(connections, 10_000);
});

it('nor are those with half a request; and one that asked is not ended for its silence', () => {
  const server = limited();
  const connections = opened(200);
  const [whole = new Connection()] = opened(1);
  const request = (socket: Connection, length: string) =>
    server.emit(
      'request',
      Object.assign(new EventEmitter(), { socket, headers: { 'content-length': length }, complete: false }),
      Object.assign(new EventEmitter(), { headersSent: false }),
    );
  const kept = new Set<number>();
  for (const each of [...connections, whole]) {
    server.emit('connection', each);
    request(each, each === whole ? '0' : '5000');
    kept.add(server.keepAliveTimeout);
  }
  expectOneByOne(connections, 30_000);
  expect(whole.isEnded).toBe(false);
  // How long one is kept open after its answer differs too.
  expect(kept.size).toBeGreaterThan(100);
  expect([Math.min(...kept) >= 10_000, Math.max(...kept) <= 15_000]).toEqual([true, true]);
});
