// Two snapshots side by side: what got slower, faster, new and gone.
import type { QuerySample, RequestProfile, Snapshot } from '../model/snapshot.ts';
import { latencyOf } from '../slowlog/sample.ts';
import { quantile } from '../stats/quantile.ts';
import { rankTest, type Weighted } from './rank-test.ts';

export interface Change {
  readonly kind: 'endpoint' | 'span' | 'query';
  readonly name: string;
  readonly id: string;
  /** What is compared: the median of requests, exclusive time per request, average time per run. */
  readonly metric: 'wall_ms_p50' | 'self_ms' | 'avg_time_ms';
  readonly baseline_ms: number | null;
  readonly candidate_ms: number | null;
  /** 0.25: a quarter slower; null for what is new or gone. */
  readonly change: number | null;
  readonly baseline_samples: number;
  readonly candidate_samples: number;
  /** Null where one side has fewer than three samples. */
  readonly p_value: number | null;
  readonly significant: boolean | null;
}

export interface Comparison {
  readonly baseline_snapshot_id: string;
  readonly candidate_snapshot_id: string;
  readonly has_regressions: boolean;
  readonly summary: {
    readonly slower: number;
    readonly faster: number;
    readonly new: number;
    readonly gone: number;
    readonly unchanged: number;
    readonly regressions: number;
  };
  readonly min_change: number;
  readonly regressions: readonly Change[];
  readonly slower: readonly Change[];
  readonly faster: readonly Change[];
  readonly new: readonly Change[];
  readonly gone: readonly Change[];
}

const MIN_CHANGE = 0.1;
const SIGNIFICANT = 0.05;
/** Without enough samples to test, only a change this large counts as a regression. */
const PLAIN = 0.5;
/** Differences below this are noise of any clock, however large they are as a share. */
const NOISE_MS = { endpoint: 5, span: 5, query: 0.5 } as const;
const MOST = 100;

interface Side {
  readonly name: string;
  readonly ms: number;
  readonly samples: Weighted;
}

export function compareSnapshots(baseline: Snapshot, candidate: Snapshot, minChange = MIN_CHANGE): Comparison {
  const changes = [
    ...changesOf('endpoint', 'wall_ms_p50', endpoints(baseline), endpoints(candidate)),
    ...changesOf('span', 'self_ms', spans(baseline), spans(candidate)),
    ...changesOf('query', 'avg_time_ms', queries(baseline), queries(candidate)),
  ];
  const added = changes
    .filter(({ baseline_ms: ms }) => ms === null)
    .toSorted((a, b) => b.candidate_ms! - a.candidate_ms!);
  const gone = changes
    .filter(({ candidate_ms: ms }) => ms === null)
    .toSorted((a, b) => b.baseline_ms! - a.baseline_ms!);
  const both = changes.filter(({ change }) => change !== null).toSorted((a, b) => difference(b) - difference(a));
  const moved = both.filter(
    (change) =>
      Math.abs(change.change!) >= minChange &&
      Math.abs(signed(change)) >= NOISE_MS[change.kind] &&
      change.significant !== false,
  );
  const slower = moved.filter((change) => signed(change) > 0);
  const faster = moved.filter((change) => signed(change) < 0);
  const regressions = slower.filter(({ significant, change }) => significant ?? change! >= PLAIN);
  return {
    baseline_snapshot_id: baseline.id,
    candidate_snapshot_id: candidate.id,
    has_regressions: regressions.length > 0,
    summary: {
      slower: slower.length,
      faster: faster.length,
      new: added.length,
      gone: gone.length,
      unchanged: both.length - moved.length,
      regressions: regressions.length,
    },
    min_change: minChange,
    regressions: regressions.slice(0, MOST),
    slower: slower.slice(0, MOST),
    faster: faster.slice(0, MOST),
    new: added.slice(0, MOST),
    gone: gone.slice(0, MOST),
  };
}

function signed({ baseline_ms: before, candidate_ms: after }: Change): number {
  return (after ?? 0) - (before ?? 0);
}

function difference(change: Change): number {
  return Math.abs(signed(change));
}

function changesOf(
  kind: Change['kind'],
  metric: Change['metric'],
  before: ReadonlyMap<string, Side>,
  after: ReadonlyMap<string, Side>,
): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].map((id) => {
    const [a, b] = [before.get(id), after.get(id)];
    const p = a && b ? rankTest(a.samples, b.samples) : null;
    return {
      kind,
      name: (b ?? a)!.name,
      id,
      metric,
      baseline_ms: a?.ms ?? null,
      candidate_ms: b?.ms ?? null,
      change: a && b ? relative(a.ms, b.ms) : null,
      baseline_samples: sizeOf(a),
      candidate_samples: sizeOf(b),
      p_value: p,
      significant: p === null ? null : p < SIGNIFICANT,
    };
  });
}

function relative(before: number, after: number): number {
  if (before === after) return 0;
  return before === 0 ? 1 : (after - before) / before;
}

function sizeOf(side: Side | undefined): number {
  return side?.samples.reduce((sum, [, count]) => sum + count, 0) ?? 0;
}

function endpoints(snapshot: Snapshot): Map<string, Side> {
  const groups = Map.groupBy(snapshot.request_profiles, ({ endpoint }) => endpoint);
  const sides = [...groups].flatMap(([endpoint, profiles]): [string, Side][] => {
    const times = sorted(profiles.map(timeOf));
    return times.length === 0
      ? []
      : [[endpoint, { name: endpoint, ms: quantile(times, 0.5), samples: times.map((ms) => [ms, 1]) }]];
  });
  return new Map(sides);
}

function timeOf({ wall_ms: wall, ttfb_ms: ttfb }: RequestProfile): number | null {
  return wall ?? ttfb;
}

function sorted(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null).toSorted((a, b) => a - b);
}

function spans(snapshot: Snapshot): Map<string, Side> {
  const times = new Map<string, { name: string; values: number[] }>();
  for (const { endpoint, spans: functions } of snapshot.request_profiles) {
    for (const { label, self_ms: ms } of functions) {
      const id = `${endpoint}|${label}`;
      const known = times.get(id) ?? { name: `${label} (${endpoint})`, values: [] };
      known.values.push(ms);
      times.set(id, known);
    }
  }
  return new Map(
    [...times].map(([id, { name, values }]) => {
      const rising = sorted(values);
      return [id, { name, ms: quantile(rising, 0.5), samples: rising.map((ms) => [ms, 1] as const) }];
    }),
  );
}

function queries(snapshot: Snapshot): Map<string, Side> {
  return new Map(
    snapshot.db_query_samples.map((sample: QuerySample) => [
      sample.class_id,
      { name: sample.fingerprint, ms: sample.avg_time_ms, samples: latencyOf(sample).weighted() },
    ]),
  );
}
