// Profiles of Xdebug that a collection causes itself: one more request for each path with the trigger set. They are sent
// one after another, so a file that appears belongs to the request that was just answered.
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withoutQueryValues } from '../inputs/requests/query-names.ts';
import type { CollectOptions } from './options.ts';
import { type CollectPlan, urlOf } from './params.ts';
import { type Probe, probe } from './probe.ts';

/** A profile and the endpoint of the request that caused it. */
export interface Trace {
  readonly path: string;
  readonly endpoint: string;
}

export interface XdebugProfiles {
  readonly asked: readonly { readonly path: string; readonly probe: Probe }[];
  readonly files: readonly Trace[];
}

/** Xdebug closes a profile when its request ends, which may be after the answer has come. */
const LONGEST_WAIT_MS = 5000;
const PAUSE_MS = 100;
/** A profiled request takes several times as long. */
const SLOWER = 5;

/** Thrown when a folder was named and no request left a profile there. */
export class NoTraces extends Error {}

export async function profileWithXdebug(plan: CollectPlan, options: CollectOptions): Promise<XdebugProfiles> {
  const { xdebugDir: dir } = plan;
  if (dir === null) return { asked: [], files: [] };
  const { signal, progress } = options;
  const folder = resolve(dir);
  const own = plan.headers.cookie === undefined ? '' : `${plan.headers.cookie}; `;
  // https://xdebug.org/docs/step_debug#start_with_request: version 3 and 2.
  const headers = { ...plan.headers, cookie: `${own}XDEBUG_TRIGGER=1; XDEBUG_PROFILE=1` };
  const asked: { path: string; probe: Probe }[] = [];
  const files: Trace[] = [];
  for (const [i, path] of plan.paths.entries()) {
    signal.throwIfAborted();
    const known = new Set(await profilesIn(folder));
    asked.push({ path, probe: await probe(urlOf(plan.base, path), headers, plan.timeoutMs * SLOWER, signal) });
    const endpoint = `GET ${withoutQueryValues(path)}`;
    files.push(...(await settledProfiles(folder, known, signal)).map((file) => ({ path: file, endpoint })));
    progress(i + 1, plan.paths.length, 'profiling');
  }
  if (files.length === 0) throw new NoTraces();
  return { asked, files };
}

async function profilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^cachegrind\.out\b/.test(name)).map((name) => join(folder, name));
}

/** New files, once they have stopped growing. */
async function settledProfiles(folder: string, known: ReadonlySet<string>, signal: AbortSignal): Promise<string[]> {
  let before = '';
  for (let waited = 0; waited <= LONGEST_WAIT_MS; waited += PAUSE_MS) {
    await sleep(PAUSE_MS, undefined, { signal });
    const found = (await profilesIn(folder)).filter((path) => !known.has(path));
    const sizes = await Promise.all(found.map(async (path) => `${path}:${(await stat(path)).size}`));
    const now = sizes.join();
    if (found.length > 0 && now === before) return found;
    before = now;
  }
  return [];
}
