// From counters to a snapshot's rows.
import { byCost, times } from '../../model/query-samples.ts';
import type { Evidence, QuerySample, QueryWork } from '../../model/snapshot.ts';
import type { QueryClass, RecordPosition, RunSums } from './query-class.ts';

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
    ...(query.isCounted ? { counted: true as const } : {}),
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
      .filter(([, { certain, shared }]) => certain.count + shared > 0)
      .map(([endpoint, link]) => ({
        endpoint: endpoints[endpoint]!,
        count: link.certain.count + link.shared,
        total_time_ms: (link.certain.us + link.sharedUs) / 1000,
        attribution: { certain: link.certain.count, shared: link.shared },
        certain: workOf(link.certain),
        ...(link.bursts > 0 ? { bursts: link.bursts } : {}),
      }))
      .toSorted(byCost),
    ...(query.groups.size === 0
      ? {}
      : {
          shared: [...query.groups.values()].map((group) => ({
            endpoints: group.endpoints.map((endpoint) => endpoints[endpoint]!).toSorted(),
            ...workOf(group.runs),
          })),
        }),
    ...(query.plan === null ? {} : { plan: { from: 'log' as const, rows: query.plan } }),
    latency: query.latency.toJSON(),
    examples: query.examples,
    evidence: places(query, file),
  };
}

function workOf({ count, us, rowsExamined, rowsSent, bytesSent }: RunSums): QueryWork {
  return {
    count,
    total_time_ms: us / 1000,
    rows_examined: rowsExamined,
    rows_sent: rowsSent,
    bytes_sent: bytesSent,
  };
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
