// Writes a finding as a line of `budgets:` in mcp-perf.yaml, so that a repaired fault cannot come back unnoticed.
import { samePath, withoutMethod } from '../../model/endpoint.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import type { Finding } from './finding.ts';

/** Null where the finding does not concern one endpoint, or concerns nothing that a budget measures. */
export function budgetLine(finding: Finding, snapshot: Snapshot): string | null {
  const { endpoint, type, metrics } = finding;
  if (typeof endpoint !== 'string') return null;
  const limit = (name: string, value: number) =>
    `'${withoutMethod(endpoint).replaceAll("'", "''")}': { ${name}: ${Math.max(1, Math.round(value))} }`;
  if (type === 'n_plus_one') {
    const now = statementsPerRequest(endpoint, snapshot);
    const runs = metrics.runs_per_request ?? 0;
    // One statement instead of those of the loop, plus a margin of a fifth.
    return now === null || now < runs ? null : limit('queries_per_request', (now - runs + 1) * 1.2);
  }
  // A time measured with a profiler is not used as a limit.
  if (type === 'slow_endpoint' && isTimed(endpoint, snapshot))
    return limit('endpoint_p95_ms', (metrics.severity_score_ms ?? 0) / 2);
  if (type === 'missing_index') return limit('query_total_ms', (metrics.avg_time_ms ?? 0) / 2);
  return null;
}

function isTimed(endpoint: string, { request_profiles: profiles, endpoint_samples: logged = [] }: Snapshot): boolean {
  return (
    logged.some(({ endpoint: name }) => name === endpoint) ||
    profiles.some(({ kind, endpoint: name }) => kind === 'timing' && name === endpoint)
  );
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
