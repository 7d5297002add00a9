// The profiles a collection causes itself: one more request for each path with SPX switched on, after the measured ones,
// because a profiled request is slower than it would be.
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { discoverSpx } from './discover.ts';
import type { CollectOptions } from './options.ts';
import { type CollectPlan, urlOf } from './params.ts';
import { type Probe, probe } from './probe.ts';

/** SPX writes a report when its request ends, which may be after the answer has come. */
const LONGEST_WAIT_MS = 5000;
const PAUSE_MS = 100;

/** Asks each path once with the profiler on. */
export async function profile(
  plan: CollectPlan,
  { signal, progress }: CollectOptions,
): Promise<{ readonly asked: readonly { readonly path: string; readonly probe: Probe }[]; readonly profiled: number }> {
  if (plan.spxKey === null) return { asked: [], profiled: 0 };
  const asked: { path: string; probe: Probe }[] = [];
  const own = plan.headers.cookie === undefined ? '' : `${plan.headers.cookie}; `;
  // As SPX documents it for web requests.
  const cookie = `${own}SPX_ENABLED=1; SPX_KEY=${plan.spxKey}; SPX_REPORT=full`;
  for (const [i, path] of plan.paths.entries()) {
    signal.throwIfAborted();
    asked.push({
      path,
      probe: await probe(urlOf(plan.base, path), { ...plan.headers, cookie }, plan.timeoutMs, signal),
    });
    progress(i + 1, plan.paths.length, 'profiling');
  }
  return { asked, profiled: plan.paths.length };
}

/** The SPX files of all folders; empty when there are none. */
export async function reportsOf(folders: readonly string[], maxFilesPerDir: number): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => discoverSpx(resolve(folder), maxFilesPerDir)));
  return [...new Set(found.flat())];
}

/** What lies in the folders once the profiled requests have left their reports: both halves of each. */
export async function settledReports(
  folders: readonly string[],
  known: ReadonlySet<string>,
  profiled: number,
  { maxFilesPerDir, signal }: CollectOptions,
): Promise<string[]> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    signal.throwIfAborted();
    const found = await reportsOf(folders, maxFilesPerDir);
    // The .json half is written last.
    const caused = found.filter((path) => !known.has(path) && path.endsWith('.json')).length;
    if (caused >= profiled || waited >= LONGEST_WAIT_MS) return found;
    await sleep(PAUSE_MS);
  }
}
