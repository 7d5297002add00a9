// How long what must be answered immediately takes while something else runs: health, the guard, sessions and confirmation
// tokens, compared with a bare HTTP server that is asked in turn with them. The longest answer is named with its moment, and with
// how long this process itself was held up at most: what it did not measure it must not be blamed on the service.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { JournalClient } from '@zorivest/contract';
import { flooredPercentile } from '../measure.ts';
import { memoryOf, passphrase, type RunningService } from './running-service.ts';
import type { LoadJob } from './load-process.ts';
import { loads } from './loads.ts';

const GOAL_MS = 100;
const GOAL_RATIO = 5;

type Ask = (client: JournalClient, person: JournalClient) => Promise<unknown>;

const CONTROL: readonly (readonly [name: string, ask: Ask])[] = [
  ['health', (client) => client.system.health()],
  ['guard status', (client) => client.guard.status()],
  ['guard check', (client) => client.guard.check()],
  ['session status', (client) => client.auth.status()],
  ['token', (client) => client.confirmations.issue({ body: { action: 'delete_trade', params_summary: 'bench' } })],
  ['guard lock', (client) => client.guard.lock()],
  // A key may unlock only a limited number of times an hour.
  ['guard unlock', (_, person) => person.guard.unlock()],
];

interface Answer {
  readonly name: string;
  readonly ms: number;
  /** Seconds since the work began. */
  readonly at: number;
}

interface LatencySamples {
  readonly ours: Answer[];
  readonly probe: Answer[];
  /** How long this process could not even begin to measure, at most. */
  readonly heldUpMs: number;
}

/** Asks in turns until the work is done, and at least for as long as it takes to say something about one in a hundred. */
async function askDuring(
  served: RunningService,
  probe: string,
  work: Promise<unknown>,
  least: number,
): Promise<LatencySamples> {
  const began = performance.now();
  const [ours, bare]: [Answer[], Answer[]] = [[], []];
  const done = new AbortController();
  void work.finally(() => done.abort());
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const take = async (list: Answer[], name: string, ask: () => Promise<unknown>) => {
    const started = performance.now();
    // A connection that was idle may be closed just as it is used; the second try counts as part of the first.
    await ask().catch(ask);
    list.push({ name, ms: performance.now() - started, at: (started - began) / 1000 });
  };
  for (let n = 0; !done.signal.aborted || ours.length < least; n += 1) {
    await take(bare, 'probe', async () => (await fetch(probe)).text());
    const [name, ask] = CONTROL[n % CONTROL.length] as (typeof CONTROL)[number]; // below its length
    await take(ours, name, () => ask(served.client, served.person));
  }
  delay.disable();
  return { ours, probe: bare, heldUpMs: delay.max / 1e6 };
}

const longest = (answers: readonly Answer[]): Answer => answers.toSorted((a, b) => b.ms - a.ms)[0] as Answer; // there are some

const formatAnswer = ({ name, ms, at: moment }: Answer): string =>
  `${ms.toFixed(1)} (${name} at ${moment.toFixed(1)} s)`;

interface LatencyOptions {
  readonly statementBytes: number;
  /** How long each load lasts. */
  readonly seconds: number;
}

export async function latencyTable(
  served: RunningService,
  { statementBytes, seconds }: LatencyOptions,
  line: (...cells: string[]) => void,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'probe.ts'));
  const [probe] = (await once(child, 'message')) as [string];
  // With limits on, as a careful person has them, a check is a durable write too.
  const limits = { is_enabled: true, calls_per_minute_limit: 10_000, calls_per_hour_limit: 100_000 };
  await served.client.guard.configure({ body: limits });
  line('while', 'answers', 'p99', 'most', 'probe p99', 'probe most', 'held up here', 'ratio', 'most memory, MB');
  line('---', '---', '---', '---', '---', '---', '---', '---', '---');
  const keepUp = async (name: string): Promise<void> => {
    const load = fork(join(import.meta.dirname, 'load-process.ts'));
    const job: LoadJob = { url: served.url, passphrase, name, statementBytes, seconds };
    load.send(job);
    await once(load, 'exit');
  };
  const measure = async (name: string, work: Promise<unknown>) => {
    let most = 0;
    const look = setInterval(() => {
      most = Math.max(most, memoryOf(served.pid)?.all ?? 0);
    }, 100);
    const { ours, probe: bare, heldUpMs } = await askDuring(served, probe, work, 500);
    clearInterval(look);
    const [p99, bare99] = [ours, bare].map((answers) =>
      flooredPercentile(
        answers.map(({ ms }) => ms),
        0.99,
      ),
    ) as [number, number];
    const missed = p99 > GOAL_MS || p99 > bare99 * GOAL_RATIO;
    const ratio = `${(p99 / bare99).toFixed(1)}${missed ? ` (goal ${GOAL_MS} ms, ${GOAL_RATIO})` : ''}`;
    line(
      name,
      String(ours.length),
      p99.toFixed(1),
      formatAnswer(longest(ours)),
      bare99.toFixed(1),
      longest(bare).ms.toFixed(1),
      heldUpMs.toFixed(1),
      ratio,
      most.toFixed(0),
    );
  };
  try {
    await measure('nothing', Promise.resolve());
    const names = loads(statementBytes).map(({ name }) => name);
    for (const name of names) await measure(name, keepUp(name));
    await measure('all of it together', Promise.all(names.map(keepUp)));
  } finally {
    child.disconnect();
  }
  console.log('');
}
