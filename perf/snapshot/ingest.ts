// Files in, one snapshot out: every file must be known before anything is stored.
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { inspect, type Inspection } from '../artifacts/inspect.ts';
import type { Config } from '../config/config.ts';
import { sha256 } from '../model/sha256.ts';
import type { QuerySample, RequestProfile, Snapshot, Source } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { hashFile, readSlowLog } from '../slowlog/read.ts';
import { mergeSamples } from '../slowlog/sample.ts';
import type { ScanNotes } from '../slowlog/scanner.ts';
import type { RequestWindow } from '../slowlog/windows.ts';
import { loadSpx } from '../spx/load.ts';
import { spxName } from '../spx/name.ts';
import { readTimings } from '../timings/read.ts';
import { byEndpoint } from './order.ts';
import { snapshotId } from './store.ts';

export interface ArtifactInput {
  readonly path: string;
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
}

export interface IngestOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly progress: (done: number, total: number, message: string) => void;
}

export type IngestResult =
  | { readonly ok: true; readonly snapshot: Snapshot; readonly counts: Counts }
  | { readonly ok: false; readonly results: readonly Inspection[] };

export interface Counts {
  readonly endpoints: number;
  readonly queries: number;
  readonly spans: number;
}

interface Artifact {
  readonly path: string;
  readonly inspection: Inspection;
  readonly size: number;
  readonly hints: Readonly<Record<string, unknown>>;
}

export async function ingest(inputs: readonly ArtifactInput[], options: IngestOptions): Promise<IngestResult> {
  const results = await Promise.all(inputs.map(({ path }) => inspect(path, options.config)));
  if (results.some(({ ok }) => !ok)) return { ok: false, results };
  const artifacts = await distinct(inputs, results);
  const requests = await readRequests(artifacts, options);
  const queries = await readQueries(artifacts, requests.windows, options);
  if (queries.bombs.length > 0)
    return { ok: false, results: results.map((result) => refusedBomb(result, queries.bombs, options.config)) };
  const content = {
    sources: [...requests.sources, ...queries.sources].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    request_profiles: requests.profiles.toSorted(byEndpoint),
    db_query_samples: mergeSamples(queries.samples),
  };
  const snapshot: Snapshot = {
    id: snapshotId(content),
    schema_version: SCHEMA_VERSION,
    collected_at: options.now().toISOString(),
    ...content,
  };
  return { ok: true, snapshot, counts: countsOf(snapshot) };
}

export function countsOf(snapshot: Pick<Snapshot, 'request_profiles' | 'db_query_samples'>): Counts {
  return {
    endpoints: new Set(snapshot.request_profiles.map(({ endpoint }) => endpoint)).size,
    queries: snapshot.db_query_samples.length,
    spans: snapshot.request_profiles.reduce((sum, { spans }) => sum + spans.length, 0),
  };
}

/** A file named twice is one file. */
async function distinct(inputs: readonly ArtifactInput[], results: readonly Inspection[]): Promise<Artifact[]> {
  const byPath = new Map<string, Artifact>();
  for (const [i, { path, hints }] of inputs.entries()) {
    const absolute = resolve(path);
    if (byPath.has(absolute)) continue;
    const { size } = await stat(absolute);
    byPath.set(absolute, { path: absolute, inspection: results[i]!, size, hints: hints ?? {} });
  }
  return [...byPath.values()];
}

interface Requests {
  readonly sources: Source[];
  readonly profiles: RequestProfile[];
  readonly windows: { readonly endpoint: string; readonly startUs: number; readonly endUs: number }[];
}

async function readRequests(artifacts: readonly Artifact[], { config, signal }: IngestOptions): Promise<Requests> {
  const found: Requests = { sources: [], profiles: [], windows: [] };
  const spx = artifacts.filter(({ inspection }) => inspection.detected_type === 'spx');
  const stem = ({ path }: Artifact) => path.slice(0, -basename(path).length) + (spxName(path)?.stem ?? basename(path));
  const seen = new Set<string>();
  for (const halves of Map.groupBy(spx, stem).values()) {
    signal.throwIfAborted();
    const hashes = halves.map(({ path, size }) => hashFile(path, size));
    // The same report under two names is one request.
    const identity = hashes.toSorted().join();
    if (seen.has(identity)) continue;
    seen.add(identity);
    const half = (version: string) =>
      halves.find(({ inspection }) => inspection.detected_version === version)?.path ?? null;
    const files = { json: half('spx-json-v2'), text: half('spx-text-gz-v1') };
    const { profile, notes, window } = await loadSpx(files, config.spx.text_gz_max_decompressed_bytes);
    found.profiles.push({ ...profile, source_sha256: hashes[0]! });
    if (window) found.windows.push({ endpoint: profile.endpoint, ...window });
    for (const [i, artifact] of halves.entries()) {
      const metadata = { pair_status: 'partial', ...artifact.inspection.metadata };
      const spxHints = notes.length > 0 ? { ...metadata, parse_notes: notes } : metadata;
      found.sources.push(source(artifact, hashes[i]!, { spx: spxHints }));
    }
  }
  for (const artifact of artifacts.filter(({ inspection }) => inspection.detected_type === 'ttfb_timings')) {
    const bytes = await readFile(artifact.path);
    const result = readTimings(artifact.path, bytes);
    if (!result.ok) continue;
    const hash = sha256(bytes);
    // The same timings under two names are one run.
    if (seen.has(hash)) continue;
    seen.add(hash);
    const { profiles, windows, skippedRows } = result.timings;
    found.profiles.push(...profiles.map((profile) => ({ ...profile, source_sha256: hash })));
    for (const [i, window] of windows.entries()) {
      if (window) found.windows.push({ endpoint: profiles[i]!.endpoint, ...window });
    }
    const failed = profiles.filter(({ error }) => error !== null).length;
    const hints = {
      samples: profiles.length,
      failed_samples: failed,
      ...(skippedRows > 0 ? { skipped_rows: skippedRows } : {}),
    };
    found.sources.push(source(artifact, hash, { timings: hints }));
  }
  return found;
}

async function readQueries(
  artifacts: readonly Artifact[],
  requests: Requests['windows'],
  { config, signal, progress }: IngestOptions,
): Promise<{ readonly sources: Source[]; readonly samples: QuerySample[]; readonly bombs: string[] }> {
  const logs = artifacts.filter(({ inspection }) => inspection.detected_type === 'mysql_slow_log');
  const endpoints = [...new Set(requests.map(({ endpoint }) => endpoint))];
  const windows: RequestWindow[] = requests.map(({ endpoint, startUs, endUs }) => ({
    endpoint: endpoints.indexOf(endpoint),
    startUs,
    endUs,
  }));
  const total = logs.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  const sources: Source[] = [];
  const samples: QuerySample[] = [];
  const bombs: string[] = [];
  const seen = new Set<string>();
  for (const log of logs) {
    const file = basename(log.path);
    const job = {
      path: log.path,
      gzip: log.inspection.metadata.compression === 'gzip',
      bytes: log.size,
      windows,
      endpoints,
      maxClasses: config.slow_log.max_classes,
      maxInflatedBytes: config.slow_log.gz_max_decompressed_bytes,
    };
    const rows = await readSlowLog(job, signal, (bytes) =>
      progress(Math.min(before + bytes, total), total, `reading ${file}`),
    );
    before += log.size;
    if (rows.notes.cut === 'cap') bombs.push(log.path);
    progress(before, total, `read ${file}`);
    // The same log under two names must not count twice.
    const repeated = seen.has(rows.sha256);
    seen.add(rows.sha256);
    const notes = notesOf(rows.notes, repeated);
    sources.push(
      source(log, rows.sha256, {
        slow_log: { records: rows.records, ...(notes.length > 0 ? { parse_notes: notes } : {}) },
      }),
    );
    if (!repeated) samples.push(...rows.samples);
  }
  return { sources, samples, bombs };
}

function refusedBomb(result: Inspection, bombs: readonly string[], config: Config): Inspection {
  if (!bombs.includes(resolve(result.path))) return result;
  const message = `mysql_slow_log: decompressed content exceeds ${config.slow_log.gz_max_decompressed_bytes} bytes; raise slow_log.gz_max_decompressed_bytes if this is meant`;
  return { ...result, ok: false, errors: [message] };
}

function notesOf(scan: ScanNotes, repeated: boolean): string[] {
  return [
    ...(scan.oversized > 0
      ? [`${scan.oversized} statements are longer than 32 MiB and classed by their beginning`]
      : []),
    ...(scan.orphanLines > 0 ? [`${scan.orphanLines} lines stand before the first record: the log was cut`] : []),
    ...(scan.cut === 'damaged'
      ? ['truncated: the gzip data ends early or is damaged; what could be read is used']
      : []),
    ...(repeated ? ['the same bytes as another log of this ingest: counted once'] : []),
  ];
}

function source(
  { path, inspection, size, hints }: Artifact,
  hash: string,
  found: Readonly<Record<string, unknown>>,
): Source {
  return {
    path,
    // Only artifacts that were recognised come this far.
    type: inspection.detected_type!,
    version: inspection.detected_version!,
    sha256: hash,
    size_bytes: size,
    hints: { ...hints, ...found },
  };
}
