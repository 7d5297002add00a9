// Snapshots for unit tests, made by hand: a test gives only what it is about, the rest is filled in.
import { sha256 } from '../model/sha256.ts';
import type { EndpointSample, QuerySample, RequestProfile, Snapshot } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { snapshotId } from '../snapshot/store.ts';
import { Latency } from '../stats/latency.ts';

export function timing(endpoint: string, wall_ms: number | null, more: Partial<RequestProfile> = {}): RequestProfile {
  return {
    kind: 'timing',
    endpoint,
    ttfb_ms: null,
    wall_ms,
    cpu_ms: null,
    mem_mb: null,
    status: 200,
    error: null,
    started_at: '2026-01-01T00:00:00.000Z',
    source_sha256: sha256('run 1'),
    spans: [],
    call_tree: [],
    evidence: [],
    ...more,
  };
}

/** `count` requests of one kind. */
export function timings(
  count: number,
  endpoint: string,
  ms: (i: number) => number,
  more: Partial<RequestProfile> = {},
): RequestProfile[] {
  return Array.from({ length: count }, (_, i) => timing(endpoint, ms(i), more));
}

/** `count` requests of an access log, all of ten milliseconds. */
export function traffic(endpoint: string, count: number): EndpointSample {
  const latency = new Latency();
  latency.add(10_000, count);
  return {
    endpoint,
    count,
    total_ms: 10 * count,
    min_ms: 10,
    max_ms: 10,
    statuses: { 200: count },
    first_seen: null,
    last_seen: null,
    latency: latency.toJSON(),
    evidence: [],
  };
}

/** A class of statements with these times of its runs, all linked to `endpoint` where one is given. */
export function query(
  fingerprint: string,
  runs: readonly number[],
  endpoint: string | null = null,
  more: Partial<QuerySample> = {},
): QuerySample {
  const latency = new Latency();
  for (const ms of runs) latency.add(Math.round(ms * 1000), 1);
  const total = runs.reduce((sum, ms) => sum + ms, 0);
  return {
    class_id: sha256(fingerprint).slice(0, 32).toUpperCase(),
    fingerprint,
    records: runs.length,
    count: runs.length,
    total_time_ms: Math.round(total * 1000) / 1000,
    avg_time_ms: total / runs.length,
    min_ms: latency.min / 1000,
    p50_ms: latency.quantile(0.5) / 1000,
    p95_ms: latency.quantile(0.95) / 1000,
    p99_ms: latency.quantile(0.99) / 1000,
    max_ms: latency.max / 1000,
    lock_ms: 0,
    rows_examined: 0,
    rows_sent: 0,
    rows_affected: 0,
    bytes_sent: 0,
    full_scan_count: 0,
    full_join_count: 0,
    filesort_count: 0,
    filesort_on_disk_count: 0,
    tmp_table_count: 0,
    tmp_table_on_disk_count: 0,
    error_count: 0,
    killed_count: 0,
    first_seen: '2026-01-01T00:00:00.000Z',
    last_seen: '2026-01-01T00:10:00.000Z',
    databases: {},
    users: {},
    repeats: { max_in_a_row: 1, bursts: 0, burst_count: 0 },
    endpoints: endpoint === null ? [] : [linkOf(endpoint, runs.length, total)],
    latency: latency.toJSON(),
    examples: [],
    evidence: [],
    ...more,
  };
}

/** Runs that certainly belong to the endpoint, and runs that may. */
export function linkOf(endpoint: string, certain: number, ms: number, shared = 0): QuerySample['endpoints'][number] {
  return {
    endpoint,
    count: certain + shared,
    total_time_ms: ms,
    attribution: { certain, shared },
    certain: {
      count: certain,
      total_time_ms: (ms * certain) / Math.max(1, certain + shared),
      rows_examined: 0,
      rows_sent: 0,
      bytes_sent: 0,
    },
  };
}

export function snapshotOf(content: Partial<Snapshot>): Snapshot {
  const whole = { sources: [], request_profiles: [], db_query_samples: [], ...content };
  return {
    schema_version: SCHEMA_VERSION,
    collected_at: '2026-01-01T00:00:00.000Z',
    ...whole,
    id: content.id ?? snapshotId(whole),
  };
}

/** The same numbers for the same seed, on any machine (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number of the standard normal distribution. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
