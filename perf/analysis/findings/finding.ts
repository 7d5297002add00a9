// What a finding is, whichever rule finds it.
import type { Evidence } from '../../model/snapshot.ts';
import type { Caller } from './callers.ts';
import { ms, wholeNumber } from './text.ts';
import type { Severity } from './thresholds.ts';

/** Symptoms say that something is slow; all other types say why. */
export type SymptomType = 'slow_endpoint' | 'slow_function' | 'expensive_query';

export interface Recommendation {
  readonly id: string;
  readonly action: string;
  readonly verification_step: string;
  readonly evidence: readonly Evidence[];
}

/** How advice was tested: `plan` gives the server's own cost before and after, `run` milliseconds of the statement. */
export interface Proof {
  readonly by: 'plan' | 'run';
  readonly before: number;
  readonly after: number;
  /** Where: `hypopg`, or `scratch` with the share of rows it held. */
  readonly where?: string;
}

export function provedSentence({ by, before, after, where }: Proof): string {
  const on = where === undefined ? '' : ` (${where})`;
  return by === 'run'
    ? `Tested${on}: the statement took ${ms(before)} without the index and ${ms(after)} with it.`
    : `Tested${on}: the planner's cost falls from ${wholeNumber(before)} to ${wholeNumber(after)}.`;
}

/** The types are derived from the finders: `FindingType` of `analysis/run.ts`. */
export interface Finding<Type extends string = string> {
  readonly id: string;
  readonly type: Type;
  readonly title: string;
  readonly severity: Severity;
  readonly impact_summary: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly aggregation_provenance: Readonly<Record<string, unknown>>;
  /** What it is about, where it is about a statement: its class, the endpoint it belongs to, the code that sends it. */
  readonly class_id?: string;
  readonly endpoint?: string | null;
  /** Where the evidence does not show which endpoint: all it may be. */
  readonly endpoints?: readonly string[];
  readonly caller?: Caller | null;
  /** The time the repair would save in one request (for a missing index: in one run), in milliseconds; null where it is not known. */
  readonly saves_ms?: number | null;
  readonly proved?: Proof | null;
  /** A line for `budgets:` in mcp-perf.yaml that prevents the fault from coming back. */
  readonly budget?: string | null;
  readonly evidence: readonly Evidence[];
  readonly recommendations: readonly Recommendation[];
}

/** Ids of findings that name a cause begin so, which sorts them before the symptoms of the same severity. */
export function adviceId(type: string, subject = ''): string {
  return subject === '' ? `advice:${type}` : `advice:${type}:${subject}`;
}

export function isAdvice({ type }: Finding): boolean {
  return type !== 'slow_endpoint' && type !== 'slow_function' && type !== 'expensive_query';
}
