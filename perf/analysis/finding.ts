// What a finding is, whoever finds it.
import type { Evidence } from '../model/snapshot.ts';
import type { Caller } from './callers.ts';
import type { Severity } from './thresholds.ts';

/** The first three say that something is slow; the others say why. */
export type FindingType =
  | 'slow_endpoint'
  | 'slow_function'
  | 'expensive_query'
  | 'n_plus_one'
  | 'missing_index'
  | 'opcache_off'
  | 'xdebug_on'
  | 'autoloader_without_class_map'
  | 'autoloaded_options'
  | 'no_object_cache'
  | 'locked_sessions'
  | 'remote_calls'
  | 'counted_rows';

export interface Recommendation {
  readonly id: string;
  readonly action: string;
  readonly verification_step: string;
  readonly evidence: readonly Evidence[];
}

export interface Finding {
  readonly id: string;
  readonly type: FindingType;
  readonly title: string;
  readonly severity: Severity;
  readonly impact_summary: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly aggregation_provenance: Readonly<Record<string, unknown>>;
  /** What it is about, where it is about a statement: its class, the endpoint it belongs to, the code that sends it. */
  readonly class_id?: string;
  readonly endpoint?: string | null;
  readonly caller?: Caller | null;
  readonly evidence: readonly Evidence[];
  readonly recommendations: readonly Recommendation[];
}

/** Ids of findings that name a cause begin so, which sorts them before the symptoms of the same severity. */
export function adviceId(type: FindingType, subject = ''): string {
  return subject === '' ? `advice:${type}` : `advice:${type}:${subject}`;
}

export function isAdvice({ type }: Finding): boolean {
  return type !== 'slow_endpoint' && type !== 'slow_function' && type !== 'expensive_query';
}
