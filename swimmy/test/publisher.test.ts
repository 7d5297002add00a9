// Delivery against peers of every kind: real sockets of libzmq, ones that come and go, and ones that are no peers at all.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { Publisher as ZmqPublisher, Pull, Subscriber } from 'zeromq';
import { describe, expect, test } from 'vitest';
import { createPublisher, NoSubscriber, Withdrawn } from '../gateway/publisher.ts';
import { until } from './support.ts';

const MESSAGE = '((action . "BACKTEST") (request_id . "x"))';

async function boundSubscriber(topic: string): Promise<{ socket: Subscriber; endpoint: string; heard: string[] }> {
  const socket = new Subscriber({ linger: 0 });
  socket.subscribe(topic);
  await socket.bind('tcp://127.0.0.1:*');
  const heard: string[] = [];
  void (async () => {
    for await (const [frame] of socket) heard.push(String(frame));
  })().catch(() => undefined);
  return { socket, endpoint: socket.lastEndpoint ?? '', heard };
}

async function impostor(talk: (socket: Socket) => void): Promise<{ server: Server; endpoint: string }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return { server, endpoint: `tcp://127.0.0.1:${address.port}` };
}

describe('a publisher', () => {
  test('is believed by libzmq, in order, for small and large messages', async () => {
    const { socket, endpoint, heard } = await boundSubscriber('');
    const publisher = createPublisher({ endpoint, kind: 'PUB', patienceMs: 5000 });
    const messages = Array.from({ length: 300 }, (_, i) => `${MESSAGE}${'x'.repeat(i * 40)}`);
    await Promise.all(messages.map((message) => publisher.send(message)));
    await until('all', () => heard.length === messages.length);
    expect(heard).toEqual(messages);
    publisher.close();
    socket.close();
  });

  test('pushes to a PULL socket just as well', async () => {
    const pull = new Pull({ linger: 0 });
    await pull.bind('tcp://127.0.0.1:*');
    const publisher = createPublisher({ endpoint: pull.lastEndpoint ?? '', kind: 'PUSH', patienceMs: 5000 });
    await publisher.send(MESSAGE);
    expect(String((await pull.receive())[0])).toBe(MESSAGE);
    publisher.close();
    pull.close();
  });

  test('does not count a subscriber to something else', async () => {
    const { socket, endpoint, heard } = await boundSubscriber('weather');
    const publisher = createPublisher({ endpoint, kind: 'PUB', patienceMs: 500 });
    await expect(publisher.send(MESSAGE)).rejects.toThrow(NoSubscriber);
    expect(heard).toEqual([]);
    publisher.close();
    socket.close();
  });

  test('waits for a subscriber that comes late, and withdraws what is no longer wanted', async () => {
    const probe = await boundSubscriber('');
    const { endpoint } = probe;
    probe.socket.close();
    const publisher = createPublisher({ endpoint, kind: 'PUB', patienceMs: 10_000 });
    const controller = new AbortController();
    const unwanted = publisher.send('((action . "BACKTEST") never)', controller.signal);
    const wanted = publisher.send(MESSAGE);
    controller.abort();
    await expect(unwanted).rejects.toThrow(Withdrawn);
    const late = new Subscriber({ linger: 0 });
    late.subscribe('');
    // The port is given back a moment after its socket was closed.
    await until('the port', () =>
      late
        .bind(endpoint)
        .then(() => true)
        .catch(() => false),
    );
    // A bound SUB tells its subscription only while its own program polls it.
    const [[frame]] = await Promise.all([late.receive(), wanted]);
    expect(String(frame)).toBe(MESSAGE);
    publisher.close();
    late.close();
  });

  test.each<readonly [string, (socket: Socket) => void]>([
    ['silence', () => undefined],
    ['a web server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'.padEnd(100))],
    ['noise', (socket) => socket.write(Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 256)))],
    ['a peer that hangs up', (socket) => socket.destroy()],
  ])('%s is not a subscriber: refused in time', async (_who, talk) => {
    const { server, endpoint } = await impostor(talk);
    const publisher = createPublisher({ endpoint, kind: 'PUB', patienceMs: 400 });
    await expect(publisher.send(MESSAGE)).rejects.toThrow(NoSubscriber);
    publisher.close();
    server.close();
  });

  test('another publisher at the endpoint is not a subscriber', async () => {
    const other = new ZmqPublisher({ linger: 0 });
    await other.bind('tcp://127.0.0.1:*');
    const publisher = createPublisher({ endpoint: other.lastEndpoint ?? '', kind: 'PUB', patienceMs: 500 });
    await expect(publisher.send(MESSAGE)).rejects.toThrow(/PUB socket|no subscriber/);
    publisher.close();
    other.close();
  });

  test('an invalid endpoint is refused immediately', () => {
    for (const endpoint of ['localhost:5559', 'tcp://host', 'tcp://host:99999', 'http://x:1']) {
      expect(() => createPublisher({ endpoint, kind: 'PUB', patienceMs: 1 })).toThrow(/tcp:\/\/host:port/);
    }
  });
});
