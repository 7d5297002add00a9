// The slow tail of an endpoint: a release may leave the median alone and make every second request slow. How many requests
// lie beyond what the baseline's slow ones took is counted, and the counts are tested by Fisher's exact test: it needs
// no bell curve and is right for any number of samples.
import type { WeightedSample } from './rank-test.ts';
import type { TimedRequest } from './side.ts';

export interface Tail {
  /** Which quantile both values are: 0.95, and 0.99 where there are samples enough. */
  readonly quantile: 0.95 | 0.99;
  readonly baseline: number;
  readonly candidate: number;
  readonly p: number;
  readonly worse: boolean;
}

/** The least factor above the baseline's slow requests that counts; a slow moment of the machine cannot explain twice the time. */
const BEYOND = 1.25;
const FAR_BEYOND = 2;
const LEAST_MS = 5;
/** Many endpoints are judged together, so a small shift must be more certain than a large one. */
const SURE = 0.002;
const SURE_FAR = 0.05;
/** With fewer samples beyond it a quantile is just the slowest request. */
const SAMPLES_FOR_P99 = 1000;

export function tailsOf(before: WeightedSample, after: WeightedSample, floor: number): Tail[] {
  const [n, m] = [sizeOf(before), sizeOf(after)];
  if (Math.min(n, m) < 5) return [];
  const levels = Math.min(n, m) >= SAMPLES_FOR_P99 ? ([0.95, 0.99] as const) : ([0.95] as const);
  return levels.map((level) => tailAt(level, before, after, floor));
}

function tailAt(level: Tail['quantile'], before: WeightedSample, after: WeightedSample, floor: number): Tail {
  const [baseline, candidate] = [weightedNearestRank(before, level), weightedNearestRank(after, level)];
  const test = (factor: number) => {
    const limit = Math.max(baseline * factor, baseline + LEAST_MS);
    return fisher(beyond(before, limit), sizeOf(before), beyond(after, limit), sizeOf(after));
  };
  const [near, far] = [test(Math.max(BEYOND, 1 + floor)), test(Math.max(FAR_BEYOND, 1 + 2 * floor))];
  return { quantile: level, baseline, candidate, p: Math.min(near, far), worse: near < SURE || far < SURE_FAR };
}

/** Whether slow requests came in more than one round: a single slow moment of the machine is not caused by the code. */
export function inSeveralRounds(times: readonly TimedRequest[], baseline: number): boolean {
  const rounds = new Set(times.map(({ run }) => run));
  const slow = new Set(
    times.filter(({ ms }) => ms > Math.max(baseline * BEYOND, baseline + LEAST_MS)).map(({ run }) => run),
  );
  return rounds.size < 2 || slow.size > 1;
}

function weightedNearestRank(sorted: WeightedSample, level: number): number {
  const all = sizeOf(sorted);
  let seen = 0;
  return sorted.find(([, count]) => (seen += count) >= level * all)?.[0] ?? 0;
}

function sizeOf(sample: WeightedSample): number {
  return sample.reduce((sum, [, count]) => sum + count, 0);
}

function beyond(sample: WeightedSample, limit: number): number {
  return sample.reduce((sum, [value, count]) => sum + (value > limit ? count : 0), 0);
}

/** The probability that at least this number of all slow requests fall to the candidate by chance. */
export function fisher(slowA: number, a: number, slowB: number, b: number): number {
  const slow = slowA + slowB;
  let p = 0;
  for (let k = slowB; k <= Math.min(slow, b); k++)
    p += Math.exp(choose(b, k) + choose(a, slow - k) - choose(a + b, slow));
  return Math.min(1, p);
}

/** The logarithm of n over k; -Infinity where there is no such choice. */
function choose(n: number, k: number): number {
  return k < 0 || k > n ? Number.NEGATIVE_INFINITY : logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Stirling's series; its error is below 1e-9 from ten on. */
function logFactorial(n: number): number {
  if (n < 10) {
    let product = 1;
    for (let i = 2; i <= n; i++) product *= i;
    return Math.log(product);
  }
  const x = n + 1;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * x) - 1 / (360 * x ** 3);
}
