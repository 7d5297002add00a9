// The profiles a collection causes itself: one more request for each path with SPX switched on, after the measured ones,
// because a profiled request is slower than it would be.
import { resolve, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CollectOptions } from './options.ts';
import { type CollectPlan, urlOf } from './params.ts';
import { type Probe, probe } from './probe.ts';
import { readdir } from 'node:fs/promises';
import { spxName } from '../inputs/spx/name.ts';

// SPX reports in a folder and its subfolders: only files SPX could have written, never through a symlink.

/** The newest reports first, by the date in their names; halves of a pair stay together. At most `limit` files. */
async function discoverSpx(folder: string, limit: number): Promise<string[]> {
  const files: string[] = [];
  const walk = async (at: string): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && entry.name.startsWith('spx-full-') && spxName(path)) files.push(path);
    }
  };
  await walk(folder);
  const pairs = [...Map.groupBy(files, (path) => path.replace(/\.(?:json|txt\.gz)$/i, '')).entries()];
  const chosen: string[] = [];
  for (const [, halves] of pairs.toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    if (chosen.length + halves.length > limit) break;
    chosen.push(...halves.toSorted());
  }
  return chosen;
}

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

/** The complete reports (both halves) in the folders, once the profiled requests have written them. */
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
