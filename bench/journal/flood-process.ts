// One flood in a process of its own, for the given time. The attacker has no key, or one that may only read.
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { createClient, type JournalClient } from '@zorivest/contract';

export interface FloodJob {
  readonly url: string;
  readonly readerKey: string;
  readonly name: string;
}

export const floods = [
  'nothing',
  'connections that say nothing',
  'connections with half a request',
  'a key that unlocks without end',
  'a key that opens feeds without end',
  'a key that holds 600 connections',
  'a key that reads what is costly',
  'a key that asks for large approvals',
] as const;
type Flood = (typeof floods)[number];

const HALF = 'POST /api/v1/trades HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{';

/** Keeps the given number of connections open: new ones for those that were ended. */
async function keepOpen({ url }: FloodJob, count: number, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  let open = 0;
  for (;;) {
    for (; open < count; open += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.once('close', () => (open -= 1));
      if (text !== '') socket.write(text);
      socket.resume();
    }
    await after(5);
  }
}

const always = async (work: () => Promise<unknown>): Promise<void> => {
  for (;;) await work().catch(() => after(5));
};

const several = (count: number, work: () => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => always(work)));

async function tokenOf({ url, readerKey }: FloodJob): Promise<string> {
  const { session_token } = await createClient({ baseUrl: url }).auth.unlock({ body: { api_key: readerKey } });
  return session_token;
}

const works: Readonly<Record<Flood, (job: FloodJob, client: JournalClient) => Promise<unknown>>> = {
  nothing: () => new Promise(() => {}),
  'connections that say nothing': (job) => keepOpen(job, 2000, ''),
  'connections with half a request': (job) => keepOpen(job, 2000, HALF),
  'a key that unlocks without end': (job) => several(16, () => tokenOf(job)),
  'a key that opens feeds without end': (_job, client) =>
    several(16, async () => {
      for await (const _event of await client.system.events()) await after(1);
    }),
  'a key that holds 600 connections': async (job) => {
    const token = await tokenOf(job);
    const bearer = `Host: localhost\r\nAuthorization: Bearer ${token}\r\n`;
    await keepOpen(job, 600, `GET /api/v1/service/status HTTP/1.1\r\n${bearer}\r\n`);
  },
  'a key that reads what is costly': (_job, client) => {
    let turn = 0;
    return several(8, () => client.analytics.drawdown({ query: { simulations: 50_000 + (turn++ % 1000) } }));
  },
  'a key that asks for large approvals': (job) => {
    const body = JSON.stringify({ operation: 'trades.create', body: { notes: 'x'.repeat(900_000) } });
    return several(8, async () => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(job)}` };
      await (await fetch(`${job.url}/api/v1/approvals`, { method: 'POST', headers, body })).text();
    });
  },
};

process.once('message', (job: FloodJob) => {
  const client = createClient({ baseUrl: job.url, auth: { kind: 'key', apiKey: job.readerKey } });
  void works[job.name as Flood](job, client);
  process.send?.('running');
});
process.once('disconnect', () => process.exit());
