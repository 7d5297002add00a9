// How slow is too slow: three bounds for each of five metrics, in milliseconds.
import type { FieldFault } from '@zorivest/kernel';

export const METRICS = [
  'endpoint_ttfb_ms',
  'endpoint_wall_ms',
  'query_total_time_ms',
  'span_self_ms',
  'span_total_ms',
] as const;
export type Metric = (typeof METRICS)[number];
export const SEVERITIES = ['P0', 'P1', 'P2'] as const;
export type Severity = (typeof SEVERITIES)[number];
type Bounds = Readonly<Record<Severity, number>>;
export interface Threshold extends Bounds {
  readonly source: 'configured' | 'default_conservative';
}
export type Thresholds = Readonly<Record<Metric, Threshold>>;

const DEFAULTS: Readonly<Record<Metric, Bounds>> = {
  endpoint_ttfb_ms: { P0: 1500, P1: 800, P2: 300 },
  endpoint_wall_ms: { P0: 2000, P1: 1000, P2: 400 },
  query_total_time_ms: { P0: 10_000, P1: 3000, P2: 1000 },
  span_self_ms: { P0: 800, P1: 300, P2: 100 },
  span_total_ms: { P0: 1500, P1: 700, P2: 250 },
};

export type ThresholdsResult =
  | { readonly ok: true; readonly thresholds: Thresholds }
  | { readonly ok: false; readonly faults: FieldFault[] };

/** The defaults, overridden by the given metrics. Reports all faults in one call. */
export function thresholdsFrom(input: unknown): ThresholdsResult {
  if (input !== undefined && !isObject(input)) {
    return { ok: false, faults: [{ path: 'thresholds', message: 'must be an object of metrics' }] };
  }
  const faults = Object.entries(input ?? {}).flatMap(([metric, bounds]) => metricFaults(metric, bounds));
  if (faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const chosen = METRICS.map((metric): [Metric, Threshold] => {
    // Checked above: three integers, or the metric is absent.
    const own = (input as Partial<Record<Metric, Bounds>> | undefined)?.[metric];
    const { P0, P1, P2 } = own ?? DEFAULTS[metric];
    return [metric, { P0, P1, P2, source: own ? 'configured' : 'default_conservative' }];
  });
  return { ok: true, thresholds: Object.fromEntries(chosen) as Record<Metric, Threshold> };
}

function metricFaults(metric: string, bounds: unknown): FieldFault[] {
  const path = `thresholds.${metric}`;
  if (!METRICS.includes(metric as Metric))
    return [{ path, message: `is not a metric; the metrics are ${METRICS.join(', ')}` }];
  if (!isObject(bounds)) return [{ path, message: 'must be an object {"P0": int, "P1": int, "P2": int}' }];
  const faults: FieldFault[] = [];
  for (const key of Object.keys(bounds)) {
    if (!SEVERITIES.includes(key as Severity))
      faults.push({ path: `${path}.${key}`, message: 'is not a severity; use P0, P1 and P2' });
  }
  for (const severity of SEVERITIES) {
    const value = bounds[severity];
    if (value === undefined) faults.push({ path: `${path}.${severity}`, message: 'is missing' });
    else if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
      faults.push({ path: `${path}.${severity}`, message: 'must be a positive integer of milliseconds' });
    }
  }
  const { P0, P1, P2 } = bounds as Record<Severity, number>;
  if (faults.length === 0 && !(P0 >= P1 && P1 >= P2)) faults.push({ path, message: 'must fall: P0 >= P1 >= P2' });
  return faults;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The highest bound the value reaches, or none. */
export function severityOf(value: number | null, bounds: Bounds): Severity | null {
  if (value === null) return null;
  return SEVERITIES.find((severity) => value >= bounds[severity]) ?? null;
}

export function worse(a: Severity | null, b: Severity | null): Severity | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

export function openQuestions(input: unknown): string[] {
  if (input !== undefined) return [];
  return METRICS.map(
    (metric) =>
      `OPEN_QUESTION: provide params.thresholds.${metric} as {"P0":int,"P1":int,"P2":int} to replace conservative defaults.`,
  );
}
