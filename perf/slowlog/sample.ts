// From counters to a snapshot's rows, and rows of several logs into one.
import type { Evidence, QueryEndpoint, QuerySample } from '../model/snapshot.ts';
import { Latency } from '../stats/latency.ts';
import type { RecordPosition, QueryClass } from './query-class.ts';

/** Which log a class was read from. */
export interface LogFile {
  readonly name: string;
  readonly type: 'mysql_slow_log' | 'postgres_log';
}

export function sampleOf(query: QueryClass, file: LogFile, endpoints: readonly string[]): QuerySample {
  return {
    class_id: query.id,
    ...(file.type === 'postgres_log' ? { engine: 'postgres' as const } : {}),
    fingerprint: query.fingerprint,
    records: query.records,
    count: query.count,
    ...times(query.us, query.count, query.latency),
    lock_ms: query.lockUs / 1000,
    rows_examined: query.rowsExamined,
    rows_sent: query.rowsSent,
    rows_affected: query.rowsAffected,
    bytes_sent: query.bytesSent,
    full_scan_count: query.fullScan,
    full_join_count: query.fullJoin,
    filesort_count: query.filesort,
    filesort_on_disk_count: query.filesortOnDisk,
    tmp_table_count: query.tmpTable,
    tmp_table_on_disk_count: query.tmpTableOnDisk,
    error_count: query.errors,
    killed_count: query.killed,
    first_seen: iso(query.firstUs),
    last_seen: iso(query.lastUs),
    databases: query.databases.counts(),
    users: query.users.counts(),
    repeats: { max_in_a_row: query.burstMax, bursts: query.bursts, burst_count: query.burstCount },
    endpoints: [...query.links]
      .map(([endpoint, link]) => ({
        endpoint: endpoints[endpoint]!,
        count: link.count,
        total_time_ms: link.us / 1000,
        certain: link.certain,
        ...(link.bursts > 0 ? { bursts: link.bursts } : {}),
      }))
      .toSorted(byCost),
    ...(query.plan === null ? {} : { plan: { from: 'log' as const, rows: query.plan } }),
    latency: query.latency.toJSON(),
    examples: query.examples,
    evidence: places(query, file),
  };
}

const MOST_EVIDENCE = 3;
const MOST_EXAMPLES = 3;

export function mergeSamples(samples: readonly QuerySample[]): QuerySample[] {
  const byClass = Map.groupBy(samples, (sample) => sample.class_id);
  return [...byClass.values()]
    .map((same) => same.reduce(added))
    .toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

function added(a: QuerySample, b: QuerySample): QuerySample {
  const latency = latencyOf(a);
  latency.merge(latencyOf(b));
  const sum = (key: keyof QuerySample): number => Number(a[key]) + Number(b[key]);
  return {
    ...a,
    records: sum('records'),
    count: sum('count'),
    ...times(Math.round(sum('total_time_ms') * 1000), sum('count'), latency),
    lock_ms: Math.round(sum('lock_ms') * 1000) / 1000,
    rows_examined: sum('rows_examined'),
    rows_sent: sum('rows_sent'),
    rows_affected: sum('rows_affected'),
    bytes_sent: sum('bytes_sent'),
    full_scan_count: sum('full_scan_count'),
    full_join_count: sum('full_join_count'),
    filesort_count: sum('filesort_count'),
    filesort_on_disk_count: sum('filesort_on_disk_count'),
    tmp_table_count: sum('tmp_table_count'),
    tmp_table_on_disk_count: sum('tmp_table_on_disk_count'),
    error_count: sum('error_count'),
    killed_count: sum('killed_count'),
    first_seen: [a.first_seen, b.first_seen].filter((seen) => seen !== null).toSorted()[0] ?? null,
    last_seen:
      [a.last_seen, b.last_seen]
        .filter((seen) => seen !== null)
        .toSorted()
        .at(-1) ?? null,
    databases: addedCounts(a.databases, b.databases),
    users: addedCounts(a.users, b.users),
    repeats: {
      max_in_a_row: Math.max(a.repeats.max_in_a_row, b.repeats.max_in_a_row),
      bursts: a.repeats.bursts + b.repeats.bursts,
      burst_count: a.repeats.burst_count + b.repeats.burst_count,
    },
    endpoints: addedEndpoints([...a.endpoints, ...b.endpoints]),
    ...planOf(a, b),
    latency: latency.toJSON(),
    examples: [...new Set([...a.examples, ...b.examples])].slice(0, MOST_EXAMPLES),
    evidence: [...a.evidence, ...b.evidence].slice(0, MOST_EVIDENCE),
  };
}

/** The plan of the slower statement, and the indexes of whichever knows them. */
function planOf(a: QuerySample, b: QuerySample): Pick<QuerySample, 'plan' | 'tables'> {
  const [slower, other] = a.max_ms >= b.max_ms ? [a, b] : [b, a];
  const plan = slower.plan ?? other.plan;
  const tables = a.tables ?? b.tables;
  return { ...(plan ? { plan } : {}), ...(tables ? { tables } : {}) };
}

export function latencyOf(sample: QuerySample): Latency {
  return Latency.from(sample.latency, Math.round(sample.min_ms * 1000), Math.round(sample.max_ms * 1000));
}

function times(us: number, count: number, latency: Latency) {
  return {
    total_time_ms: us / 1000,
    avg_time_ms: us / count / 1000,
    min_ms: latency.min / 1000,
    p50_ms: latency.quantile(0.5) / 1000,
    p95_ms: latency.quantile(0.95) / 1000,
    p99_ms: latency.quantile(0.99) / 1000,
    max_ms: latency.max / 1000,
  };
}

function addedCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const counts = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) counts.set(name, (counts.get(name) ?? 0) + count);
  return Object.fromEntries(counts);
}

function addedEndpoints(links: readonly QueryEndpoint[]): QueryEndpoint[] {
  return [...Map.groupBy(links, (link) => link.endpoint).values()]
    .map((same) =>
      same.reduce((a, b) => ({
        endpoint: a.endpoint,
        count: a.count + b.count,
        total_time_ms: Math.round((a.total_time_ms + b.total_time_ms) * 1000) / 1000,
        certain: a.certain + b.certain,
        ...((a.bursts ?? b.bursts) === undefined ? {} : { bursts: (a.bursts ?? 0) + (b.bursts ?? 0) }),
      })),
    )
    .toSorted(byCost);
}

function byCost(a: QueryEndpoint, b: QueryEndpoint): number {
  return b.total_time_ms - a.total_time_ms || (a.endpoint < b.endpoint ? -1 : 1);
}

function iso(us: number): string | null {
  const date = new Date(us / 1000);
  return Number.isFinite(us) && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}

/** The slowest record, the first and the last: enough to look at, however long the log. */
function places(query: QueryClass, file: LogFile): Evidence[] {
  const found: [string, RecordPosition | null][] = [
    ['the slowest of this class', query.slowest],
    ['the first of this class', query.first],
    [
      'the last of this class',
      { record: query.lastRecord, startLine: query.lastStart, endLine: query.lastEnd, us: query.lastDuration },
    ],
  ];
  const seen = new Set<number>();
  return found.flatMap(([note, place]) => {
    if (place === null || seen.has(place.record)) return [];
    seen.add(place.record);
    return [
      {
        source: file.type,
        file: file.name,
        line_range: { start: place.startLine, end: place.endLine },
        record_id: `${file.type === 'mysql_slow_log' ? 'slowlog' : 'postgres'}:${place.record}`,
        extraction_note: `${note}, ${place.us / 1000} ms`,
      },
    ];
  });
}
