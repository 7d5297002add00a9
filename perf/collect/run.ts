// A collection: SPX reports, the slow log and HTTP timings of one moment, in one folder that appears whole or not at all.
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { canonicalJson } from '@zorivest/kernel';
import { withoutQueryValues } from '../inputs/requests/query-names.ts';
import { withoutSecrets } from '../inputs/requests/secrets.ts';
import { sha256 } from '../model/sha256.ts';
import { hashFile } from '../inputs/files/pieces.ts';
import { newDraft, writeAtomically } from '../snapshot/files.ts';
import { profile, reportsOf, settledReports } from './profiles.ts';
import type { CollectOptions } from './options.ts';
import { type CollectPlan, urlOf } from './params.ts';
import { type Probe, probe } from './probe.ts';

export interface InventoryItem {
  readonly type: 'spx' | 'mysql_slow_log';
  readonly source_path: string;
  readonly storage_mode: 'copied' | 'reference';
  /** Inside the bundle; null for a reference. */
  readonly stored_path: string | null;
  readonly sha256: string;
  readonly size_bytes: number;
}

export interface Collected {
  readonly bundle_id: string;
  readonly bundle_dir: string;
  readonly manifest_path: string;
  readonly timings_path: string;
  readonly artifact_counts: {
    readonly spx_files: number;
    readonly inventory_items: number;
    readonly timing_samples: number;
  };
}

/** Thrown when folders were named and hold no report, not even after the probes. */
export class NoReports extends Error {}

export async function collect(plan: CollectPlan, options: CollectOptions): Promise<Collected> {
  const createdAt = options.now().toISOString();
  const stamp = createdAt.replaceAll(/[-:]/g, '').replace('T', '_').slice(0, 15);
  const bundleId = `bundle_${stamp}_${randomBytes(5).toString('hex')}`;
  const bundleDir = plan.outputDir ?? join(options.bundles, bundleId);
  const draft = await newDraft(options.bundles);
  try {
    const known = new Set(await reportsOf(plan.spxDirs, options.maxFilesPerDir));
    const requests = await measure(plan, options);
    const profiled = await profile(plan, options);
    const spxFiles = await settledReports(plan.spxDirs, known, profiled, options);
    if (plan.spxDirs.length > 0 && spxFiles.length === 0) throw new NoReports();
    const inventory = await takeInventory(plan, spxFiles, draft, options);
    const base = recordedBase(plan);
    const timings = {
      format: 'ttfb_timings',
      version: 'collector-v1',
      collected_at: createdAt,
      correlation_id: options.correlationId,
      probe_method: 'node:http, time to first byte and total',
      base_url: base,
      sample_count: plan.samples,
      concurrency: plan.concurrency,
      timeout_ms: plan.timeoutMs,
      redaction_rules: plan.redaction,
      requests,
    };
    const timingsText = `${JSON.stringify(timings, null, 2)}\n`;
    const manifest = {
      format: 'collector_bundle',
      version: '1',
      run: { bundle_id: bundleId, tool: 'collect.run', correlation_id: options.correlationId, created_at: createdAt },
      config: {
        spx_dirs: plan.spxDirs,
        slow_log_path: plan.slowLog,
        base_url: base,
        url_paths: plan.paths.map((path) => recordedPath(plan, path)),
        headers_allowlist: plan.allowlist,
        sample_count: plan.samples,
        concurrency: plan.concurrency,
        timeout_ms: plan.timeoutMs,
        warmup_count: plan.warmups,
        profiled_count: profiled,
        redaction_rules: plan.redaction,
      },
      inventory,
      outputs: { timings_json: 'timings.json' },
      checksums: { timings_json_sha256: sha256(timingsText), inventory_sha256: sha256(canonicalJson(inventory)) },
    };
    await writeAtomically(join(draft, 'timings.json'), timingsText);
    await writeAtomically(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    options.signal.throwIfAborted();
    await mkdir(dirname(bundleDir), { recursive: true });
    await rename(draft, bundleDir);
    return {
      bundle_id: bundleId,
      bundle_dir: bundleDir,
      manifest_path: join(bundleDir, 'manifest.json'),
      timings_path: join(bundleDir, 'timings.json'),
      artifact_counts: {
        spx_files: spxFiles.length,
        inventory_items: inventory.length,
        timing_samples: requests.length,
      },
    };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function recordedBase({ base, redaction }: CollectPlan): string {
  const url = new URL(base);
  if (redaction.redact_url_userinfo) url.username = url.password = '';
  if (redaction.strip_query_params) url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

function recordedPath({ redaction }: CollectPlan, path: string): string {
  return redaction.strip_query_params ? withoutQueryValues(path) : withoutSecrets(path);
}

interface Sample {
  readonly path: string;
  readonly measured: boolean;
}

async function measure(plan: CollectPlan, { signal, progress }: CollectOptions): Promise<unknown[]> {
  const samples = plan.paths.flatMap((path): Sample[] => [
    ...Array.from({ length: plan.warmups }, () => ({ path, measured: false })),
    ...Array.from({ length: plan.samples }, () => ({ path, measured: true })),
  ]);
  const results: (Probe | null)[] = samples.map(() => null);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let i = next++; i < samples.length; i = next++) {
      signal.throwIfAborted();
      results[i] = await probe(urlOf(plan.base, samples[i]!.path), plan.headers, plan.timeoutMs, signal);
      progress(++done, samples.length, 'probing');
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, work));
  signal.throwIfAborted();
  const base = recordedBase(plan);
  // Numbered in the order they were asked for, whichever came back first.
  return samples
    .map(({ path, measured }, i) => ({ path, measured, result: results[i]! }))
    .filter(({ measured }) => measured)
    .map(({ path, result }, i) => ({
      sample_id: `timing-${String(i + 1).padStart(6, '0')}`,
      route: recordedPath(plan, path),
      url: base + recordedPath(plan, path),
      status: result.status,
      started_at: result.startedAt,
      ended_at: result.endedAt,
      ttfb_ms: result.ttfbMs,
      wall_ms: result.wallMs,
      raw_timings: result.phases,
      error: result.error,
    }));
}

async function takeInventory(
  plan: CollectPlan,
  spxFiles: readonly string[],
  draft: string,
  options: CollectOptions,
): Promise<InventoryItem[]> {
  const names = storedNames(spxFiles);
  const items: InventoryItem[] = [];
  for (const path of spxFiles) {
    options.signal.throwIfAborted();
    items.push(await take('spx', path, join('raw', 'spx', names.get(path)!), draft, options.copyMaxBytes));
  }
  if (plan.slowLog !== null) {
    const log = resolve(plan.slowLog);
    const stored = join('raw', 'slowlog', safeName(basename(log)));
    items.push(await take('mysql_slow_log', log, stored, draft, options.copyMaxBytes));
  }
  return items;
}

/** Reports of one name from two folders: the second pair gets a number, both halves the same one. */
function storedNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const stemOf = (path: string) => path.replace(/\.(?:json|txt\.gz)$/i, '');
  const taken = new Map<string, number>();
  const stems = new Map<string, string>();
  for (const stem of new Set(paths.map(stemOf))) {
    const name = safeName(basename(stem));
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    stems.set(stem, count === 0 ? name : `${name}_${count}`);
  }
  return new Map(paths.map((path) => [path, stems.get(stemOf(path))! + path.slice(stemOf(path).length)]));
}

function safeName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '_');
}

async function take(
  type: InventoryItem['type'],
  path: string,
  stored: string,
  draft: string,
  copyMaxBytes: number,
): Promise<InventoryItem> {
  const { size } = await stat(path);
  if (size > copyMaxBytes) {
    return {
      type,
      source_path: path,
      storage_mode: 'reference',
      stored_path: null,
      sha256: hashFile(path, size),
      size_bytes: size,
    };
  }
  const target = join(draft, stored);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(path, target);
  // Of the copy: the original may grow while it is being copied.
  const copied = (await stat(target)).size;
  return {
    type,
    source_path: path,
    storage_mode: 'copied',
    stored_path: stored,
    sha256: hashFile(target, copied),
    size_bytes: copied,
  };
}

/** Bundles beyond the newest `keep`, or older than `days`, go. Folders that are no bundles stay. */
export async function retainBundles(bundles: string, keep: number, days: number | null, now: Date): Promise<void> {
  const names = await readdir(bundles, { withFileTypes: true }).catch(() => []);
  const dated = await Promise.all(
    names
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(async ({ name }) => ({ path: join(bundles, name), at: await createdAt(join(bundles, name)) })),
  );
  const known = dated.filter(({ at }) => at !== null).toSorted((a, b) => b.at! - a.at!);
  const oldest = days === null ? Number.NEGATIVE_INFINITY : now.getTime() - days * 86_400_000;
  for (const { path } of known.filter(({ at }, i) => i >= keep || at! < oldest))
    await rm(path, { recursive: true, force: true });
}

async function createdAt(bundle: string): Promise<number | null> {
  const text = await readFile(join(bundle, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const at = Date.parse((JSON.parse(text) as { run: { created_at: string } }).run.created_at);
    return Number.isNaN(at) ? (await stat(bundle)).mtimeMs : at;
  } catch {
    return (await stat(bundle)).mtimeMs;
  }
}
