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

const openConnections = (count: number) => Array.from({ length: count }, () => new Connection());
const countEnded = (connections: readonly Connection[]) => connections.filter(({ isEnded }) => isEnded).length;

function limitedServer(): Server {
  // As much of a server as is listened to.
  const server = new EventEmitter() as unknown as Server;
  limitServer(server, usualLimits, 1000);
  return server;
}

/** None before its time, all in the end, and never all at once. */
function expectOneByOne(connections: readonly Connection[], least: number): void {
  vi.advanceTimersByTime(least - 10);
  expect(countEnded(connections)).toBe(0);
  // A flood that comes back as it is let go comes in no second as more than a tenth of itself.
  for (let before = 0, second = 0; second < 3 * (least / 1000); second += 1, before = countEnded(connections)) {
    vi.advanceTimersByTime(1000);
    expect(countEnded(connections) - before).toBeLessThan(connections.length / 10);
  }
  vi.advanceTimersByTime(10);
  expect(countEnded(connections)).toBe(connections.length);
}

it('connections that came together and say nothing are not ended together', () => {
  const server = limitedServer();
  const connections = openConnections(1000);
  for (const each of connections) server.emit('connection', each);
  expectOneByOne(connections, 10_000);
});

it('nor are those with half a request; and one that asked is not ended for its silence', () => {
  const server = limitedServer();
  const connections = openConnections(1000);
  const [whole = new Connection()] = openConnections(1);
  const request = (socket: Connection, length: string, response = new EventEmitter()) =>
    server.emit(
      'request',
      Object.assign(new EventEmitter(), { socket, headers: { 'content-length': length }, complete: false }),
      Object.assign(response, { headersSent: false }),
    );
  for (const each of [...connections, whole]) {
    server.emit('connection', each);
    request(each, each === whole ? '0' : '5000');
  }
  expectOneByOne(connections, 30_000);
  expect(whole.isEnded).toBe(false);
});

it('each stays open for a time of its own after its answer, the time it announced, though all came before the first answer', () => {
  const server = limitedServer();
  const answers = openConnections(1000).map((socket) => {
    const announced = server.keepAliveTimeout;
    const response = new EventEmitter();
    const answer = { announced, response, effective: 0 };
    // As Node's own, which is there before ours.
    response.on('finish', () => (answer.effective = server.keepAliveTimeout));
    server.emit('request', Object.assign(new EventEmitter(), { socket, headers: {} }), response);
    return answer;
  });
  for (const { response } of answers) response.emit('finish');
  const effective = answers.slice(1).map((answer) => answer.effective);
  expect(effective).toEqual(answers.slice(1).map(({ announced }) => announced));
  expect(new Set(effective).size).toBeGreaterThan(500);
  expect([Math.min(...effective) >= 10_000, Math.max(...effective) <= 40_000]).toEqual([true, true]);
  // One after the other it differs as well.
  const one = () => {
    const [announced, response] = [server.keepAliveTimeout, new EventEmitter()];
    server.emit('request', Object.assign(new EventEmitter(), { socket: new Connection(), headers: {} }), response);
    response.emit('finish');
    return announced;
  };
  expect(new Set(Array.from({ length: 100 }, one)).size).toBeGreaterThan(90);
});
