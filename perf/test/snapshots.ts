// Snapshots written by hand, for tests of what is made of them.
import type { CallNode, QuerySample, RequestProfile, Snapshot, Span } from '../model/snapshot.ts';
import { Latency } from '../stats/latency.ts';
import { classId } from '../slowlog/fingerprint.ts';
import { thresholdsFrom, type Thresholds } from '../analysis/thresholds.ts';

export function snapshot(parts: Partial<Snapshot> = {}): Snapshot {
  return {
    id: 'a'.repeat(64),
    schema_version: 2,
    collected_at: '2026-11-15T16:00:00.000Z',
    sources: [],
    request_profiles: [],
    db_query_samples: [],
    ...parts,
  };
}

export function thresholds(): Thresholds {
  const result = thresholdsFrom(undefined);
  if (!result.ok) throw new Error('the defaults are not valid');
  return result.thresholds;
}

export function query(fingerprint: string, parts: Partial<QuerySample> & { readonly ms?: number } = {}): QuerySample {
  const { ms = 1, ...rest } = parts;
  const count = rest.count ?? 1;
  const latency = new Latency();
  for (let i = 0; i < Math.min(count, 100); i++) latency.add(ms * 1000, 1);
  return {
    class_id: classId(fingerprint),
    fingerprint,
    records: count,
    count,
    total_time_ms: ms * count,
    avg_time_ms: ms,
    min_ms: ms,
    p50_ms: ms,
    p95_ms: ms,
    p99_ms: ms,
    max_ms: ms,
    lock_ms: 0,
    rows_examined: count,
    rows_sent: count,
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
    first_seen: null,
    last_seen: null,
    databases: {},
    users: {},
    repeats: { max_in_a_row: 0, bursts: 0, burst_count: 0 },
    endpoints: [],
    latency: latency.toJSON(),
    examples: [fingerprint],
    evidence: [
      {
        source: 'mysql_slow_log',
        file: 'slow.log',
        line_range: { start: 1, end: 9 },
        record_id: 'slowlog:1',
        extraction_note: '',
      },
    ],
    ...rest,
  };
}

export function timed(endpoint: string, wall: number, parts: Partial<RequestProfile> = {}): RequestProfile {
  return {
    kind: 'timing',
    endpoint,
    ttfb_ms: wall * 0.9,
    wall_ms: wall,
    cpu_ms: null,
    mem_mb: null,
    status: 200,
    error: null,
    started_at: null,
    spans: [],
    call_tree: [],
    evidence: [
      { source: 'ttfb_timings', file: 'timings.json', line_range: null, record_id: `t:${wall}`, extraction_note: '' },
    ],
    ...parts,
  };
}

/** A call tree as a person would draw it: `[label, calls, total ms, children]`. */
export type Call = readonly [label: string, calls: number, ms: number, ...children: Call[]];

export function profiled(
  endpoint: string,
  calls: readonly Call[],
  parts: Partial<RequestProfile> = {},
): RequestProfile {
  const spans: Span[] = [];
  const evidence: Span['evidence'] = [
    { source: 'spx', file: 'profile.txt.gz', line_range: null, record_id: 'spx:fn:0', extraction_note: '' },
  ];
  const add = ([label, count, ms, ...children]: Call): CallNode => {
    let index = spans.findIndex((span) => span.label === label);
    const own = ms - children.reduce((sum, [, , part]) => sum + part, 0);
    if (index === -1) {
      index = spans.length;
      spans.push({ type: 'php', label, calls: 0, max_cycle_depth: 0, self_ms: 0, total_ms: 0, metrics: {}, evidence });
    }
    const span = spans[index]!;
    spans[index] = { ...span, calls: span.calls + count, self_ms: span.self_ms + own, total_ms: span.total_ms + ms };
    return { span: index, calls: count, total_ms: ms, children: children.map(add) };
  };
  const call_tree = calls.map(add);
  const wall = calls.reduce((sum, [, , ms]) => sum + ms, 0);
  return { ...timed(endpoint, wall), kind: 'spx', ttfb_ms: null, spans, call_tree, evidence, ...parts };
}
