import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import type { Framing } from '../wire/framing.ts';
import { exampleServer } from '../example/server.ts';
import { silentLogger } from '../log/index.ts';
import { Pipe, residentMb } from './example.ts';
import { nonsense, seedRandom } from './nonsense.ts';

/** Messages between two signs of life. */
const STRIDE = 1000;
/** Where the runtime has taken the memory it works with; what comes after should cost no more. */
const WARM = 20_000;

let pipe: Pipe | undefined;
afterEach(() => pipe?.kill());

/** Puts a message on the wire as a careless client would: now and then the frame itself is broken. */
function frameBytes(framing: Framing, text: string, roll: number): Buffer {
  const body = Buffer.from(text, roll < 0.1 ? 'latin1' : 'utf8');
  if (framing === 'lines') return Buffer.concat([body, Buffer.from('\n')]);
  const frame = (length: number) => Buffer.concat([Buffer.from(`Content-Length: ${length}\r\n\r\n`), body]);
  if (roll > 0.98) return Buffer.from('Content-Length: lots\r\n\r\n');
  if (roll > 0.97) return Buffer.from(`X-Nothing\r\n\r\n${text}`);
  // Too short or too long: what follows is read as something else until the reader finds its way again.
  if (roll > 0.96) return Buffer.concat([frame(body.length + 20), Buffer.alloc(200, ' ')]);
  if (roll > 0.95) return frame(Math.max(1, body.length - 10));
  return frame(body.length);
}

test.each<[Framing, number, number]>([
  ['lines', 70_000, 20261115],
  ['headers', 30_000, 42],
])(
  'nonsense in %s (%i messages, seed %i) neither stops the server nor fills its memory',
  async (framing, count, seed) => {
    const random = seedRandom(seed);
    // A leak of a few hundred bytes per message would not fit into this heap.
    const peer = (pipe = new Pipe(framing, ['--max-old-space-size=64', '--max-semi-space-size=8']));
    const warm: number[] = [];
    await peer.ask({ jsonrpc: '2.0', id: 'first', method: 'echo', params: { message: 'x' } });
    for (let sent = 0; sent < count; sent++) {
      if (!peer.process.stdin.write(frameBytes(framing, nonsense(random), random()))) {
        await once(peer.process.stdin, 'drain');
      }
      if (sent % STRIDE !== STRIDE - 1) continue;
      const id = `alive ${sent}`;
      const alive = await peer.ask({ jsonrpc: '2.0', id, method: 'echo', params: { message: id } });
      expect(alive).toEqual({ jsonrpc: '2.0', id, result: { message: id } });
      if (sent >= WARM) warm.push(residentMb(peer.process.pid));
    }
    expect(Math.max(...warm.slice(-5)) - Math.max(...warm.slice(0, 5))).toBeLessThan(25);
    expect(await peer.end()).toBe(0);
  },
);

test('nonsense over HTTP is always answered', async () => {
  const random = seedRandom(7);
  const server = exampleServer({ log: silentLogger });
  const { url } = await server.http();
  const post = async () => {
    const text = nonsense(random);
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(random() < 0.2 ? { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' } : {}),
      ...(random() < 0.1 ? { 'mcp-session-id': 'none' } : {}),
    };
    const gone = AbortSignal.timeout(60_000);
    const response = await fetch(url, { method: 'POST', headers, body: text, signal: gone });
    // A subscription is held open; its first event is answer enough.
    if (response.headers.get('content-type') === 'text/event-stream') await response.body?.cancel();
    else await response.arrayBuffer();
    return response.status;
  };
  const statuses = new Set<number>();
  for (let round = 0; round < 100; round++) {
    for (const status of await Promise.all(Array.from({ length: 10 }, post))) statuses.add(status);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(statuses).toContain(200);
  await server.close();
});
