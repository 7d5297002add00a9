// One change in a comparison, and when it is a regression. The thresholds of added work are those of the gate's
// contract: 5 ms or 5 runs a request, or 5 % of the endpoint's median.

export type ChangeKind = 'endpoint' | 'span' | 'query';

export type ChangeMetric =
  | 'wall_ms_p50'
  | 'wall_ms_p95'
  | 'wall_ms_p99'
  | 'mem_mb'
  | 'status'
  | 'self_ms'
  | 'avg_time_ms'
  | 'runs_per_request'
  | 'total_ms_per_request'
  | 'statements_per_request'
  | 'rows_per_request'
  | 'database_ms_per_request'
  | 'bytes_per_request'
  | 'runs_per_minute'
  | 'total_ms_per_minute';

export interface Change {
  readonly kind: ChangeKind;
  readonly name: string;
  readonly id: string;
  /** Where it was seen at its worst; null when it is not known for which endpoint it ran. */
  readonly endpoint: string | null;
  /** Where runs cannot be attributed to one endpoint: all endpoints it may be, judged by their sum. */
  readonly endpoints?: readonly string[];
  readonly metric: ChangeMetric;
  /** A number in the metric's unit; for `status` the code, or the name of a probe's error. Null: was not there. */
  readonly baseline: number | string | null;
  readonly candidate: number | string | null;
  /** The same where the metric is a time, else null. */
  readonly baseline_ms: number | null;
  readonly candidate_ms: number | null;
  /** 0.25: a quarter more; null for what is new or gone, and for `status`. */
  readonly change: number | null;
  readonly baseline_samples: number;
  readonly candidate_samples: number;
  /** Null where one side has fewer than three samples, or the metric is no time. */
  readonly p_value: number | null;
  readonly significant: boolean | null;
  /** Relative changes below this are noise, as measured by the baseline's own runs. */
  readonly noise_floor: number | null;
  readonly regression: boolean;
  /** What tables are sorted by: milliseconds added to a request; failures come before everything. */
  readonly harm: number;
}

export type Direction = 'worse' | 'better' | 'same' | 'new' | 'gone';

export interface JudgedChange {
  readonly direction: Direction;
  readonly change: Change;
}

export interface Rules {
  /** Smallest relative change of a measured time that counts. */
  readonly minChange: number;
}

export const MIN_CHANGE = 0.1;
export const SIGNIFICANT = 0.05;
/** Without enough samples to test, only a change this large counts as a regression. */
export const UNTESTED_CHANGE = 0.5;
const ADDED_MS = 5;
/** Smaller differences cannot be distinguished from the noise of a machine. */
const LEAST_MS = 1;
export const ADDED_RUNS = 5;
/** A count that is the same in every request: one more is a change of the code, never noise. */
const WHOLE = 0.1;
const ADDED_SHARE = 0.05;

/** Milliseconds of work a request may gain before that is a regression. */
export function allowedMs(endpointMedian: number | null): number {
  return endpointMedian === null ? ADDED_MS : Math.max(LEAST_MS, Math.min(ADDED_MS, endpointMedian * ADDED_SHARE));
}

/** Runs a request may gain before that is a regression: none where both counts are whole, so that requests do not vary. */
export function allowedRuns(before: number, after: number): number {
  const isWhole = (runs: number) => Math.abs(runs - Math.round(runs)) <= WHOLE;
  return isWhole(before) && isWhole(after) ? 1 - 2 * WHOLE : ADDED_RUNS;
}

export function relative(before: number, after: number): number {
  if (before === after) return 0;
  return before === 0 ? 1 : (after - before) / before;
}

const TIMES: ReadonlySet<ChangeMetric> = new Set([
  'wall_ms_p50',
  'wall_ms_p95',
  'wall_ms_p99',
  'database_ms_per_request',
  'self_ms',
  'avg_time_ms',
  'total_ms_per_request',
  'total_ms_per_minute',
]);

/** A row with the defaults that most rows share. */
export function changeOf(
  parts: Pick<Change, 'kind' | 'name' | 'id' | 'metric' | 'baseline' | 'candidate'> & Partial<Change>,
): Change {
  const { metric, baseline, candidate } = parts;
  const ms = (value: Change['baseline']) => (TIMES.has(metric) && typeof value === 'number' ? value : null);
  const numbers = typeof baseline === 'number' && typeof candidate === 'number' && metric !== 'status';
  const gained = (ms(candidate) ?? 0) - (ms(baseline) ?? 0);
  return {
    endpoint: null,
    baseline_ms: ms(baseline),
    candidate_ms: ms(candidate),
    change: numbers ? relative(baseline, candidate) : null,
    baseline_samples: 0,
    candidate_samples: 0,
    p_value: null,
    significant: null,
    noise_floor: null,
    regression: false,
    harm: gained,
    ...parts,
  };
}
