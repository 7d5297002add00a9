// Detects where a series changed its level, and whether it drifts. Values are taken as logarithms, so that a tenth more counts
// the same at any level. Levels are the best split into parts of one mean, drift is tested by ranks (Mann and Kendall); in
// neither can one outlier decide the result.
import { upperTail } from '../stats/normal.ts';
import { median } from '../stats/quantile.ts';

export interface ChangePoint {
  /** Index of the first value of the new level. */
  readonly index: number;
  readonly before: number;
  readonly after: number;
  /** 0.25: a quarter more. */
  readonly change: number;
}

export interface Drift {
  /** From the first value to the last, along the line through the medians (Theil and Sen). */
  readonly change: number;
  readonly per_point: number;
  readonly p: number;
}

/** With fewer values neither a level nor a direction can be determined. */
export const LEAST_POINTS = 6;
const LEAST_IN_A_LEVEL = 3;
const SURE = 0.02;
const LEAST_CHANGE = 0.05;

export function changePointsOf(values: readonly number[]): ChangePoint[] {
  const logs = withoutSpikes(logsOf(values));
  return bestSplits(logs, PENALTY * Math.log(logs.length) * deviationOf(logs) ** 2)
    .map((index, i, all) => {
      const before = median(values.slice(all[i - 1] ?? 0, index));
      const after = median(values.slice(index, all[i + 1] ?? values.length));
      return { index, before, after, change: after / Math.max(before, 1e-9) - 1 };
    })
    .filter(({ change }) => Math.abs(change) >= LEAST_CHANGE);
}

/** What a further level must explain, in variances of the noise: chance alone does so in about one series of fifty. */
const PENALTY = 4;
/** A value this number of deviations from its neighbours is an outlier, not a level. */
const SPIKE = 4;
/** A value this number of deviations from the middle of its level, and beyond all its values, is outside it. */
const APART = 3;

/** How far values scatter around their level: from differences of neighbours, which know no levels. */
function deviationOf(logs: readonly number[]): number {
  const steps = logs.slice(1).map((y, i) => Math.abs(y - logs[i]!));
  return Math.max(1e-4, median(steps) / (0.6745 * Math.SQRT2));
}

function withoutSpikes(logs: readonly number[]): number[] {
  const most = SPIKE * deviationOf(logs);
  return logs.map((y, i) => {
    const near = median(logs.slice(Math.max(0, i - 2), i + 3));
    return Math.min(near + most, Math.max(near - most, y));
  });
}

/** The splits into levels with the least squares, each further one paid for with the penalty. */
function bestSplits(logs: readonly number[], penalty: number): number[] {
  const n = logs.length;
  const sums = [0];
  const squares = [0];
  for (const y of logs) {
    sums.push(sums.at(-1)! + y);
    squares.push(squares.at(-1)! + y * y);
  }
  const cost = (from: number, to: number) =>
    squares[to]! - squares[from]! - (sums[to]! - sums[from]!) ** 2 / (to - from);
  const best = [-penalty];
  const last = [0];
  for (let to = 1; to <= n; to++) {
    best[to] = Number.POSITIVE_INFINITY;
    for (let from = 0; from <= to - LEAST_IN_A_LEVEL; from++) {
      const found = best[from]! + cost(from, to) + penalty;
      if (found < best[to]!) [best[to], last[to]] = [found, from];
    }
  }
  const splits: number[] = [];
  for (let to = last[n]!; to > 0; to = last[to]!) splits.unshift(to);
  return splits;
}

export interface LatestPoints {
  /** The number of values at the end that differ from all before them: too few to be a level. */
  readonly points: number;
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

/**
 * The last values, where they differ from every value of the level before them by more than that level ever scattered.
 * Only the next values can show whether they are a new level or outliers.
 */
export function latestPointsOf(values: readonly number[], levelStart: number): LatestPoints | null {
  const level = values.slice(levelStart);
  for (let points = LEAST_IN_A_LEVEL - 1; points > 0; points--) {
    const earlier = logsOf(level.slice(0, -points));
    const latest = logsOf(level.slice(-points));
    if (earlier.length + points < LEAST_POINTS) continue;
    const [lowest, highest] = [Math.min(...earlier), Math.max(...earlier)];
    const room = Math.max(APART * deviationOf(earlier), highest - lowest);
    const middle = median(earlier);
    const isHigher = latest.every((y) => y > highest && y - middle > room);
    const isLower = latest.every((y) => y < lowest && middle - y > room);
    if (!isHigher && !isLower) continue;
    const before = median(level.slice(0, -points));
    const after = median(level.slice(-points));
    const change = after / Math.max(before, 1e-9) - 1;
    if (Math.abs(change) >= LEAST_CHANGE) return { points, before, after, change };
  }
  return null;
}

/** Slow growth that no single step shows; null where a step explains the series better, or nothing does. */
export function driftOf(values: readonly number[]): Drift | null {
  const logs = logsOf(values);
  const n = logs.length;
  if (n < LEAST_POINTS) return null;
  const p = mannKendall(logs);
  if (p >= SURE) return null;
  const slopes = logs.flatMap((x, i) => logs.slice(i + 1).map((y, k) => (y - x) / (k + 1)));
  const slope = median(slopes);
  const change = Math.expm1(slope * (n - 1));
  if (Math.abs(change) < LEAST_CHANGE) return null;
  const intercept = median(logs.map((y, i) => y - slope * i));
  const line = logs.reduce((sum, y, i) => sum + Math.abs(y - intercept - slope * i), 0);
  // A step can be placed anywhere, and so fits noise a little better than a line.
  return line <= 1.1 * stepError(logs) ? { change, per_point: Math.expm1(slope), p } : null;
}

/** The error of the best single step. */
function stepError(logs: readonly number[]): number {
  const errorOf = (part: readonly number[]) => {
    const middle = median(part);
    return part.reduce((sum, y) => sum + Math.abs(y - middle), 0);
  };
  const splits = logs.map((_, i) => i).slice(LEAST_IN_A_LEVEL, logs.length - LEAST_IN_A_LEVEL + 1);
  return Math.min(...splits.map((index) => errorOf(logs.slice(0, index)) + errorOf(logs.slice(index))));
}

function mannKendall(logs: readonly number[]): number {
  const n = logs.length;
  let s = 0;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) s += Math.sign(logs[j]! - logs[i]!);
  const variance = (n * (n - 1) * (2 * n + 5)) / 18;
  const z = Math.max(0, Math.abs(s) - 1) / Math.sqrt(variance);
  return Math.min(1, 2 * upperTail(z));
}

function logsOf(values: readonly number[]): number[] {
  return values.map((value) => Math.log(Math.max(value, 1e-6)));
}
