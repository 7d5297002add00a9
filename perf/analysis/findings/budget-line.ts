// A finding as a line of `budgets:` in mcp-perf.yaml: once repaired, it stays repaired.
import { isShellCommand, samePath, withoutMethod } from '../../model/endpoint.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Finding } from './finding.ts';

/** Null where the finding is about no single endpoint, or about nothing that a budget measures. */
export function budgetLine(finding: Finding, snapshot: Snapshot): string | null {
  const { endpoint, type, metrics } = finding;
  if (typeof endpoint !== 'string' || isShellCommand(endpoint)) return null;
  const limit = (name: string, value: number) =>
    `'${withoutMethod(endpoint).replaceAll("'", "''")}': { ${name}: ${Math.max(1, Math.round(value))} }`;
  if (type === 'n_plus_one') {
    const now = statementsPerRequest(endpoint, snapshot);
    // One statement instead of the loop's, and a fifth more for what is allowed to grow.
    return now === null ? null : limit('queries_per_request', (now - (metrics.runs_per_request ?? 0) + 1) * 1.2);
  }
  if (type === 'slow_endpoint') return limit('endpoint_p95_ms', (metrics.severity_score_ms ?? 0) / 2);
  if (type === 'missing_index') return limit('query_total_ms', (metrics.avg_time_ms ?? 0) / 2);
  return null;
}

function statementsPerRequest(endpoint: string, snapshot: Snapshot): number | null {
  const requests = snapshot.request_profiles.filter(
    ({ kind, endpoint: name }) => kind === 'timing' && samePath(name, endpoint),
  ).length;
  if (requests === 0) return null;
  const runs = snapshot.db_query_samples.flatMap(({ endpoints }) =>
    endpoints.filter(({ endpoint: name }) => samePath(name, endpoint)).map(({ attribution }) => attribution.certain),
  );
  return runs.reduce((sum, certain) => sum + certain, 0) / requests;
}
