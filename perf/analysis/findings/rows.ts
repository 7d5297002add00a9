// A snapshot's endpoints, functions and queries as ranked rows: what findings and reports are made from.
import { accessLatency } from '../../model/endpoint-samples.ts';
import type { EndpointSample, Evidence, QuerySample, RequestProfile, Snapshot } from '../../model/snapshot.ts';
import { nearestRank } from '../../stats/quantile.ts';
import { type Severity, severityOf, type Thresholds, worse } from './thresholds.ts';

const MOST_EVIDENCE = 3;

export interface LinkedQuery {
  readonly class_id: string;
  readonly fingerprint: string;
  readonly count: number;
  readonly total_time_ms: number;
  /** Of `count`, those that can belong to no other endpoint. */
  readonly certain: number;
}

export interface EndpointRow {
  readonly endpoint: string;
  readonly kind: RequestProfile['kind'] | 'access';
  readonly sample_count: number;
  readonly failed_count: number;
  /** The 95th percentile, which is the slowest of fewer than twenty samples. */
  readonly wall_ms: number | null;
  readonly ttfb_ms: number | null;
  readonly wall_ms_avg: number | null;
  readonly wall_ms_p50: number | null;
  readonly wall_ms_p95: number | null;
  readonly wall_ms_p99: number | null;
  readonly wall_ms_max: number | null;
  readonly ttfb_ms_avg: number | null;
  readonly ttfb_ms_p50: number | null;
  readonly ttfb_ms_p95: number | null;
  readonly ttfb_ms_p99: number | null;
  readonly ttfb_ms_max: number | null;
  /**
   * What the severity is judged by: the 95th percentile, but never the one slowest of several requests, which may have
   * met cold caches and says nothing about the others.
   */
  readonly judged_ms: number | null;
  readonly cpu_ms: number | null;
  readonly mem_mb: number | null;
  readonly statuses: Readonly<Record<string, number>>;
  readonly queries: readonly LinkedQuery[];
  readonly severity: Severity | null;
  readonly evidence: readonly Evidence[];
}

export interface SpanRow {
  readonly endpoint: string;
  readonly span_label: string;
  readonly span_type: 'php';
  readonly sample_count: number;
  readonly calls: number;
  readonly max_cycle_depth: number;
  readonly self_ms: number;
  readonly total_ms: number;
  readonly share_of_request: number;
  readonly severity: Severity | null;
  readonly evidence: readonly Evidence[];
}

export interface QueryRow extends Omit<QuerySample, 'total_time_ms' | 'latency' | 'evidence' | 'endpoints'> {
  readonly query_total_time_ms: number;
  readonly share_of_total_time: number;
  readonly rows_examined_per_row_sent: number | null;
  readonly lock_share: number;
  readonly full_scan_share: number;
  readonly filesort_share: number;
  readonly tmp_table_share: number;
  readonly tmp_table_on_disk_share: number;
  readonly endpoints: QuerySample['endpoints'];
  readonly severity: Severity | null;
  readonly evidence: readonly Evidence[];
}

export function endpointRows(snapshot: Snapshot, thresholds: Thresholds): EndpointRow[] {
  const groups = Map.groupBy(snapshot.request_profiles, ({ endpoint }) => endpoint);
  const logged = new Map((snapshot.endpoint_samples ?? []).map((sample) => [sample.endpoint, sample]));
  const profiled = [...groups]
    .filter(([endpoint]) => !logged.has(endpoint))
    .map(([endpoint, profiles]) => endpointRow(endpoint, profiles, snapshot.db_query_samples, thresholds));
  const sketched = [...logged.values()].map((sample) =>
    accessRow(sample, groups.get(sample.endpoint) ?? [], snapshot.db_query_samples, thresholds),
  );
  return [...profiled, ...sketched].toSorted((a, b) => score(b) - score(a) || order(a.endpoint, b.endpoint));
}

function score({ wall_ms: wall, ttfb_ms: ttfb }: EndpointRow): number {
  return Math.max(wall ?? 0, ttfb ?? 0);
}

function endpointRow(
  endpoint: string,
  profiles: readonly RequestProfile[],
  queries: readonly QuerySample[],
  thresholds: Thresholds,
): EndpointRow {
  const good = profiles.filter(({ error }) => error === null);
  const wall = spread(good.map(({ wall_ms }) => wall_ms));
  const ttfb = spread(good.map(({ ttfb_ms }) => ttfb_ms));
  const slowestFirst = good.toSorted((a, b) => (b.wall_ms ?? b.ttfb_ms ?? 0) - (a.wall_ms ?? a.ttfb_ms ?? 0));
  return {
    endpoint,
    kind: profiles[0]!.kind,
    sample_count: profiles.length,
    failed_count: profiles.length - good.length,
    wall_ms: wall.p95,
    ttfb_ms: ttfb.p95,
    wall_ms_avg: wall.avg,
    wall_ms_p50: wall.p50,
    wall_ms_p95: wall.p95,
    wall_ms_p99: wall.p99,
    wall_ms_max: wall.max,
    ttfb_ms_avg: ttfb.avg,
    ttfb_ms_p50: ttfb.p50,
    ttfb_ms_p95: ttfb.p95,
    ttfb_ms_p99: ttfb.p99,
    ttfb_ms_max: ttfb.max,
    judged_ms: wall.judged ?? ttfb.judged,
    cpu_ms: spread(good.map(({ cpu_ms }) => cpu_ms)).p95,
    mem_mb: spread(good.map(({ mem_mb }) => mem_mb)).max,
    statuses: countBy(profiles.flatMap(({ status }) => (status === null ? [] : [String(status)]))),
    queries: linkedQueries(endpoint, queries),
    severity: atMostP2(
      profiles.every(({ kind }) => kind === 'cachegrind'),
      worse(severityOf(wall.judged, thresholds.endpoint_wall_ms), severityOf(ttfb.judged, thresholds.endpoint_ttfb_ms)),
    ),
    evidence: [...new Set([...slowestFirst, ...profiles])]
      .flatMap((profile) => profile.evidence)
      .slice(0, MOST_EVIDENCE),
  };
}

/** Xdebug makes what it profiles several times slower: such times are worth a look, and prove no more. */
function atMostP2(inflated: boolean, severity: Severity | null): Severity | null {
  return inflated && severity !== null ? 'P2' : severity;
}

/** An endpoint of access logs. A profile of it adds evidence, not times: being profiled made that request slower. */
function accessRow(
  sample: EndpointSample,
  profiles: readonly RequestProfile[],
  queries: readonly QuerySample[],
  thresholds: Thresholds,
): EndpointRow {
  const latency = accessLatency(sample);
  const at = (share: number) => latency.quantile(share) / 1000;
  const failed = Object.entries(sample.statuses).reduce((sum, [status, n]) => sum + (Number(status) < 500 ? 0 : n), 0);
  // With fewer than twenty samples the 95th percentile is the slowest; the rank below it leaves one cold hit out.
  const judged = sample.count > 1 ? Math.min(at(0.95), at((sample.count - 1) / sample.count)) : at(0.95);
  return {
    endpoint: sample.endpoint,
    kind: 'access',
    sample_count: sample.count,
    failed_count: failed,
    wall_ms: at(0.95),
    ttfb_ms: null,
    wall_ms_avg: sample.total_ms / sample.count,
    wall_ms_p50: at(0.5),
    wall_ms_p95: at(0.95),
    wall_ms_p99: at(0.99),
    wall_ms_max: sample.max_ms,
    ttfb_ms_avg: null,
    ttfb_ms_p50: null,
    ttfb_ms_p95: null,
    ttfb_ms_p99: null,
    ttfb_ms_max: null,
    judged_ms: judged,
    cpu_ms: spread(profiles.map(({ cpu_ms }) => cpu_ms)).p95,
    mem_mb: spread(profiles.map(({ mem_mb }) => mem_mb)).max,
    statuses: sample.statuses,
    queries: linkedQueries(sample.endpoint, queries),
    severity: severityOf(judged, thresholds.endpoint_wall_ms),
    evidence: [...sample.evidence, ...profiles.flatMap(({ evidence }) => evidence)].slice(0, MOST_EVIDENCE),
  };
}

function linkedQueries(endpoint: string, queries: readonly QuerySample[]): LinkedQuery[] {
  return queries
    .flatMap(({ class_id, fingerprint, endpoints }) => {
      const link = endpoints.find((candidate) => candidate.endpoint === endpoint);
      return link
        ? [
            {
              class_id,
              fingerprint,
              count: link.count,
              total_time_ms: link.total_time_ms,
              certain: link.attribution.certain,
            },
          ]
        : [];
    })
    .toSorted((a, b) => b.total_time_ms - a.total_time_ms || order(a.class_id, b.class_id))
    .slice(0, 5);
}

function spread(values: readonly (number | null)[]) {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  if (sorted.length === 0) return { avg: null, p50: null, p95: null, p99: null, max: null, judged: null };
  return {
    avg: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    p50: nearestRank(sorted, 0.5),
    p95: nearestRank(sorted, 0.95),
    p99: nearestRank(sorted, 0.99),
    max: sorted.at(-1)!,
    judged: Math.min(nearestRank(sorted, 0.95), sorted.at(-2) ?? Number.POSITIVE_INFINITY),
  };
}

function countBy(keys: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, same]) => [key, same.length]));
}

/**
 * One row for a function of an endpoint: its worst request, and in how many it was seen. Of several requests the second
 * worst is judged: the first after a start pays for cold caches.
 */
export function spanRows(snapshot: Snapshot, thresholds: Thresholds): SpanRow[] {
  const rows = new Map<string, SpanRow>();
  const judge = (span: { readonly self_ms: number; readonly total_ms: number }): Severity | null =>
    worse(severityOf(span.self_ms, thresholds.span_self_ms), severityOf(span.total_ms, thresholds.span_total_ms));
  const judged = new Map<string, { readonly self_ms: number; readonly total_ms: number }>();
  const inflated = new Set<string>();
  for (const { endpoint, spans, wall_ms: wall, kind } of snapshot.request_profiles) {
    for (const span of spans) {
      const key = `${endpoint}\u0000${span.label}`;
      const known = rows.get(key);
      const samples = (known?.sample_count ?? 0) + 1;
      const better = known !== undefined && cost(known) >= cost(span);
      const second = judged.get(key);
      if (kind === 'cachegrind') inflated.add(key);
      const lesser = better ? span : known;
      if (lesser !== undefined && (second === undefined || cost(lesser) > cost(second))) judged.set(key, lesser);
      rows.set(
        key,
        better
          ? { ...known, sample_count: samples }
          : {
              endpoint,
              span_label: span.label,
              span_type: span.type,
              sample_count: samples,
              calls: span.calls,
              max_cycle_depth: span.max_cycle_depth,
              self_ms: span.self_ms,
              total_ms: span.total_ms,
              share_of_request: wall ? span.self_ms / wall : 0,
              severity: null,
              evidence: span.evidence,
            },
      );
    }
  }
  return [...rows]
    .map(([key, row]) => ({ ...row, severity: atMostP2(inflated.has(key), judge(judged.get(key) ?? row)) }))
    .toSorted((a, b) => cost(b) - cost(a) || order(a.span_label, b.span_label) || order(a.endpoint, b.endpoint));
}

function cost(span: { readonly self_ms: number; readonly total_ms: number }): number {
  return Math.max(span.self_ms, span.total_ms);
}

export function queryRows(snapshot: Snapshot, thresholds: Thresholds): QueryRow[] {
  const total = snapshot.db_query_samples.reduce((sum, { total_time_ms: ms }) => sum + ms, 0);
  return snapshot.db_query_samples
    .map((sample): QueryRow => {
      const { total_time_ms: ms, latency: _, evidence, ...rest } = sample;
      const share = (count: number) => count / sample.count;
      return {
        ...rest,
        query_total_time_ms: ms,
        share_of_total_time: total === 0 ? 0 : ms / total,
        rows_examined_per_row_sent: sample.rows_sent === 0 ? null : sample.rows_examined / sample.rows_sent,
        lock_share: ms === 0 ? 0 : Math.min(1, sample.lock_ms / ms),
        full_scan_share: share(sample.full_scan_count),
        filesort_share: share(sample.filesort_count),
        tmp_table_share: share(sample.tmp_table_count),
        tmp_table_on_disk_share: share(sample.tmp_table_on_disk_count),
        severity: severityOf(ms, thresholds.query_total_time_ms),
        evidence: evidence.slice(0, MOST_EVIDENCE),
      };
    })
    .toSorted((a, b) => b.query_total_time_ms - a.query_total_time_ms || order(a.fingerprint, b.fingerprint));
}

export function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
