// Checks a snapshot against its budgets: what is over, what is within, and what could not be measured.
import { workIn } from '../compare/scopes.ts';
import { type EndpointSide, isFailure, sideOf } from '../compare/side.ts';
import { withoutMethod } from '../model/endpoint.ts';
import type { QuerySample, QueryWork, Snapshot } from '../model/snapshot.ts';
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
  /** `cannot_judge`: no measured value is over its limit, but not everything was measured. */
  readonly verdict: 'pass' | 'regression' | 'cannot_judge';
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
      // The longest pattern that sets this limit is the most specific one.
      const [pattern] = patterns
        .filter((one) => budgets[one]![limit] !== undefined)
        .toSorted((a, b) => b.length - a.length);
      // An endpoint with a budget must succeed: a failure must never count as cheap.
      const failing = limit === 'failed_share' && pattern === undefined && patterns.length > 0;
      if (pattern === undefined && !failing) continue;
      const share = failing ? (failures(side).value ?? 0) : 0;
      // That nothing succeeded was already reported, by its first time limit.
      if (failing && (share === 0 || over.some(({ endpoint, value }) => endpoint === side.endpoint && value === null)))
        continue;
      const by = pattern ?? patterns.toSorted((a, b) => b.length - a.length)[0]!;
      const allowed = pattern === undefined ? 0 : budgets[pattern]![limit]!;
      // A profiled request is slower than it would be: its timed twin is judged, where there is one.
      if (limit !== 'memory_mb' && isProfiledTwin(side, endpoints)) continue;
      const measured = measure(limit, side, snapshot.db_query_samples, endpoints.size, allowed);
      const check = {
        endpoint: side.endpoint,
        pattern: by,
        limit,
        allowed,
        ...describeCheck(limit, measured, allowed),
      };
      if (measured.value === null && !measured.failed) unmeasured.push(check);
      else if (measured.failed || measured.value! > allowed) over.push(check);
      else within.push(check);
    }
  }
  const unmatched = Object.keys(budgets).filter((pattern) => !matched.has(pattern));
  return {
    normalized_snapshot_id: snapshot.id,
    ok: over.length === 0,
    verdict: over.length > 0 ? 'regression' : unmeasured.length + unmatched.length > 0 ? 'cannot_judge' : 'pass',
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

interface Measurement {
  readonly value: number | null;
  /** Nothing to measure because no request succeeded. */
  readonly failed?: boolean;
  readonly why?: string;
}

/** Only answers from 400 on: their times say nothing about the requested page. */
function answersOnlyErrors({ statuses }: EndpointSide): boolean {
  return statuses.size > 0 && [...statuses.keys()].every((status) => !(Number(status) < 400));
}

function measure(
  limit: Limit,
  side: EndpointSide,
  queries: readonly QuerySample[],
  endpoints: number,
  allowed: number,
): Measurement {
  if (limit !== 'failed_share' && answersOnlyErrors(side) && ![...side.statuses.keys()].some(isFailure))
    return { value: null, why: `it answered only with ${[...side.statuses.keys()].join(', ')}` };
  const measures: Readonly<Record<Limit, () => Measurement>> = {
    endpoint_p95_ms: () => slowest(side),
    failed_share: () => failures(side),
    memory_mb: () =>
      side.memory.length === 0
        ? { value: null, why: 'neither timings nor profiles contain the memory' }
        : { value: side.memory.at(-1)! },
    queries_per_request: () => work(side, queries, endpoints, allowed, ({ count }) => count),
    query_total_ms: () => work(side, queries, endpoints, allowed, ({ total_time_ms: ms }) => ms),
  };
  return measures[limit]();
}

function failures({ statuses }: EndpointSide): Measurement {
  const all = [...statuses.values()].reduce((sum, n) => sum + n, 0);
  if (all === 0) return { value: null, why: 'the statuses of its requests are not known' };
  const failed = [...statuses].reduce((sum, [status, n]) => sum + (isFailure(status) ? n : 0), 0);
  return { value: failed / all };
}

function slowest({ times, traffic, statuses }: EndpointSide): Measurement {
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

/**
 * Runs that other endpoints may have caused give only a range. A limit outside of the range can still be
 * judged: exceeded when the certain runs alone exceed it, met when all runs together do not.
 */
function work(
  { endpoint, requests, dated }: EndpointSide,
  queries: readonly QuerySample[],
  endpoints: number,
  allowed: number,
  of: (work: QueryWork) => number,
): Measurement {
  if (queries.length === 0) return { value: null, why: 'no log of statements was ingested' };
  if (dated > 0 && queries.some((query) => query.endpoints.length > 0)) {
    const scope = { endpoints: [endpoint], certain: true };
    const certain = queries.reduce((sum, query) => {
      const link = query.endpoints.find((one) => one.endpoint === endpoint);
      return sum + (link === undefined ? 0 : of(link.certain));
    }, 0);
    const least = certain / dated;
    const most = queries.reduce((sum, query) => sum + of(workIn(query, scope)), 0) / dated;
    if (most === least || least > allowed) return { value: least };
    if (most <= allowed) return { value: most, why: 'at most: some may belong to other endpoints' };
    const others = new Set(
      queries.flatMap(({ shared = [] }) =>
        shared.filter((group) => group.endpoints.includes(endpoint)).flatMap((group) => group.endpoints),
      ),
    );
    others.delete(endpoint);
    const between = `between ${format(least)} and ${format(most)}: the log does not separate its statements from those of`;
    return { value: null, why: `${between} ${[...others].join(', ') || 'its warm-ups'}` };
  }
  // One endpoint alone must have caused what is in the log.
  if (endpoints === 1) return { value: queries.reduce((sum, query) => sum + of(query), 0) / requests };
  return { value: null, why: 'the clock of the log is too coarse to show which statements ran for it' };
}

function format(value: number): string {
  return String(Number(value.toPrecision(4)));
}

const UNITS: Readonly<Record<Limit, string>> = {
  queries_per_request: ' queries per request',
  endpoint_p95_ms: ' ms for 95 % of requests',
  query_total_ms: ' ms in queries per request',
  memory_mb: ' MB',
  failed_share: ' of requests failed',
};

function describeCheck(
  limit: Limit,
  { value, why, failed }: Measurement,
  allowed: number,
): Pick<Check, 'value' | 'message'> {
  const rounded = value === null ? null : Number(value.toFixed(3));
  const reason = why === undefined ? '' : ` (${why})`;
  if (failed) return { value: null, message: `no request succeeded; allowed ${allowed}${UNITS[limit]}` };
  const figure = rounded === null ? 'not measured' : `${Number(rounded.toPrecision(5))}${UNITS[limit]}`;
  return { value: rounded, message: `${figure}${reason}; allowed ${allowed}${rounded === null ? UNITS[limit] : ''}` };
}
