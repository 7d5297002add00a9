// The logs of a collection: copies only what the requests caused, and spaces the requests so that a log can separate them.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectPlan } from './params.ts';

/** A log as it was before the first request. */
export interface LogBefore {
  readonly type: 'mysql_slow_log' | 'postgres_log' | 'access_log';
  readonly path: string;
  readonly size: number;
  readonly inode: number;
}

export async function logsBefore(plan: CollectPlan): Promise<LogBefore[]> {
  const named: readonly (readonly [LogBefore['type'], string | null])[] = [
    ['mysql_slow_log', plan.slowLog],
    ['postgres_log', plan.postgresLog],
    ['access_log', plan.accessLog],
  ];
  return Promise.all(
    named.flatMap(([type, path]) =>
      path === null ? [] : [stat(path).then(({ size, ino }) => ({ type, path: resolve(path), size, inode: ino }))],
    ),
  );
}

/** The offset of the part that was added since; 0, the whole log, where it was rotated or has not grown. */
export async function addedFrom({ path, size, inode }: LogBefore): Promise<number> {
  const now = await stat(path);
  return now.ino === inode && now.size > size ? size : 0;
}

/** MariaDB writes whole seconds into its file, and Xdebug into its names; PostgreSQL milliseconds; tables have microseconds. */
const SECOND_MS = 1000;
const FINE_MS = 5;
/** The clocks of two programs on one machine do not tick at the same moment. */
const MARGIN_MS = 50;

/** Waits until the log's clock has moved on, so that nothing sent before has the same time as what is sent after. */
export async function separate(plan: CollectPlan, signal: AbortSignal): Promise<void> {
  await nextTick(
    plan.slowLog !== null ? SECOND_MS : plan.postgresLog !== null || plan.slowLogTable ? FINE_MS : 0,
    signal,
  );
}

/** The same before requests are profiled: no measured request may be in the same second as a profile. */
export async function separateProfiles(plan: CollectPlan, signal: AbortSignal): Promise<void> {
  if (plan.xdebugDir === null) await separate(plan, signal);
  else await nextTick(SECOND_MS, signal);
}

async function nextTick(resolution: number, signal: AbortSignal): Promise<void> {
  if (resolution > 0) await sleep(resolution - (Date.now() % resolution) + MARGIN_MS, undefined, { signal });
}
