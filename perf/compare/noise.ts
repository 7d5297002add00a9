// How far two runs of the same code may differ. Within a run requests scatter; between runs the whole machine may be
// a little slower. The first is known from any run, the second only from several runs of the baseline.
import { median } from '../stats/quantile.ts';
import type { TimedRequest } from './side.ts';

/** Standard errors a shift must exceed: one false alarm in some ten thousand comparisons. */
const WITHIN_ERRORS = 3.4;
/** The shift estimator below is 95 % as sharp as the mean would be on undisturbed samples. */
const SHIFT_ERROR = 1.025;
/** Prior: as if this number of runs had differed only by the scatter within them, since two runs alone say little. */
const PRIOR_RUNS = 3;
/** More samples than this are thinned out evenly: pairs grow with their product. */
const MOST_SAMPLES = 120;

export interface Noise {
  /** Standard deviation of log time within a run, over all endpoints of the baseline; null without samples. */
  readonly within: number | null;
  /** Standard deviation between the runs of the baseline; null with one run. */
  readonly between: { readonly deviation: number; readonly freedom: number } | null;
  readonly runs: number;
}

/** Below this the clock, the scheduler and the network are most of a request's time, and scatter more. */
const QUICK_MS = 20;

/** Noise of requests about as long as these: short ones scatter far more than long ones. */
export type NoiseFor = (times: readonly TimedRequest[]) => Noise;

export function noiseByDuration(before: readonly (readonly TimedRequest[])[], after: typeof before): NoiseFor {
  const isQuick = (times: readonly TimedRequest[]) => median(times.map(({ ms }) => ms)) < QUICK_MS;
  const [quick, slow] = [true, false].map((wanted) => {
    const own = before.filter((times) => isQuick(times) === wanted);
    const base = noiseOf(own);
    // The candidate's own rounds show the noise of the machine as well as the baseline's.
    const both = noiseOf([...own, ...after.filter((times) => isQuick(times) === wanted)]);
    return base.between === null || both.between === null || both.between.deviation <= base.between.deviation
      ? base
      : { ...base, between: both.between };
  }) as [Noise, Noise];
  return (times) => (times.length > 0 && isQuick(times) ? quick : slow);
}

export function noiseOf(endpoints: readonly (readonly TimedRequest[])[]): Noise {
  const residuals: number[] = [];
  let squares = 0;
  let freedom = 0;
  let errors = 0;
  const runs = new Set<string>();
  for (const times of endpoints) {
    const medians: number[] = [];
    for (const [run, list] of Map.groupBy(times, ({ run }) => run)) {
      const logs = logsOf(list);
      const middle = median(logs);
      runs.add(run);
      medians.push(middle);
      if (logs.length >= 3) residuals.push(...logs.map((value) => value - middle));
    }
    const mean = medians.reduce((sum, value) => sum + value, 0) / medians.length;
    squares += medians.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    freedom += medians.length - 1;
    errors += medians.length > 1 ? (medians.length - 1) / (times.length / medians.length) : 0;
  }
  const within = residuals.length === 0 ? null : deviation(residuals);
  if (freedom === 0) return { within, between: null, runs: runs.size };
  const expected = within === null ? 0 : (1.25 * within) ** 2 * (errors / freedom);
  const total = freedom + PRIOR_RUNS;
  return {
    within,
    between: { deviation: Math.sqrt((squares + PRIOR_RUNS * expected) / total), freedom: total },
    runs: runs.size,
  };
}

export interface Shift {
  /** The median of all ratios between a candidate and a baseline sample, less one. */
  readonly shift: number;
  /** Shifts up to this are noise. */
  readonly floor: number;
}

export function shiftOf(before: readonly TimedRequest[], after: readonly TimedRequest[], noise: Noise): Shift {
  const [a, b] = [thin(logsOf(before)), thin(logsOf(after))];
  const pairs = b.flatMap((y) => a.map((x) => y - x));
  const own = Math.max(deviation(centreTimes(before)), deviation(centreTimes(after)));
  const scatter = Math.max(own, Math.sqrt((own ** 2 + (noise.within ?? own) ** 2) / 2));
  const within = WITHIN_ERRORS * SHIFT_ERROR * scatter * Math.sqrt(1 / before.length + 1 / after.length);
  const between =
    noise.between === null
      ? 0
      : student(noise.between.freedom) *
        noise.between.deviation *
        Math.sqrt(1 / runCount(before) + 1 / runCount(after));
  return { shift: Math.expm1(median(pairs)), floor: Math.expm1(Math.max(within, between)) };
}

function runCount(times: readonly TimedRequest[]): number {
  return Math.max(1, new Set(times.map(({ run }) => run)).size);
}

function logsOf(times: readonly TimedRequest[]): number[] {
  return times.map(({ ms }) => Math.log(Math.max(ms, 0.001))).toSorted((x, y) => x - y);
}

function centreTimes(times: readonly TimedRequest[]): number[] {
  return [...Map.groupBy(times, ({ run }) => run).values()].flatMap((list) => {
    const logs = logsOf(list);
    const middle = median(logs);
    return logs.map((value) => value - middle);
  });
}

function thin(sorted: readonly number[]): readonly number[] {
  if (sorted.length <= MOST_SAMPLES) return sorted;
  const step = sorted.length / MOST_SAMPLES;
  return Array.from({ length: MOST_SAMPLES }, (_, i) => sorted[Math.floor((i + 0.5) * step)]!);
}

/** From the middle half, so that a cold first request is not counted as noise. */
function deviation(residuals: readonly number[]): number {
  if (residuals.length < 2) return 0;
  const sizes = residuals.map(Math.abs).toSorted((x, y) => x - y);
  return 1.4826 * median(sizes) * (residuals.length / (residuals.length - 0.8));
}

/** Student's t at 99.5 %, for three degrees of freedom (the prior's) or more. */
function student(freedom: number): number {
  const small = [5.84, 4.6, 4.03, 3.71, 3.5, 3.36, 3.25, 3.17];
  return small[Math.round(freedom) - 3] ?? 2.576 + 5.3 / freedom;
}
