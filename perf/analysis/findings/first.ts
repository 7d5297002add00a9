import { type Finding, isAdvice } from './finding.ts';

/**
 * The three things to fix first: the worst of each kind before the second worst of any, since three boxes of one call
 * chain would say one thing. A function that only calls others is passed over: there is nothing to fix in it.
 */
export function firstThree(findings: readonly Finding[]): Finding[] {
  const ranked = findings
    .filter(hasOwnWork)
    .toSorted((a, b) => bySeverity(a, b) || Number(isAdvice(b)) - Number(isAdvice(a)) || score(b) - score(a));
  const kinds = Map.groupBy(ranked, ({ type }) => type);
  const worst = [...kinds.values()].map(([one]) => one!);
  return [...new Set([...worst, ...ranked])].slice(0, 3).toSorted(bySeverity);
}

function hasOwnWork({ metrics }: Finding): boolean {
  const { self_ms: self, total_ms: total } = metrics;
  return typeof self !== 'number' || typeof total !== 'number' || self >= total / 10;
}

function bySeverity(a: Finding, b: Finding): number {
  return a.severity < b.severity ? -1 : a.severity > b.severity ? 1 : 0;
}

function score({ metrics }: Finding): number {
  return metrics.self_ms ?? metrics.query_total_time_ms ?? metrics.severity_score_ms ?? 0;
}
