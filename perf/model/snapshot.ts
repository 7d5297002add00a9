// The contents of a snapshot. It is an aggregate: its size grows with functions, endpoints and classes of statements,
// never with log records.
import type { LatencyData } from '../stats/latency.ts';

/** Raised whenever the same files would give other values; part of every snapshot's id. */
export const SCHEMA_VERSION = 3;

export type ArtifactType =
  | 'mysql_slow_log'
  | 'postgres_log'
  | 'spx'
  | 'xdebug_cachegrind'
  | 'access_log'
  | 'ttfb_timings'
  | 'stack_profile';

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Where a figure comes from. `file` is the file's name; its folder stands in `sources`. */
export interface Evidence {
  readonly source: ArtifactType;
  readonly file: string;
  readonly line_range: LineRange | null;
  readonly record_id: string | null;
  readonly extraction_note: string;
}

export interface Source {
  readonly path: string;
  readonly type: ArtifactType;
  readonly version: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly hints: Readonly<Record<string, unknown>>;
}

export interface MetricTotals {
  readonly inclusive: number;
  readonly exclusive: number;
}

/** One function of a profile. Milliseconds unrounded; `metrics` in SPX's raw units (ns, bytes, counts). */
export interface Span {
  readonly type: 'php';
  readonly label: string;
  readonly calls: number;
  readonly max_cycle_depth: number;
  readonly self_ms: number;
  readonly total_ms: number;
  readonly metrics: Readonly<Record<string, MetricTotals>>;
  /** Where the function is written; only Xdebug says it. */
  readonly file?: string;
  readonly evidence: readonly Evidence[];
}

/**
 * A call deeper than this stays in the time of its caller: no one looks so far down a flame graph, and a recursion may be
 * deeper than any program that reads nested data can follow.
 */
export const DEEPEST_CALL = 500;

/** A path of calls: index of its span, calls, inclusive milliseconds, children. */
export interface CallNode {
  readonly span: number;
  readonly calls: number;
  readonly total_ms: number;
  readonly children: readonly CallNode[];
}

export interface ProbeError {
  readonly code: string;
  readonly message: string;
}

/** One request that was profiled or timed. */
export interface RequestProfile {
  readonly kind: 'spx' | 'cachegrind' | 'timing';
  readonly endpoint: string;
  readonly ttfb_ms: number | null;
  /** Null when the probe failed: a failure is not a fast answer. */
  readonly wall_ms: number | null;
  readonly cpu_ms: number | null;
  readonly mem_mb: number | null;
  readonly status: number | null;
  readonly error: ProbeError | null;
  readonly started_at: string | null;
  /** Which round of its recording it belongs to, where there were several: each is a run of its own. */
  readonly round?: number;
  /** SHA-256 of the file it was read from; requests of one timings file are one run, or several rounds. */
  readonly source_sha256?: string;
  readonly spans: readonly Span[];
  readonly call_tree: readonly CallNode[];
  readonly evidence: readonly Evidence[];
}

/**
 * Requests to one endpoint in access logs, as a sketch: never one profile a request. Merged by `endpoint`: `count`,
 * `total_ms` and `statuses` are summed, `min_ms` and `max_ms` are the extremes, `latency` sketches are added, of
 * `evidence` the first three stay.
 */
export interface EndpointSample {
  readonly endpoint: string;
  readonly count: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Times of all answers: one that fails after a minute is slow, and one that fails immediately shows in `statuses`. */
  readonly total_ms: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly latency: LatencyData;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly evidence: readonly Evidence[];
}

/** What a number of runs did. */
export interface QueryWork {
  readonly count: number;
  readonly total_time_ms: number;
  readonly rows_examined: number;
  readonly rows_sent: number;
  readonly bytes_sent: number;
}

/** Runs of a class that may have belonged to an endpoint. Warm-ups and requests that were only profiled have no part. */
export interface QueryEndpoint {
  readonly endpoint: string;
  /** `attribution.certain + attribution.shared`, and their time. */
  readonly count: number;
  readonly total_time_ms: number;
  /** Runs that can belong to no other endpoint, and runs that may belong to this one or to another. */
  readonly attribution: { readonly certain: number; readonly shared: number };
  /** What the certain ones did. */
  readonly certain: QueryWork;
  /** Of the class's `repeats.bursts`, those that certainly lie within a request to this endpoint. */
  readonly bursts?: number;
}

/** One line of a plan, without anything that was a value in it. */
export interface PlanRow {
  /** The name the statement gives the table: its alias where it has one. */
  readonly table: string;
  /** As MySQL names it: `ALL` reads the whole table, `index` a whole index, `ref`, `range`, `const` …. */
  readonly access: string;
  readonly possible_keys: readonly string[];
  readonly key: string | null;
  readonly rows: number | null;
  /** Known remarks only (`Using filesort` …): others may quote the statement. */
  readonly extra: readonly string[];
}

/** How the server ran a class's slowest statement. Merged: that of the slower statement, `max_ms` decides. */
export interface Plan {
  /** Written into the log by the server, or asked for with EXPLAIN. */
  readonly from: 'log' | 'explain';
  readonly rows: readonly PlanRow[];
}

/** The indexes a table has, as its server tells. Merged: of the first snapshot that has them. */
export interface TableIndexes {
  readonly table: string;
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/**
 * An index that was tested for a class, and the result: `plan` is the planner's cost, `run` milliseconds. Merged: of the
 * first snapshot that has it.
 */
export interface IndexProof {
  readonly table: string;
  readonly columns: readonly string[];
  readonly by: 'plan' | 'run';
  readonly before: number;
  readonly after: number;
  readonly where: string;
}

/** One class of statements. Sums are exact to the microsecond. */
export interface QuerySample {
  readonly class_id: string;
  /** Absent: MySQL or MariaDB. */
  readonly engine?: 'postgres';
  readonly fingerprint: string;
  /**
   * Added up by the server itself: only sums are known, and each run is taken to have lasted as long as their mean.
   * Merged: true where any part is.
   */
  readonly counted?: true;
  /** Log records; fewer than `count` under a rate limit. */
  readonly records: number;
  readonly count: number;
  readonly total_time_ms: number;
  readonly avg_time_ms: number;
  readonly min_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
  readonly lock_ms: number;
  readonly rows_examined: number;
  readonly rows_sent: number;
  readonly rows_affected: number;
  readonly bytes_sent: number;
  readonly full_scan_count: number;
  readonly full_join_count: number;
  readonly filesort_count: number;
  readonly filesort_on_disk_count: number;
  readonly tmp_table_count: number;
  readonly tmp_table_on_disk_count: number;
  readonly error_count: number;
  readonly killed_count: number;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly databases: Readonly<Record<string, number>>;
  readonly users: Readonly<Record<string, number>>;
  /**
   * The mark of N+1: one connection repeats the statement at least ten times within one request, or without request
   * windows within one burst of short pauses. `burst_count` / `bursts` is the number of runs in such a request.
   */
  readonly repeats: { readonly max_in_a_row: number; readonly bursts: number; readonly burst_count: number };
  readonly endpoints: readonly QueryEndpoint[];
  /** Runs of which it is only known that they belong to one of several endpoints, each run once. Absent: none. */
  readonly shared?: readonly (QueryWork & { readonly endpoints: readonly string[] })[];
  readonly plan?: Plan;
  readonly tables?: readonly TableIndexes[];
  readonly proof?: IndexProof;
  readonly latency: LatencyData;
  readonly examples: readonly string[];
  readonly evidence: readonly Evidence[];
}

/**
 * A profile of any language: calls merged by path, in the file's unit. What has less than a two-thousandth of the whole is
 * counted to its caller. Merged: each file once.
 */
export interface StackProfile {
  readonly name: string;
  readonly format: string;
  /** Null where it is not known. */
  readonly language: string | null;
  readonly unit: string;
  readonly kind: 'sampled' | 'traced';
  readonly total: number;
  readonly samples: number;
  readonly frames: readonly string[];
  /** `[index of the caller's node or -1, index of the frame, spent there itself]`; a caller stands before what it calls. */
  readonly nodes: readonly (readonly [parent: number, frame: number, self: number])[];
  /** Of a format that knows who called whom, but no whole stacks (callgrind, XHProf); `nodes` is empty then. */
  readonly graph?: StackGraph;
  readonly source_sha256: string;
  readonly evidence: readonly Evidence[];
}

/** By the index of their frames; what has less than a two-thousandth of the whole is one function, `(smaller functions)`. */
export interface StackGraph {
  readonly functions: readonly (readonly [frame: number, self: number, total: number, calls: number])[];
  readonly edges: readonly (readonly [caller: number, callee: number, calls: number, value: number])[];
}

export interface Snapshot {
  readonly id: string;
  readonly schema_version: number;
  readonly collected_at: string;
  readonly sources: readonly Source[];
  readonly request_profiles: readonly RequestProfile[];
  readonly db_query_samples: readonly QuerySample[];
  /** Of access logs; absent where none was ingested. */
  readonly endpoint_samples?: readonly EndpointSample[];
  /** Of any language; absent where none was ingested. */
  readonly stack_profiles?: readonly StackProfile[];
}
