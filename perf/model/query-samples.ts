// Classes of statements of several logs into one, and what their figures give.
import type { QueryEndpoint, QuerySample, QueryWork } from './snapshot.ts';
import { Latency } from '../stats/latency.ts';
import { inOneSpelling } from './spelling.ts';

const MOST_EVIDENCE = 3;
const MOST_EXAMPLES = 3;

export function mergeSamples(samples: readonly QuerySample[]): QuerySample[] {
  const byClass = Map.groupBy(samples.map(inOneSpelling(samples)), (sample) => sample.class_id);
  return [...byClass.values()].map(addSamples).toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** Sketches are added into one, and read off once: a day of a fleet adds hundreds. */
function addSamples(same: readonly QuerySample[]): QuerySample {
  const [first, ...others] = same;
  if (others.length === 0) return first!;
  const latency = latencyOf(first!);
  for (const other of others) latency.merge(latencyOf(other));
  const sums = same.reduce(addFigures);
  return {
    ...sums,
    ...times(Math.round(sums.total_time_ms * 1000), sums.count, latency),
    latency: latency.toJSON(),
  };
}

/** All figures except those from the sketch. */
function addFigures(a: QuerySample, b: QuerySample): QuerySample {
  const sum = (key: keyof QuerySample): number => Number(a[key]) + Number(b[key]);
  return {
    ...a,
    ...(a.counted || b.counted ? { counted: true as const } : {}),
    records: sum('records'),
    count: sum('count'),
    total_time_ms: Math.round(sum('total_time_ms') * 1000) / 1000,
    max_ms: Math.max(a.max_ms, b.max_ms),
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
    databases: addCounts(a.databases, b.databases),
    users: addCounts(a.users, b.users),
    repeats: {
      max_in_a_row: Math.max(a.repeats.max_in_a_row, b.repeats.max_in_a_row),
      bursts: a.repeats.bursts + b.repeats.bursts,
      burst_count: a.repeats.burst_count + b.repeats.burst_count,
    },
    endpoints: addLinks([...a.endpoints, ...b.endpoints]),
    ...addGroups([...(a.shared ?? []), ...(b.shared ?? [])]),
    ...planOf(a, b),
    examples: [...new Set([...a.examples, ...b.examples])].slice(0, MOST_EXAMPLES),
    evidence: [...a.evidence, ...b.evidence].slice(0, MOST_EVIDENCE),
  };
}

/** The plan of the slower statement, and the indexes of whichever knows them. */
function planOf(a: QuerySample, b: QuerySample): Pick<QuerySample, 'plan' | 'tables' | 'proof'> {
  const [slower, other] = a.max_ms >= b.max_ms ? [a, b] : [b, a];
  const plan = slower.plan ?? other.plan;
  const tables = a.tables ?? b.tables;
  const proof = a.proof ?? b.proof;
  return { ...(plan ? { plan } : {}), ...(tables ? { tables } : {}), ...(proof ? { proof } : {}) };
}

export function latencyOf(sample: QuerySample): Latency {
  return Latency.from(sample.latency, Math.round(sample.min_ms * 1000), Math.round(sample.max_ms * 1000));
}

export function times(us: number, count: number, latency: Latency) {
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

function addCounts(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const counts = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) counts.set(name, (counts.get(name) ?? 0) + count);
  return Object.fromEntries(counts);
}

function addLinks(links: readonly QueryEndpoint[]): QueryEndpoint[] {
  return [...Map.groupBy(links, (link) => link.endpoint).values()]
    .map((same) =>
      same.reduce((a, b) => ({
        endpoint: a.endpoint,
        count: a.count + b.count,
        total_time_ms: Math.round((a.total_time_ms + b.total_time_ms) * 1000) / 1000,
        attribution: {
          certain: a.attribution.certain + b.attribution.certain,
          shared: a.attribution.shared + b.attribution.shared,
        },
        certain: addWork(a.certain, b.certain),
        ...((a.bursts ?? b.bursts) === undefined ? {} : { bursts: (a.bursts ?? 0) + (b.bursts ?? 0) }),
      })),
    )
    .toSorted(byCost);
}

type Group = NonNullable<QuerySample['shared']>[number];

function addGroups(groups: readonly Group[]): Pick<QuerySample, 'shared'> {
  if (groups.length === 0) return {};
  return {
    shared: [...Map.groupBy(groups, ({ endpoints }) => JSON.stringify(endpoints)).values()].map((same) =>
      same.reduce((a, b) => ({ endpoints: a.endpoints, ...addWork(a, b) })),
    ),
  };
}

function addWork(a: QueryWork, b: QueryWork): QueryWork {
  return {
    count: a.count + b.count,
    total_time_ms: Math.round((a.total_time_ms + b.total_time_ms) * 1000) / 1000,
    rows_examined: a.rows_examined + b.rows_examined,
    rows_sent: a.rows_sent + b.rows_sent,
    bytes_sent: a.bytes_sent + b.bytes_sent,
  };
}

export function byCost(a: QueryEndpoint, b: QueryEndpoint): number {
  return b.total_time_ms - a.total_time_ms || (a.endpoint < b.endpoint ? -1 : 1);
}
