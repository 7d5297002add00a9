// Follows one class, endpoint or function over all snapshots, oldest first.
import { medianOf } from '../compare/endpoints.ts';
import { isFailure, sideOf } from '../compare/side.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { nearestRank } from '../stats/quantile.ts';
import {
  type ChangePoint,
  changePointsOf,
  type Drift,
  driftOf,
  LEAST_POINTS,
  type LatestPoints,
  latestPointsOf,
} from './change-points.ts';

export interface Subject {
  readonly kind: 'class' | 'endpoint' | 'function';
  readonly name: string;
}

export interface Point {
  readonly snapshot_id: string;
  readonly at: string;
  readonly value: number;
  /** How many requests, runs or profiles it was measured in. */
  readonly runs: number;
  /** Further figures of that snapshot. */
  readonly figures: Readonly<Record<string, number | null>>;
}

export interface Trend {
  readonly kind: Subject['kind'];
  readonly name: string;
  /** The metric of `value`. */
  readonly metric: 'avg_time_ms' | 'wall_ms_p50' | 'self_ms';
  readonly points: readonly Point[];
  /** The number of snapshots that do not contain it. */
  readonly missing: number;
  /** Where the level changed, oldest first. */
  readonly change_points: readonly (ChangePoint & { readonly snapshot_id: string; readonly at: string })[];
  /** Slow growth or decline over all points, where no step explains it. */
  readonly drift: Drift | null;
  /** The last points, where they differ from all before and are too few to be a level. `runs`: the runs measured in them. */
  readonly latest: (LatestPoints & { readonly runs: number }) | null;
  /**
   * `regression`: it ended higher than before, by a step, by drift, or in last points of many runs. `cannot_judge`: there are too
   * few points, or the last ones are higher and have few runs.
   */
  readonly verdict: 'pass' | 'regression' | 'cannot_judge';
}

const METRICS = { class: 'avg_time_ms', endpoint: 'wall_ms_p50', function: 'self_ms' } as const;

type FoundPoint = Omit<Point, 'snapshot_id' | 'at'> & { readonly title: string };

/** The value in one snapshot; null when it has none. */
const FINDERS: Readonly<Record<Subject['kind'], (snapshot: Snapshot, name: string) => FoundPoint | null>> = {
  class: classPoint,
  endpoint: endpointPoint,
  function: functionPoint,
};

/** Goes through the snapshots one by one, so that only one is held at a time. */
export async function trendOf(
  subject: Subject,
  runs: readonly { readonly snapshot_id: string; readonly created_at: string }[],
  load: (id: string) => Promise<Snapshot | null>,
  progress: (done: number, total: number) => void,
): Promise<Trend> {
  const oldestFirst = runs.toSorted((a, b) =>
    a.created_at === b.created_at ? order(a.snapshot_id, b.snapshot_id) : order(a.created_at, b.created_at),
  );
  const points: Point[] = [];
  let name = subject.name;
  for (const [i, { snapshot_id: id, created_at: at }] of oldestFirst.entries()) {
    const snapshot = await load(id);
    const found = snapshot === null ? null : FINDERS[subject.kind](snapshot, subject.name);
    progress(i + 1, oldestFirst.length);
    if (found === null) continue;
    const { title, ...point } = found;
    name = title;
    points.push({ snapshot_id: id, at, ...point });
  }
  return {
    kind: subject.kind,
    name,
    metric: METRICS[subject.kind],
    points,
    missing: oldestFirst.length - points.length,
    ...judge(points),
  };
}

/** From this number of runs on, one point (a day of a fleet, a long recording) is not an outlier. */
const MANY_RUNS = 100;

function judge(points: readonly Point[]): Pick<Trend, 'change_points' | 'drift' | 'latest' | 'verdict'> {
  const values = points.map(({ value }) => value);
  if (values.length < LEAST_POINTS) return { change_points: [], drift: null, latest: null, verdict: 'cannot_judge' };
  const drift = driftOf(values);
  const steps =
    drift === null
      ? changePointsOf(values).map((step) => ({
          ...step,
          snapshot_id: points[step.index]!.snapshot_id,
          at: points[step.index]!.at,
        }))
      : [];
  // A step up that a later step reverted does not count.
  const higher = steps.length > 0 && steps.at(-1)!.after > steps[0]!.before && steps.at(-1)!.change > 0;
  const latest = drift === null ? latestOf(points, steps.at(-1)?.index ?? 0) : null;
  const rises = latest !== null && latest.change > 0;
  const isRegression = higher || (drift !== null && drift.change > 0) || (rises && latest.runs >= MANY_RUNS);
  return {
    change_points: steps,
    drift,
    latest,
    verdict: isRegression ? 'regression' : rises ? 'cannot_judge' : 'pass',
  };
}

function latestOf(points: readonly Point[], levelStart: number): Trend['latest'] {
  const latest = latestPointsOf(
    points.map(({ value }) => value),
    levelStart,
  );
  if (latest === null) return null;
  return { ...latest, runs: Math.min(...points.slice(-latest.points).map(({ runs }) => runs)) };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By its id or the beginning of it, in either case of letters. */
function classPoint(snapshot: Snapshot, id: string) {
  const wanted = id.toLowerCase();
  const found = snapshot.db_query_samples.filter(({ class_id: known }) => known.toLowerCase().startsWith(wanted));
  const [sample] = found;
  if (sample === undefined || found.length > 1) return null;
  const { requests } = sideOf([snapshot]);
  return {
    title: sample.fingerprint,
    value: sample.avg_time_ms,
    runs: sample.count,
    figures: {
      count: sample.count,
      total_time_ms: sample.total_time_ms,
      p95_ms: sample.p95_ms,
      runs_per_request: requests === 0 ? null : sample.count / requests,
    },
  };
}

function endpointPoint(snapshot: Snapshot, name: string) {
  const side = sideOf([snapshot]).endpoints.get(name);
  const value = medianOf(side);
  if (side === undefined || value === null) return null;
  const times = side.times.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const failed = [...side.statuses].filter(([status]) => isFailure(status)).reduce((sum, [, count]) => sum + count, 0);
  return {
    title: name,
    value,
    runs: side.requests - failed,
    figures: {
      requests: side.requests,
      failed,
      wall_ms_p95: times.length === 0 ? null : nearestRank(times, 0.95),
      mem_mb: side.memory.at(-1) ?? null,
    },
  };
}

function functionPoint(snapshot: Snapshot, label: string) {
  const spans = snapshot.request_profiles.flatMap((profile) => profile.spans.filter((span) => span.label === label));
  if (spans.length === 0) return null;
  const middle = (values: readonly number[]) =>
    nearestRank(
      values.toSorted((a, b) => a - b),
      0.5,
    );
  return {
    title: label,
    value: middle(spans.map(({ self_ms: ms }) => ms)),
    runs: spans.length,
    figures: {
      profiles: spans.length,
      total_ms: middle(spans.map(({ total_ms: ms }) => ms)),
      calls: middle(spans.map(({ calls }) => calls)),
    },
  };
}
