// What a finding is worth: how bad, whether it names a cause, and what following it would save.
import { type Finding, isAdvice } from './finding.ts';

/** A smaller share of the whole is not a finding: no user would notice the difference. */
export const SMALLEST_SHARE = 0.01;

export function bySeverity(a: Finding, b: Finding): number {
  return a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0;
}

/** Worst first; of the same severity causes before symptoms, then by what would be saved. */
export function byWorth(a: Finding, b: Finding): number {
  return (
    bySeverity(a, b) || Number(isAdvice(b)) - Number(isAdvice(a)) || savingOf(b) - savingOf(a) || (a.id < b.id ? -1 : 1)
  );
}

/** Where no test has measured the saving, all the time of the finding. */
function savingOf({ saves_ms: saves, metrics }: Finding): number {
  return saves ?? metrics.self_ms ?? metrics.severity_score_ms ?? metrics.query_total_time_ms ?? 0;
}
