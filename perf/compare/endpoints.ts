// Compares endpoints: statuses, times and memory.
import { nearestRank } from '../stats/quantile.ts';
import {
  type Change,
  changeOf,
  type Direction,
  type JudgedChange,
  UNTESTED_CHANGE,
  type Rules,
  SIGNIFICANT,
} from './change.ts';
import { type NoiseFor, shiftOf } from './noise.ts';
import { rankTest, type WeightedSample } from './rank-test.ts';
import { inSeveralRounds, tailsOf } from './tail.ts';
import { type EndpointSide, isFailure, type Side, type TimedRequest } from './side.ts';

/** Differences below this are noise of any clock, however large they are as a share. */
const CLOCK_MS = 1;
const MEMORY_MB = 1;
/** In real traffic medians change with the mix of requests: in an access log smaller changes mean little. */
const TRAFFIC_CHANGE = 0.25;
/** In real traffic occasional failures are normal: their share must have grown by this much, and significantly. */
const TRAFFIC_SHARE = 0.01;
const PROBED_SHARE = 0.05;
const SURE_ERRORS = 3;
/** A new page that takes this long is slow, whatever the others take (as `endpoint_wall_ms` P1). */
const SLOW_MS = 1000;
/**
 * Of three requests a side even those that are all slower than the others are so by chance in one of ten (2 of 20 orders): the
 * test could never be significant, and a page ten times as slow would pass. From 4 and 4 on it is one of 35.
 */
const LEAST_TO_TEST = 8;
/** A failure outweighs any slowness. */
const FAILING_HARM = 1e9;

export interface Failure {
  readonly endpoint: string;
  /** The status code, or the name of the error that left none. */
  readonly status: number | string;
  readonly baseline: number;
  readonly candidate: number;
}

export interface EndpointChanges {
  readonly judged: readonly JudgedChange[];
  readonly failures: readonly Failure[];
}

export function endpointChanges(before: Side, after: Side, noise: NoiseFor, rules: Rules): EndpointChanges {
  const names = [...new Set([...before.endpoints.keys(), ...after.endpoints.keys()])];
  const parts = names.map((name) => oneEndpoint(before.endpoints.get(name), after.endpoints.get(name), noise, rules));
  return { judged: parts.flatMap(({ judged }) => judged), failures: parts.flatMap(({ failures }) => failures) };
}

function oneEndpoint(
  a: EndpointSide | undefined,
  b: EndpointSide | undefined,
  noise: NoiseFor,
  rules: Rules,
): EndpointChanges {
  if (b === undefined) return { judged: medianRows(a, b, 'gone'), failures: [] };
  const failures = failuresOf(a, b);
  const status = statusRows(a, b, failures);
  if (a === undefined) return { judged: [...medianRows(a, b, 'new'), ...status], failures };
  const failing = failures.some(({ candidate }) => candidate > 0);
  const times = timeRows(a, b, noise, rules);
  // Where half of all requests got slower, the slow ones did as well.
  const tail = times.some(({ change }) => change.regression) ? [] : tailRows(a, b, noise);
  const measured = [...times, ...tail, ...memoryRows(a, b, rules)];
  // An endpoint that fails is never an improvement.
  return { judged: [...status, ...measured.filter(({ direction }) => !failing || direction !== 'better')], failures };
}

function medianRows(a: EndpointSide | undefined, b: EndpointSide | undefined, direction: Direction): JudgedChange[] {
  const side = (b ?? a)!;
  const value = medianOf(side);
  if (value === null) return [];
  const samples = side.requests;
  return [
    {
      direction,
      change: changeOf({
        ...identity(side),
        metric: 'wall_ms_p50',
        baseline: a ? value : null,
        candidate: b ? value : null,
        baseline_samples: a ? samples : 0,
        candidate_samples: b ? samples : 0,
        // A new page has no baseline; it is a regression only if it is slow by any standard.
        regression: direction === 'new' && !side.profiled && value >= SLOW_MS,
        harm: direction === 'new' && !side.profiled && value >= SLOW_MS ? value : 0,
      }),
    },
  ];
}

function identity({ endpoint }: EndpointSide): Pick<Change, 'kind' | 'name' | 'id' | 'endpoint'> {
  return { kind: 'endpoint', name: endpoint, id: endpoint, endpoint };
}

export function medianOf(side: EndpointSide | undefined): number | null {
  const weighted = side === undefined ? [] : weightedOf(side.times, side.traffic);
  const half = weighted.reduce((sum, [, count]) => sum + count, 0) / 2;
  let seen = 0;
  return weighted.find(([, count]) => (seen += count) >= half)?.[0] ?? null;
}

function weightedOf(times: readonly TimedRequest[], traffic: WeightedSample | null): WeightedSample {
  return traffic ?? times.map(({ ms }) => [ms, 1] as const).toSorted(([x], [y]) => x - y);
}

function timeRows(a: EndpointSide, b: EndpointSide, noise: NoiseFor, rules: Rules): JudgedChange[] {
  const [before, after] = [comparableTimes(a, b), comparableTimes(b, a)];
  const [first, second] = [weightedOf(before, a.traffic), weightedOf(after, b.traffic)];
  const base = medianOf({ ...a, times: before });
  const candidate = medianOf({ ...b, times: after });
  if (base === null || candidate === null) return [];
  const p = count(first) + count(second) < LEAST_TO_TEST ? null : rankTest(first, second);
  const measured = before.length >= 3 && after.length >= 3 ? shiftOf(before, after, noise(before)) : null;
  const change = (candidate - base) / Math.max(base, 1e-9);
  const floor = b.traffic === null ? (measured?.floor ?? null) : TRAFFIC_CHANGE;
  const enough = Math.max(rules.minChange, floor ?? 0);
  const beyond = measured === null || (Math.abs(measured.shift) >= measured.floor && measured.shift > 0 === change > 0);
  const significant = beyond ? (p === null ? null : p < SIGNIFICANT) : false;
  const moved = Math.abs(change) >= enough && Math.abs(candidate - base) >= CLOCK_MS && significant !== false;
  const worse = moved && change > 0;
  return [
    {
      direction: moved ? (worse ? 'worse' : 'better') : 'same',
      change: changeOf({
        ...identity(b),
        metric: 'wall_ms_p50',
        baseline: base,
        candidate,
        baseline_samples: count(first),
        candidate_samples: count(second),
        p_value: p,
        significant,
        noise_floor: floor,
        regression: worse && (significant ?? change >= UNTESTED_CHANGE),
      }),
    },
  ];
}

/** A redirect is faster than the page it replaced: only answers of a kind that both sides gave are compared. */
function comparableTimes({ times }: EndpointSide, other: EndpointSide): readonly TimedRequest[] {
  return times.filter(({ status }) => status === null || other.statuses.size === 0 || other.statuses.has(status));
}

function tailRows(a: EndpointSide, b: EndpointSide, noise: NoiseFor): JudgedChange[] {
  const [before, after] = [comparableTimes(a, b), comparableTimes(b, a)];
  const [first, second] = [weightedOf(before, a.traffic), weightedOf(after, b.traffic)];
  return tailsOf(first, second, noiseFloor(a, b, noise)).map(({ quantile: level, baseline, candidate, p, worse }) => {
    const sure = worse && (b.traffic !== null || inSeveralRounds(after, baseline));
    return {
      direction: sure ? 'worse' : 'same',
      change: changeOf({
        ...identity(b),
        metric: level === 0.99 ? 'wall_ms_p99' : 'wall_ms_p95',
        baseline,
        candidate,
        baseline_samples: count(first),
        candidate_samples: count(second),
        p_value: p,
        significant: sure,
        regression: sure,
      }),
    };
  });
}

/** Relative changes of an endpoint's time up to this are noise; 0 where nothing is known. */
export function noiseFloor(a: EndpointSide | undefined, b: EndpointSide | undefined, noise: NoiseFor): number {
  if (a === undefined || b === undefined || Math.min(a.times.length, b.times.length) < 3) return 0;
  return shiftOf(a.times, b.times, noise(a.times)).floor;
}

function count(weighted: WeightedSample): number {
  return weighted.reduce((sum, [, n]) => sum + n, 0);
}

function memoryRows(a: EndpointSide, b: EndpointSide, rules: Rules): JudgedChange[] {
  if (a.memory.length === 0 || b.memory.length === 0) return [];
  const [base, candidate] = [nearestRank(a.memory, 0.5), nearestRank(b.memory, 0.5)];
  const weigh = (list: readonly number[]) => list.map((mb) => [mb, 1] as const);
  const p = rankTest(weigh(a.memory), weigh(b.memory));
  const change = (candidate - base) / Math.max(base, 1e-9);
  const moved =
    Math.abs(change) >= rules.minChange && Math.abs(candidate - base) >= MEMORY_MB && (p === null || p < SIGNIFICANT);
  const direction = moved ? (change > 0 ? 'worse' : 'better') : 'same';
  return [
    {
      direction,
      change: changeOf({
        ...identity(b),
        metric: 'mem_mb',
        baseline: base,
        candidate,
        baseline_samples: a.memory.length,
        candidate_samples: b.memory.length,
        p_value: p,
        significant: p === null ? null : p < SIGNIFICANT,
        regression: direction === 'worse',
        harm: candidate - base,
      }),
    },
  ];
}

/** Statuses of the candidate that are failures, or that the baseline never gave. */
function failuresOf(a: EndpointSide | undefined, b: EndpointSide): Failure[] {
  const known = a !== undefined && a.statuses.size > 0 && b.traffic === null;
  return [...b.statuses]
    .filter(([status]) => isFailure(status) || (known && !a.statuses.has(status) && !hasRecovered(a, status)))
    .map(([status, candidate]) => ({
      endpoint: b.endpoint,
      status: /^\d+$/.test(status) ? Number(status) : status,
      baseline: a?.statuses.get(status) ?? 0,
      candidate,
    }))
    .toSorted((x, y) => y.candidate - x.candidate);
}

/** An endpoint that was refused or failing throughout and now answers. */
function hasRecovered(a: EndpointSide, status: string): boolean {
  return Number(status) < 400 && [...a.statuses.keys()].every((before) => !(Number(before) < 400));
}

function statusRows(a: EndpointSide | undefined, b: EndpointSide, failures: readonly Failure[]): JudgedChange[] {
  const known = totalOf(a) > 0;
  const grown = failures.filter((failure) => !known || hasGrown(failure, a!, b));
  const usual = mostOf(a);
  const usualNow = mostOf(b);
  const [worst] = grown;
  if (worst === undefined) {
    const better = known && usualNow !== null && usual !== usualNow && hasRecovered(a!, String(usualNow));
    const other = known && usual !== usualNow && !better && b.traffic === null;
    if (!better && !other) return [];
    return [
      { direction: better ? 'better' : 'worse', change: { ...statusChange(a, b, usual, usualNow), regression: other } },
    ];
  }
  return [
    {
      direction: 'worse',
      change: { ...statusChange(a, b, usual, worst.status), regression: true, harm: FAILING_HARM },
    },
  ];
}

function statusChange(
  a: EndpointSide | undefined,
  b: EndpointSide,
  baseline: Change['baseline'],
  candidate: Change['candidate'],
): Change {
  return changeOf({
    ...identity(b),
    metric: 'status',
    baseline,
    candidate,
    baseline_samples: totalOf(a),
    candidate_samples: totalOf(b),
  });
}

function hasGrown({ status, baseline, candidate }: Failure, a: EndpointSide, b: EndpointSide): boolean {
  const [n, m] = [totalOf(a), totalOf(b)];
  const [before, after] = [baseline / n, candidate / m];
  if (b.traffic === null && baseline === 0) return true;
  const pooled = (baseline + candidate) / (n + m);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  const least = b.traffic === null ? PROBED_SHARE : TRAFFIC_SHARE;
  return isFailure(String(status)) && after - before >= least && after - before >= SURE_ERRORS * error;
}

function totalOf(side: EndpointSide | undefined): number {
  return [...(side?.statuses.values() ?? [])].reduce((sum, n) => sum + n, 0);
}

function mostOf(side: EndpointSide | undefined): number | string | null {
  const [most] = [...(side?.statuses ?? [])].toSorted(([, x], [, y]) => y - x);
  if (most === undefined) return null;
  return /^\d+$/.test(most[0]) ? Number(most[0]) : most[0];
}
