import type { Finding } from './finding.ts';
import { byWorth, bySeverity } from './worth.ts';

/** The three things to fix first: the worst of each kind before the second worst of any, since three functions of one call chain would be the same finding. */
export function firstThree(findings: readonly Finding[]): Finding[] {
  const ranked = findings.toSorted(byWorth);
  const kinds = Map.groupBy(ranked, ({ type }) => type);
  const worst = [...kinds.values()].map(([one]) => one!);
  return [...new Set([...worst, ...ranked])].slice(0, 3).toSorted(bySeverity);
}
