// A collection: SPX reports, the slow log and HTTP timings of one moment, in one folder that is created atomically.
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '@zorivest/kernel';
import { withoutQueryValues } from '../inputs/requests/query-names.ts';
import { withoutSecrets } from '../inputs/requests/secrets.ts';
import { sha256 } from '../model/sha256.ts';
import { hashFile } from '../inputs/files/pieces.ts';
import { newDraft, writeAtomically } from '../snapshot/files.ts';
import { addedFrom, type LogBefore, logsBefore, separate, separateProfiles } from './logs.ts';
import { profile, reportsOf, settledReports } from './profiles.ts';
import { profileWithXdebug, type Trace } from './xdebug.ts';
import type { CollectOptions } from './options.ts';
import { type CollectPlan, urlOf } from './params.ts';
import { type Probe, probe } from './probe.ts';
import type { SlowLogTable } from './slow-log-table.ts';
import type { StatementCounters } from './statement-counters.ts';

export interface InventoryItem {
  readonly type: 'spx' | 'xdebug_cachegrind' | LogBefore['type'];
  readonly source_path: string;
  readonly storage_mode: 'copied' | 'reference';
  /** Inside the bundle; null for a reference. */
  readonly stored_path: string | null;
  readonly sha256: string;
  readonly size_bytes: number;
  /** For a log: the offset at which the collection began; only what follows is read. */
  readonly from_byte?: number;
  /** Of a profile that one request caused: its endpoint. */
  readonly endpoint?: string;
}

export interface CollectedBundle {
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

/** Thrown when the requests added nothing to the table or the counters that were named. */
export class NoStatements extends Error {}

export async function collect(plan: CollectPlan, options: CollectOptions): Promise<CollectedBundle> {
  const createdAt = options.now().toISOString();
  const stamp = createdAt.replaceAll(/[-:]/g, '').replace('T', '_').slice(0, 15);
  const bundleId = `bundle_${stamp}_${randomBytes(5).toString('hex')}`;
  const bundleDir = plan.outputDir ?? join(options.bundles, bundleId);
  const draft = await newDraft(options.bundles);
  let table: SlowLogTable | null = null;
  let counters: StatementCounters | null = null;
  try {
    const known = new Set(await reportsOf(plan.spxDirs, options.maxFilesPerDir));
    const logs = await logsBefore(plan);
    table = plan.slowLogTable ? await options.openSlowLog!() : null;
    counters = plan.statementCounters ? await options.openCounters!() : null;
    const { samples, warmUps } = await measure(plan, options);
    const requests = samples.map((asked, i) => ({
      sample_id: `timing-${String(i + 1).padStart(6, '0')}`,
      ...recordedRequest(plan, asked),
    }));
    await separateProfiles(plan, options.signal);
    const { asked: spxAsked, profiled } = await profile(plan, options);
    const traces = await profileWithXdebug(plan, options);
    const unmeasured = [
      ...warmUps.map((asked) => ({ why: 'warmup', ...recordedRequest(plan, asked) })),
      ...[...spxAsked, ...traces.asked].map((asked) => ({ why: 'profile', ...recordedRequest(plan, asked) })),
    ];
    const spxFiles = await settledReports(plan.spxDirs, known, profiled, options);
    if (plan.spxDirs.length > 0 && spxFiles.length === 0) throw new NoReports();
    const inventory = [
      ...(await takeInventory(spxFiles, traces.files, logs, draft, options)),
      ...(table === null ? [] : [await takeTable(table, draft)]),
      ...(counters === null ? [] : [await takeCounters(counters, draft)]),
    ];
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
      unmeasured_requests: unmeasured,
    };
    const timingsText = `${JSON.stringify(timings, null, 2)}\n`;
    const manifest = {
      format: 'collector_bundle',
      version: '1',
      run: { bundle_id: bundleId, tool: 'collect.run', correlation_id: options.correlationId, created_at: createdAt },
      config: {
        spx_dirs: plan.spxDirs,
        slow_log_path: plan.slowLog,
        slow_log_table: plan.slowLogTable,
        statement_counters: plan.statementCounters,
        postgres_log_path: plan.postgresLog,
        access_log_path: plan.accessLog,
        xdebug_dir: plan.xdebugDir,
        base_url: base,
        url_paths: plan.paths.map((path) => recordedPath(plan, path)),
        headers_allowlist: plan.allowlist,
        sample_count: plan.samples,
        concurrency: plan.concurrency,
        timeout_ms: plan.timeoutMs,
        warmup_count: plan.warmups,
        profiled_count: profiled + traces.files.length,
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
    await table?.close();
    await counters?.close();
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

/** A request as it is recorded. */
function recordedRequest(plan: CollectPlan, { path, probe: result, round }: ProbeResult) {
  return {
    ...(round === undefined ? {} : { round }),
    route: recordedPath(plan, path),
    url: recordedBase(plan) + recordedPath(plan, path),
    status: result.status,
    started_at: result.startedAt,
    ended_at: result.endedAt,
    // A caller who sends its own ids knows them better.
    ...(plan.headers.traceparent === undefined ? { trace_id: result.traceId } : {}),
    ...(plan.headers['x-request-id'] === undefined ? { request_id: result.traceId } : {}),
    ttfb_ms: result.ttfbMs,
    wall_ms: result.wallMs,
    raw_timings: result.phases,
    error: result.error,
  };
}

interface ProbeResult {
  readonly path: string;
  readonly probe: Probe;
  readonly round?: number;
}

interface ProbeResults {
  readonly samples: readonly ProbeResult[];
  readonly warmUps: readonly ProbeResult[];
}

/** Samples of one path in one round, at least. */
const LEAST_IN_A_ROUND = 3;
const MOST_ROUNDS = 5;

/** How many samples each round takes: a slow moment of the machine then hits one round of a path and not all its samples. */
function roundsOf(samples: number): number[] {
  const rounds = Math.max(1, Math.min(MOST_ROUNDS, Math.floor(samples / LEAST_IN_A_ROUND)));
  return Array.from(
    { length: rounds },
    (_, i) => Math.floor((samples * (i + 1)) / rounds) - Math.floor((samples * i) / rounds),
  );
}

/**
 * Measures round by round and path by path, with pauses between warm-ups and samples, so that a log with a coarse clock can
 * separate them.
 */
async function measure(plan: CollectPlan, options: CollectOptions): Promise<ProbeResults> {
  const samples: ProbeResult[] = [];
  const warmUps: ProbeResult[] = [];
  const total = plan.paths.length * (plan.warmups + plan.samples);
  for (const [round, count] of roundsOf(plan.samples).entries()) {
    for (const path of plan.paths) {
      const report = (done: number) => options.progress(samples.length + warmUps.length + done, total, 'probing');
      if (round === 0) warmUps.push(...(await askApart(path, plan.warmups, plan, options, report)));
      const asked = await askApart(path, count, plan, options, report);
      samples.push(...asked.map((one) => ({ ...one, round: round + 1 })));
    }
  }
  return { samples, warmUps };
}

async function askApart(
  path: string,
  count: number,
  plan: CollectPlan,
  { signal }: CollectOptions,
  report: (done: number) => void,
): Promise<ProbeResult[]> {
  if (count === 0) return [];
  await separate(plan, signal);
  const results: (Probe | null)[] = Array.from({ length: count }, () => null);
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let i = next++; i < count; i = next++) {
      signal.throwIfAborted();
      results[i] = await probe(urlOf(plan.base, path), plan.headers, plan.timeoutMs, signal);
      report(++done);
    }
  };
  await Promise.all(Array.from({ length: plan.concurrency }, work));
  signal.throwIfAborted();
  // In the order of the requests, not of the responses.
  return results.map((result) => ({ path, probe: result! }));
}

async function takeInventory(
  spxFiles: readonly string[],
  traces: readonly Trace[],
  logs: readonly LogBefore[],
  draft: string,
  options: CollectOptions,
): Promise<InventoryItem[]> {
  const names = storedNames(spxFiles);
  const items: InventoryItem[] = [];
  for (const path of spxFiles) {
    options.signal.throwIfAborted();
    items.push(await take('spx', path, join('raw', 'spx', names.get(path)!), draft, options.copyMaxBytes));
  }
  for (const { path, endpoint } of traces) {
    options.signal.throwIfAborted();
    const stored = join('raw', 'xdebug', safeName(basename(path)));
    items.push({ ...(await take('xdebug_cachegrind', path, stored, draft, options.copyMaxBytes)), endpoint });
  }
  for (const log of logs) {
    options.signal.throwIfAborted();
    const stored = join('raw', LOG_FOLDERS[log.type], safeName(basename(log.path)));
    const from = await addedFrom(log);
    items.push(
      from === 0
        ? await take(log.type, log.path, stored, draft, options.copyMaxBytes)
        : await takeRest(log, from, stored, draft, options.copyMaxBytes),
    );
  }
  return items;
}

const LOG_FOLDERS = { mysql_slow_log: 'slowlog', postgres_log: 'postgres', access_log: 'access' } as const;

const takeTable = (table: SlowLogTable, draft: string): Promise<InventoryItem> =>
  takeWritten(table, 'slow_log.table.log', { type: 'mysql_slow_log', source: 'mysql.slow_log' }, draft);

const takeCounters = (counters: StatementCounters, draft: string): Promise<InventoryItem> =>
  takeWritten(counters, 'statements.jsonl', { type: counters.type, source: counters.name }, draft);

/** Writes what was read from a database to a file. */
async function takeWritten(
  written: { writeAdded(file: string): Promise<number> },
  name: string,
  { type, source }: { readonly type: 'mysql_slow_log' | 'postgres_log'; readonly source: string },
  draft: string,
): Promise<InventoryItem> {
  const stored = join('raw', LOG_FOLDERS[type], name);
  const target = join(draft, stored);
  if ((await written.writeAdded(target)) === 0) throw new NoStatements();
  const { size } = await stat(target);
  return {
    type,
    source_path: source,
    storage_mode: 'copied',
    stored_path: stored,
    sha256: hashFile(target, size),
    size_bytes: size,
  };
}

/** What was written since the collection began. */
async function takeRest(
  { type, path }: LogBefore,
  from: number,
  stored: string,
  draft: string,
  copyMaxBytes: number,
): Promise<InventoryItem> {
  const { size } = await stat(path);
  if (size - from > copyMaxBytes) return take(type, path, stored, draft, copyMaxBytes);
  const target = join(draft, stored);
  await mkdir(dirname(target), { recursive: true });
  await pipeline(createReadStream(path, { start: from, end: size - 1 }), createWriteStream(target, { flags: 'wx' }));
  return {
    type,
    source_path: path,
    storage_mode: 'copied',
    stored_path: stored,
    sha256: hashFile(target, size - from),
    size_bytes: size - from,
    from_byte: from,
  };
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

/** Deletes bundles beyond the newest `keep`, or older than `days`. Other folders stay. */
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
