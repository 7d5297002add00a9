// How long what must be answered at once takes while something else runs: health, the guard, sessions and confirmation
// tokens, beside a bare HTTP server that is asked in turn with them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { JournalClient } from '@zorivest/contract';
import { memoryOf, type Served } from './book.ts';
import type { Load } from './loads.ts';

const GOAL_MS = 100;
const GOAL_RATIO = 5;

const CONTROL: readonly ((client: JournalClient) => Promise<unknown>)[] = [
  (client) => client.system.health(),
  (client) => client.guard.status(),
  (client) => client.guard.check(),
  (client) => client.auth.status(),
  (client) => client.confirmations.issue({ body: { action: 'delete_trade', params_summary: 'bench' } }),
];

interface Taken {
  readonly ours: number[];
  readonly probe: number[];
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Asks in turns until the work is done, and at least for as long as it takes to say something about one in a hundred. */
async function askDuring(served: Served, probe: string, work: Promise<unknown>, least: number): Promise<Taken> {
  const taken: Taken = { ours: [], probe: [] };
  const done = new AbortController();
  void work.finally(() => done.abort());
  for (let n = 0; !done.signal.aborted || taken.ours.length < least; n += 1) {
    taken.probe.push(await elapsed(async () => (await fetch(probe)).text()));
    const ask = CONTROL[n % CONTROL.length] ?? CONTROL[0];
    taken.ours.push(await elapsed(async () => ask?.(served.client)));
  }
  return taken;
}

export async function latencyTable(
  served: Served,
  loads: readonly Load[],
  seconds: number,
  line: (...cells: string[]) => void,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'probe.ts'));
  const [probe] = (await once(child, 'message')) as [string];
  line('while', 'answers', 'p99', 'most', 'probe p99', 'ratio', 'most memory, MB');
  line('---', '---', '---', '---', '---', '---', '---');
  /** Until the time is up, then to the end of what it is at. */
  const keepOn = async ({ run }: Load) => {
    const until = performance.now() + seconds * 1000;
    for (let turn = 1; performance.now() < until; turn += 1) await run(served.person, turn).catch(() => {});
  };
  const measure = async (name: string, work: Promise<unknown>) => {
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(served.pid)?.all ?? 0);
    }, 100);
    const { ours, probe: bare } = await askDuring(served, probe, work, 500);
    clearInterval(look);
    const [p99, bare99] = [at(ours, 0.99), at(bare, 0.99)];
    const missed = p99 > GOAL_MS || p99 > bare99 * GOAL_RATIO;
    const ratio = `${(p99 / bare99).toFixed(1)}${missed ? ` (goal ${GOAL_MS} ms, ${GOAL_RATIO})` : ''}`;
    line(
      name,
      String(ours.length),
      p99.toFixed(1),
      Math.max(...ours).toFixed(1),
      bare99.toFixed(1),
      ratio,
      most.toFixed(0),
    );
  };
  try {
    await measure('nothing', Promise.resolve());
    for (const load of loads) await measure(load.name, keepOn(load));
    await measure('all of it together', Promise.all(loads.map(keepOn)));
  } finally {
    child.disconnect();
  }
  console.log('');
}
