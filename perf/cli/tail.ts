// tail: what is added to logs, as a snapshot a minute.
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../config/config.ts';
import { tokenOf } from '../fleet/open-store.ts';
import { PushQueue } from '../fleet/queue.ts';
import { type Slice, Tail } from '../fleet/tail.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { ingest } from '../snapshot/ingest.ts';
import { asSentence, plural } from '../text/format.ts';
import { type Commands, type CommonFlags, durationOf, type Shell } from './shell.ts';

interface Flags extends CommonFlags {
  readonly every: number;
  readonly to?: string;
  readonly host: string;
  readonly fromStart?: boolean;
  readonly once?: boolean;
}

export function addTail({ add, run, cwd }: Commands, env: Environment, signal: AbortSignal): void {
  add(
    'tail <logs...>',
    'follow logs through rotation and restarts: added records become a snapshot, stored here or pushed to the store of a fleet',
    'tail /var/log/mysql/slow.log /var/log/nginx/access.log --every 60s --to https://perf.example:7677',
  )
    .option('--every <time>', 'how often, e.g. 30s or 5m', durationOf, 60_000)
    .option('--to <url>', 'push each snapshot there; the token is in MCP_PERF_TOKEN')
    .option('--host <name>', 'the name of this machine in the store', hostname())
    .option('--from-start', 'also read what the logs already contain, not only new records')
    .option('--once', 'read new records once and exit, for cron')
    .action((logs: string[], flags: Flags) =>
      run(flags.json, async (shell) => {
        const { app, screen } = shell;
        const { to } = flags;
        const token = to === undefined ? '' : tokenOf(env);
        const queue = new PushQueue(app.config.home);
        const tail = new Tail(
          logs.map((log) => resolve(cwd, log)),
          app.config.home,
          flags.fromStart === true,
        );
        let snapshots = 0;
        for (;;) {
          const { slices, gaps, more } = await tail.look();
          for (const gap of gaps) screen.note(gap);
          const snapshot = slices.length === 0 ? null : await snapshotOf(slices, shell, signal);
          if (snapshot !== null) {
            if (to === undefined)
              await app.store.put(snapshot.snapshot, { host: flags.host }, snapshot.counts, app.config.retention);
            else await queue.add(snapshot.snapshot, flags.host, {}, app.now());
            snapshots++;
          }
          await tail.done();
          const sent = to === undefined ? null : await queue.flush(to, token, signal);
          if (snapshot !== null && flags.json !== true)
            screen.line(
              `${app.now().toISOString().slice(0, 19)}Z  ${snapshot.snapshot.id.slice(0, 16)}  ${snapshot.counts.endpoints} ${plural(snapshot.counts.endpoints, 'endpoint')}, ${snapshot.counts.queries} ${plural(snapshot.counts.queries, 'query', 'queries')}${sent === null ? '' : `; ${sent.sent} sent, ${sent.waiting} waiting`}`,
            );
          if (sent !== null && sent.problem !== null)
            screen.note(`${asSentence(sent.problem)} The waiting snapshots stay queued.`);
          if (more) continue;
          if (flags.once === true || signal.aborted) break;
          await sleep(flags.every, undefined, { signal }).catch(() => {});
          if (signal.aborted) break;
        }
        return { result: { snapshots }, print: () => {} };
      }),
    );
}

type IngestedSlices = {
  readonly snapshot: Snapshot;
  readonly counts: { endpoints: number; queries: number; spans: number };
};

/** Null where the added records are of no known format; that is then reported. */
async function snapshotOf(
  slices: readonly Slice[],
  { app, screen }: Pick<Shell, 'app' | 'screen'>,
  signal: AbortSignal,
): Promise<IngestedSlices | null> {
  const result = await ingest(
    slices.map(({ path }) => ({ path })),
    { config: app.config, signal, now: app.now, progress: () => {} },
  );
  if (!result.ok) {
    for (const [i, { ok, errors }] of result.results.entries())
      if (!ok) screen.note(`What was added to ${slices[i]!.log} cannot be read and is left out: ${errors.join('; ')}`);
    // One unreadable log must not discard the others.
    const readable = slices.filter((_, i) => result.results[i]!.ok);
    return readable.length === 0 || readable.length === slices.length
      ? null
      : snapshotOf(readable, { app, screen }, signal);
  }
  const logOf = new Map(slices.map(({ path, log }) => [path, log]));
  const sources = result.snapshot.sources.map((source) => ({ ...source, path: logOf.get(source.path) ?? source.path }));
  return { snapshot: { ...result.snapshot, sources }, counts: result.counts };
}
