// A snapshot against its budgets: what is over, what is within, and what could not be measured.
import { type Work, workFor } from '../compare/shared-work.ts';
import { type EndpointSide, sideOf } from '../compare/side.ts';
import { withoutMethod } from '../model/endpoint.ts';
import type { QuerySample, Snapshot } from '../model/snapshot.ts';
import type { Budgets, Limit } from '../config/budget-limits.ts';
import { LIMITS } from '../config/budget-limits.ts';

export interface Check {
  readonly endpoint: string;
  readonly pattern: string;
  readonly limit: Limit;
  readonly allowed: number;
  /** Null where it could not be measured, or no request succeeded. */
  readonly value: number | null;
  readonly message: string;
}

export interface BudgetCheck {
  readonly normalized_snapshot_id: string;
  readonly ok: boolean;
  readonly summary: { readonly checked: number; readonly over: number; readonly unmeasured: number };
  readonly over: readonly Check[];
  readonly within: readonly Check[];
  readonly unmeasured: readonly Check[];
  /** Patterns no endpoint of the snapshot matches. */
  readonly unmatched: readonly string[];
}

export function checkBudgets(snapshot: Snapshot, budgets: Budgets): BudgetCheck {
  const { endpoints } = sideOf([snapshot]);
  const over: Check[] = [];
  const within: Check[] = [];
  const unmeasured: Check[] = [];
  const matched = new Set<string>();
  for (const side of [...endpoints.values()].toSorted((a, b) => (a.endpoint < b.endpoint ? -1 : 1))) {
    const patterns = Object.keys(budgets).filter((pattern) => matches(pattern, side.endpoint));
    for (const pattern of patterns) matched.add(pattern);
    for (const limit of Object.keys(LIMITS) as Limit[]) {
      // The longest pattern that says something about this limit is the most particular one.
      const [pattern] = patterns
        .filter((one) => budgets[one]![limit] !== undefined)
        .toSorted((a, b) => b.length - a.length);
      if (pattern === undefined) continue;
      const allowed = budgets[pattern]![limit]!;
      // A profiled request is slower than it would be: its timed twin is judged, where there is one.
      if (limit !== 'memory_mb' && isProfiledTwin(side, endpoints)) continue;
      const measured = measure(limit, side, snapshot.db_query_samples, endpoints.size);
      const check = { endpoint: side.endpoint, pattern, limit, allowed, ...describeCheck(limit, measured, allowed) };
      if (measured.value === null && !measured.failed) unmeasured.push(check);
      else if (measured.failed || measured.value! > allowed) over.push(check);
      else within.push(check);
    }
  }
  const unmatched = Object.keys(budgets).filter((pattern) => !matched.has(pattern));
  return {
    normalized_snapshot_id: snapshot.id,
    ok: over.length === 0,
    summary: { checked: over.length + within.length, over: over.length, unmeasured: unmeasured.length },
    over: over.toSorted((a, b) => excess(b) - excess(a)),
    within,
    unmeasured,
    unmatched,
  };
}

function excess({ value, allowed }: Check): number {
  return value === null ? Number.POSITIVE_INFINITY : value / Math.max(allowed, 1e-9);
}

/** `*` stands for any characters. Methods and hosts are not part of a route; its query is only when the pattern's is. */
export function matches(pattern: string, endpoint: string): boolean {
  if (pattern === '*') return true;
  const route = withoutMethod(endpoint).replace(/^https?:\/\/[^/?]*/i, '') || '/';
  // A command line may begin with / too, but a route has no blanks.
  if (/\s/.test(route)) return false;
  const target = pattern.includes('?') ? route : route.split('?', 1)[0]!;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(target);
}

function isProfiledTwin({ endpoint }: EndpointSide, endpoints: ReadonlyMap<string, EndpointSide>): boolean {
  const plain = withoutMethod(endpoint);
  return plain !== endpoint && endpoints.has(plain);
}

interface Measured {
  readonly value: number | null;
  /** Nothing to measure because no request succeeded. */
  readonly failed?: boolean;
  readonly why?: string;
}

function measure(limit: Limit, side: EndpointSide, queries: readonly QuerySample[], endpoints: number): Measured {
  const measures: Readonly<Record<Limit, () => Measured>> = {
    endpoint_p95_ms: () => slowest(side),
    memory_mb: () =>
      side.memory.length === 0
        ? { value: null, why: 'neither timings nor profiles tell the memory' }
        : { value: side.memory.at(-1)! },
    queries_per_request: () => work(side, queries, endpoints, ({ runs }) => runs),
    query_total_ms: () => work(side, queries, endpoints, ({ ms }) => ms),
  };
  return measures[limit]();
}

function slowest({ times, traffic, statuses }: EndpointSide): Measured {
  const weighted = traffic ?? times.map(({ ms }) => [ms, 1] as const).toSorted(([a], [b]) => a - b);
  const total = weighted.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) {
    return statuses.size > 0
      ? { value: null, failed: true, why: 'no request succeeded' }
      : { value: null, why: 'it has no times' };
  }
  let seen = 0;
  return { value: weighted.find(([, count]) => (seen += count) >= 0.95 * total)![0] };
}

function work(
  { endpoint, requests, dated }: EndpointSide,
  queries: readonly QuerySample[],
  endpoints: number,
  of: (work: Work) => number,
): Measured {
  if (queries.length === 0) return { value: null, why: 'no log of statements was ingested' };
  if (dated > 0 && queries.some((query) => query.endpoints.length > 0)) {
    const links = queries.flatMap((query) => query.endpoints.filter((link) => link.endpoint === endpoint));
    const shared = links.some(({ certain, count }) => certain < count);
    return {
      value: queries.reduce((sum, query) => sum + of(workFor(query, endpoint)), 0) / dated,
      ...(shared ? { why: 'about: other endpoints were served in the same seconds' } : {}),
    };
  }
  // One endpoint alone must have caused what is in the log.
  const all = (query: QuerySample) => of({ runs: query.count, ms: query.total_time_ms });
  if (endpoints === 1) return { value: queries.reduce((sum, query) => sum + all(query), 0) / requests };
  return { value: null, why: 'the clock does not tell which statements ran for it' };
}

const UNITS: Readonly<Record<Limit, string>> = {
  queries_per_request: ' queries per request',
  endpoint_p95_ms: ' ms for 95 % of requests',
  query_total_ms: ' ms in queries per request',
  memory_mb: ' MB',
};

function describeCheck(
  limit: Limit,
  { value, why, failed }: Measured,
  allowed: number,
): Pick<Check, 'value' | 'message'> {
  const rounded = value === null ? null : Number(value.toFixed(3));
  const reason = why === undefined ? '' : ` (${why})`;
  if (failed) return { value: null, message: `no request succeeded; allowed ${allowed}${UNITS[limit]}` };
  const figure = rounded === null ? 'not measured' : `${Number(rounded.toPrecision(5))}${UNITS[limit]}`;
  return { value: rounded, message: `${figure}${reason}; allowed ${allowed}${rounded === null ? UNITS[limit] : ''}` };
}
