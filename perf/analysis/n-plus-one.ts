// N+1: a loop that asks the database for one row at a time. The log shows how often within one request, a profile which code.
import type { Snapshot } from '../model/snapshot.ts';
import { withoutMethod } from '../model/endpoint.ts';
import { callerOf, callerSentence } from './findings/callers.ts';
import { adviceId, type Finding } from './findings/finding.ts';
import { truncate, ms, wholeNumber } from './findings/text.ts';
import type { QueryRow } from './findings/rows.ts';
import { conditionsOf } from './index/conditions.ts';
import type { Severity } from './findings/thresholds.ts';

export type NPlusOne = Finding<'n_plus_one'>;

export function nPlusOneFindings(queries: readonly QueryRow[], snapshot: Snapshot): NPlusOne[] {
  return queries.filter(isNPlusOne).map((row) => finding(row, snapshot));
}

/** One row at a time, again and again. A statement with a list of values already fetches many rows. */
export function isNPlusOne({ repeats, fingerprint }: QueryRow): boolean {
  return repeats.bursts > 0 && /^(?:select|with)\b/.test(fingerprint) && !fetchesInBulk(fingerprint);
}

function fetchesInBulk(fingerprint: string): boolean {
  return /\bin ?\(\?\+\)|= ?any ?\(|\bvalues ?\(\?\+\)/.test(fingerprint);
}

function runsPerRequest({ repeats }: QueryRow): number {
  return Math.round(repeats.burst_count / Math.max(1, repeats.bursts));
}

function finding(row: QueryRow, snapshot: Snapshot): NPlusOne {
  const runs = runsPerRequest(row);
  const places = placesOf(row);
  const endpoint = isOnePath(places.endpoints) || places.certain ? (places.endpoints[0] ?? null) : null;
  const caller = callerOf(snapshot, endpoint === null ? places.endpoints : [endpoint], runs);
  const perRequest = runs * row.avg_time_ms;
  // A profile that shows the loop settles what the log leaves open.
  const place = endpoint ?? caller?.endpoint ?? null;
  const doubtful = place === null && places.endpoints.length > 0;
  const who = caller === null ? '' : `${callerSentence(caller)}: `;
  const where = doubtful
    ? `in each request to one of ${places.endpoints.join(', ')} (they were served in the same seconds; the log does not show which)`
    : place === null
      ? 'in one burst of one connection'
      : `in each request to ${place}`;
  return {
    id: adviceId('n_plus_one', row.class_id),
    type: 'n_plus_one',
    title: `N+1: ${runs} runs of one query ${doubtful ? `in a request to one of ${places.endpoints.length} endpoints` : where}`,
    severity: severityOf(runs, perRequest, endpoint, snapshot),
    impact_summary: `${who}${truncate(row.fingerprint)} runs ${runs} times ${where}, ${ms(perRequest)} each time.`,
    metrics: {
      runs_per_request: runs,
      total_ms_per_request: perRequest,
      max_runs_in_a_request: row.repeats.max_in_a_row,
      requests_seen: row.repeats.bursts,
      query_total_time_ms: row.query_total_time_ms,
      severity_score_ms: perRequest,
    },
    aggregation_provenance: {
      grouped_by: 'class of statements',
      samples: row.repeats.bursts,
      judged_by: place === null ? 'pauses of one connection' : 'request windows',
    },
    // One statement stays.
    saves_ms: (perRequest * (runs - 1)) / runs,
    class_id: row.class_id,
    endpoint: place,
    ...(doubtful ? { endpoints: places.endpoints } : {}),
    caller,
    evidence: [...row.evidence.slice(0, 2), ...(caller?.evidence.slice(0, 1) ?? [])],
    recommendations: [
      {
        id: 'n-plus-one-batch',
        action: wayOut(row, caller === null ? null : callerSentence(caller)),
        verification_step: `Record the same request again: this class must run once or twice, not ${runs} times.`,
        evidence: row.evidence.slice(0, 1),
      },
    ],
  };
}

/** Fewer repetitions than this are not reported as N+1. */
const SUSPICIOUS = 10;

function isOnePath(endpoints: readonly string[]): boolean {
  return new Set(endpoints.map(withoutMethod)).size === 1;
}

/** The endpoints whose requests certainly hold the repetitions, the most of them first; else all that may. */
function placesOf({ endpoints }: QueryRow): { readonly certain: boolean; readonly endpoints: readonly string[] } {
  const sure = endpoints
    .filter(({ bursts = 0 }) => bursts > 0)
    .toSorted((a, b) => (b.bursts ?? 0) - (a.bursts ?? 0) || a.count - b.count);
  const found = sure.length > 0 ? sure : endpoints.filter(({ count }) => count >= SUSPICIOUS);
  return { certain: sure.length > 0, endpoints: found.map(({ endpoint }) => endpoint) };
}

/** Thirty redundant statements in a request are worth a finding even where each is fast; so is a tenth of its time. */
function severityOf(runs: number, perRequest: number, endpoint: string | null, snapshot: Snapshot): Severity {
  if (perRequest >= 1000) return 'P0';
  if (runs >= 30 || perRequest >= 100) return 'P1';
  const times = snapshot.request_profiles
    .filter((profile) => endpoint !== null && withoutMethod(profile.endpoint) === withoutMethod(endpoint))
    .flatMap(({ wall_ms: wall, kind }) => (wall === null || kind !== 'timing' ? [] : [wall]))
    .toSorted((a, b) => a - b);
  const median = times[Math.floor((times.length - 1) / 2)];
  return median !== undefined && perRequest >= median / 10 && perRequest >= 5 ? 'P1' : 'P2';
}

function wayOut(row: QueryRow, caller: string | null): string {
  const conditions = conditionsOf(row.examples[0] ?? row.fingerprint);
  const [key] = conditions?.tables.flatMap(({ equal }) => equal.filter(({ joins }) => !joins)) ?? [];
  const fetched = `${wholeNumber(row.rows_sent / row.count)} ${row.rows_sent === row.count ? 'row' : 'rows'} a run`;
  const place = caller === null ? 'Find the loop that sends it' : `In the loop (${caller})`;
  const meta = /\b\w*(post|comment|term|user)meta\b/.exec(row.fingerprint);
  const wordpress =
    meta === null
      ? ''
      : ` WordPress does that with update_meta_cache('${meta[1]}', $ids), after which get_${meta[1]}_meta() reads from memory.`;
  return key === undefined
    ? `${place}: collect what it queries before the loop and fetch it with one statement, or join it to the query that builds the list (now ${fetched}).${wordpress}`
    : `${place}: collect the values of ${key.column} first and fetch all rows with one … WHERE ${key.column} IN (…), or join the table to the query that builds the list (now ${fetched}).${wordpress}`;
}
