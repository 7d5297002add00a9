// Simulated hosts of a fleet: each queues a snapshot a round and pushes it, as `mcp-perf-server push` does. A snapshot depends
// only on the host and the round, so that a process that was killed continues where it was.
// Arguments: address of the store, folder, hosts, rounds, milliseconds a round.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PushQueue } from '../fleet/queue.ts';
import { madeMinute } from './fleet-data.ts';

const [url = '', folder = '', hosts = '', rounds = '', every = ''] = process.argv.slice(2);
const token = process.env['MCP_PERF_TOKEN'] ?? '';
const signal = new AbortController().signal;
const period = Number(every);

async function play(host: number): Promise<void> {
  const home = join(folder, `host-${host}`);
  mkdirSync(home, { recursive: true });
  const played = join(home, 'played');
  const queue = new PushQueue(home);
  // Not all in the same moment.
  await sleep((host * period) / Number(hosts));
  for (let round = existsSync(played) ? Number(readFileSync(played, 'utf8')) : 0; round < Number(rounds); round++) {
    const started = performance.now();
    await queue.add(madeMinute(host, round), `host-${host}`, {}, new Date());
    const sending = performance.now();
    const { sent, waiting } = await queue.flush(url, token, signal);
    if (sent === 1 && waiting === 0) appendFileSync(join(folder, 'ms'), `${performance.now() - sending}\n`);
    writeFileSync(played, String(round + 1));
    await sleep(Math.max(0, period - (performance.now() - started)));
  }
  while ((await queue.flush(url, token, signal)).waiting > 0) await sleep(200);
}

await Promise.all(Array.from({ length: Number(hosts) }, (_, host) => play(host)));
