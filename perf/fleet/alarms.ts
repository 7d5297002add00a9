// Alarms: an endpoint or a class of statements that runs on a new, higher level. Detected by its change point over the last day,
// and only when every value of the new level lies above nearly all of the day: hundreds of series are looked at every few
// minutes, and chance must not wake anybody.
import type { Snapshot } from '../model/snapshot.ts';
import { accessLatency } from '../model/endpoint-samples.ts';
import { DAY_MS, HOUR_MS } from '../model/period.ts';
import { median, nearestRank } from '../stats/quantile.ts';
import { changePointsOf } from '../trend/change-points.ts';

/** What the fleet did in a few minutes, of one endpoint (median) or one class of statements (average), in milliseconds. */
export interface FleetPoint {
  readonly kind: 'endpoint' | 'class';
  readonly name: string;
  readonly title: string;
  readonly value: number;
  readonly count: number;
  readonly total_ms: number;
}

export interface TimedValue {
  readonly at: Date;
  readonly value: number;
  readonly total_ms: number;
}

export interface NewLevel {
  readonly since: Date;
  readonly before: number;
  readonly after: number;
  /** 0.25: a quarter more. */
  readonly change: number;
}

/** Subjects beyond this number take too little time for an alarm. */
const MOST_SUBJECTS = 200;
/** The least number of values of the new level, and of the old one before it. */
const LEAST_AFTER = 4;
const LEAST_BEFORE = 24;
const MOST_BEFORE_AS_HIGH = 0.02;
/** The least growth of a time, and the least share of all time of its subject, for an alarm. */
const LEAST_MS = 2;
const LEAST_SHARE = 0.01;

export function pointsOf(fleet: Snapshot): FleetPoint[] {
  const endpoints = (fleet.endpoint_samples ?? []).map((sample): FleetPoint => ({
    kind: 'endpoint',
    name: sample.endpoint,
    title: sample.endpoint,
    value: accessLatency(sample).quantile(0.5) / 1000,
    count: sample.count,
    total_ms: sample.total_ms,
  }));
  const classes = fleet.db_query_samples.map((sample): FleetPoint => ({
    kind: 'class',
    name: sample.class_id,
    title: sample.fingerprint.slice(0, 500),
    value: sample.avg_time_ms,
    count: sample.count,
    total_ms: sample.total_time_ms,
  }));
  const costliest = (list: readonly FleetPoint[]) =>
    list.toSorted((a, b) => b.total_ms - a.total_ms).slice(0, MOST_SUBJECTS);
  return [...costliest(endpoints), ...costliest(classes)];
}

/**
 * The level that a series of two days has newly reached, or null. `allMs` is the time of everything of its kind over the time
 * of the new level.
 */
export function newLevelOf(
  points: readonly TimedValue[],
  leastChange: number,
  allMs: (since: Date) => number,
): NewLevel | null {
  const last = points.at(-1)?.at.getTime() ?? 0;
  const day = points.filter(({ at }) => at.getTime() > last - DAY_MS);
  const values = day.map(({ value }) => value);
  if (values.length < LEAST_BEFORE + LEAST_AFTER) return null;
  const step = changePointsOf(values).at(-1);
  if (step === undefined || step.change < leastChange || step.after - step.before < LEAST_MS) return null;
  const [before, after] = [values.slice(0, step.index), values.slice(step.index)];
  if (after.length < LEAST_AFTER || before.length < LEAST_BEFORE) return null;
  const nearlyAll = nearestRank(
    before.toSorted((a, b) => a - b),
    1 - MOST_BEFORE_AS_HIGH,
  );
  if (Math.min(...after) <= nearlyAll) return null;
  const since = day[step.index]!.at;
  const own = day.slice(step.index).reduce((sum, { total_ms: ms }) => sum + ms, 0);
  if (own < LEAST_SHARE * allMs(since)) return null;
  if (wasSoYesterday(points, since, last, step.after)) return null;
  return { since, before: step.before, after: step.after, change: step.change };
}

/** A level that is high at this hour every day is not caused by a release. */
function wasSoYesterday(points: readonly TimedValue[], since: Date, last: number, level: number): boolean {
  const [from, to] = [since.getTime() - DAY_MS - HOUR_MS / 2, last - DAY_MS + HOUR_MS / 2];
  const then = points.filter(({ at }) => at.getTime() >= from && at.getTime() <= to).map(({ value }) => value);
  return then.length >= LEAST_AFTER && median(then) >= 0.9 * level;
}
