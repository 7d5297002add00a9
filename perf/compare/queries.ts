// Statements: how long one run takes, and how much of them a request causes. New classes count as much as grown ones: a
// release adds an N+1 by adding a class, not by making one slower.
import type { QuerySample } from '../model/snapshot.ts';
import {
  ADDED_RUNS,
  allowedMs,
  type Change,
  changeOf,
  type Direction,
  type JudgedChange,
  UNTESTED_CHANGE,
  relative,
  type Rules,
  SIGNIFICANT,
} from './change.ts';
import { medianOf } from './endpoints.ts';
import { quantile } from '../stats/quantile.ts';
import { median } from './noise.ts';
import { rankTest } from './rank-test.ts';
import { type Work, workFor } from './shared-work.ts';
import { runTimes, type Side } from './side.ts';

/** Averages of single runs closer than this are one. */
const CLOCK_MS = 0.5;
/** Per minute of a log, traffic comes and goes: a count must have grown by so many of its own errors. */
const SURE_ERRORS = 4;

/** What the work of statements is divided by. */
export type Basis = 'request' | 'minute';

export function basisOf(before: Side, after: Side): Basis {
  return before.requests > 0 && after.requests > 0 ? 'request' : 'minute';
}

/** The work of one class per request of one endpoint, of all requests, or per minute. */
interface EndpointWork {
  readonly endpoint: string | null;
  readonly before: Work;
  readonly after: Work;
  readonly allowed: number;
}

export function queryChanges(before: Side, after: Side, rules: Rules): JudgedChange[] {
  const basis = basisOf(before, after);
  const ids = [...new Set([...before.queries.keys(), ...after.queries.keys()])];
  const scatter = scatterOf(before, after);
  return ids.flatMap((id) => oneClass(id, before, after, basis, scatter, rules));
}

/** Fewer classes, or fewer runs of one, tell nothing of how averages scatter. */
const LEAST_CLASSES = 8;
const LEAST_RUNS = 10;
const SCATTER_ERRORS = 4;

/**
 * How far the averages of all classes moved by themselves: a cold cache or a busy disk moves each a little, a release
 * moves a few of them far. A class must stand out from the others; null when there are too few.
 */
function scatterOf(before: Side, after: Side): number | null {
  const moves = [...before.queries.values()].flatMap((a) => {
    const b = after.queries.get(a.class_id);
    if (b === undefined || Math.min(a.count, b.count) < LEAST_RUNS) return [];
    // Of runs shorter than a clock tells apart the averages scatter far more than those of any that matter.
    return Math.min(a.avg_time_ms, b.avg_time_ms) < CLOCK_MS ? [] : [Math.log(b.avg_time_ms / a.avg_time_ms)];
  });
  if (moves.length < LEAST_CLASSES) return null;
  const middle = median(moves);
  const sizes = moves.map((move) => Math.abs(move - middle)).toSorted((x, y) => x - y);
  // Half of all moves of a normal distribution are within 0.67 deviations, three quarters within 1.15; few classes
  // estimate either badly, so the wider one is taken. The last quarter may be what the release did.
  const deviation = Math.max(quantile(sizes, 0.5) / 0.6745, quantile(sizes, 0.75) / 1.1503);
  return Math.expm1(SCATTER_ERRORS * deviation);
}

function oneClass(
  id: string,
  before: Side,
  after: Side,
  basis: Basis,
  scatter: number | null,
  rules: Rules,
): JudgedChange[] {
  const [a, b] = [before.queries.get(id), after.queries.get(id)];
  const p = a && b ? rankTest(runTimes(a), runTimes(b)) : null;
  const spread = spreadOf(id, before);
  const shared: Shared = {
    id,
    name: (b ?? a)!.fingerprint,
    basis,
    is: a === undefined ? 'new' : b === undefined ? 'gone' : 'both',
    p,
    spread,
    floor: spread === null && scatter === null ? null : Math.max(spread ?? 0, scatter ?? 0),
    samples: [a?.count ?? 0, b?.count ?? 0],
    rules,
  };
  const places = placesOf(id, before, after, basis);
  const work = [
    worst(places.map((place) => timeRow(shared, place))),
    worst(places.map((place) => runsRow(shared, place))),
  ];
  const regressed = work.some((row) => row?.change.regression);
  return [...work.filter((row) => row !== null), ...(a && b ? [averageRow(shared, a, b, regressed)] : [])];
}

interface Shared {
  readonly id: string;
  readonly name: string;
  readonly basis: Basis;
  readonly is: 'new' | 'gone' | 'both';
  readonly p: number | null;
  /** Between the baseline's own snapshots; null with one. */
  readonly spread: number | null;
  readonly floor: number | null;
  readonly samples: readonly [number, number];
  readonly rules: Rules;
}

function placesOf(id: string, before: Side, after: Side, basis: Basis): EndpointWork[] {
  const [a, b] = [before.queries.get(id), after.queries.get(id)];
  if (basis === 'minute') {
    const per = (sample: QuerySample | undefined, minutes: number) => workOf(sample, Math.max(1, minutes));
    return [{ endpoint: null, before: per(a, before.minutes), after: per(b, after.minutes), allowed: allowedMs(null) }];
  }
  const names = new Set([a, b].flatMap((sample) => sample?.endpoints.map(({ endpoint }) => endpoint) ?? []));
  // An endpoint only one side asked for says nothing about the other.
  const asked = [...names].filter((name) =>
    [before, after].every(({ endpoints }) => (endpoints.get(name)?.dated ?? 0) > 0),
  );
  // A profile's time is known to the second: its neighbours' statements are linked to it as well as its own.
  const timed = asked.filter((name) => !before.endpoints.get(name)!.profiled && !after.endpoints.get(name)!.profiled);
  const shared = timed.length > 0 ? timed : asked;
  if (before.linked && after.linked && shared.length > 0) {
    return shared.map((endpoint) => ({
      endpoint,
      before: linkedWork(a, endpoint, before),
      after: linkedWork(b, endpoint, after),
      allowed: allowedMs(medianOf(before.endpoints.get(endpoint))),
    }));
  }
  return [
    { endpoint: null, before: workOf(a, before.requests), after: workOf(b, after.requests), allowed: allowedMs(null) },
  ];
}

function workOf(sample: QuerySample | undefined, divisor: number): Work {
  return { runs: (sample?.count ?? 0) / divisor, ms: (sample?.total_time_ms ?? 0) / divisor };
}

function linkedWork(sample: QuerySample | undefined, endpoint: string, side: Side): Work {
  const { runs, ms } = workFor(sample, endpoint);
  const requests = side.endpoints.get(endpoint)!.dated;
  return { runs: runs / requests, ms: ms / requests };
}

/** One row of a class is enough: where the most harm is done. */
function worst(rows: readonly JudgedChange[]): JudgedChange | null {
  return (
    rows.toSorted(
      (x, y) =>
        Number(y.change.regression) - Number(x.change.regression) || Math.abs(y.change.harm) - Math.abs(x.change.harm),
    )[0] ?? null
  );
}

function timeRow(shared: Shared, { endpoint, before, after, allowed }: EndpointWork): JudgedChange {
  const grown = after.ms - before.ms;
  const change = relative(before.ms, after.ms);
  const runsMoved = Math.abs(relative(before.runs, after.runs)) >= shared.rules.minChange;
  const enough = Math.max(shared.rules.minChange, shared.floor ?? 0);
  const sure = shared.p === null ? Math.abs(change) >= UNTESTED_CHANGE : shared.p < SIGNIFICANT;
  const moved =
    Math.abs(grown) >= allowed &&
    (shared.is !== 'both' ||
      (Math.abs(change) >= enough && (runsMoved || sure) && surely(shared, before, after, runsMoved)));
  return row(shared, endpoint, shared.basis === 'request' ? 'total_ms_per_request' : 'total_ms_per_minute', {
    baseline: before.ms,
    candidate: after.ms,
    moved,
    harm: grown,
  });
}

function runsRow(shared: Shared, { endpoint, before, after }: EndpointWork): JudgedChange {
  const grown = after.runs - before.runs;
  const perRequest = shared.basis === 'request';
  const moved =
    Math.abs(grown) >= ADDED_RUNS &&
    (shared.is !== 'both' ||
      (Math.abs(relative(before.runs, after.runs)) > (shared.spread ?? 0) && surely(shared, before, after, true)));
  return row(shared, endpoint, perRequest ? 'runs_per_request' : 'runs_per_minute', {
    baseline: before.runs,
    candidate: after.runs,
    moved,
    harm: after.ms - before.ms,
  });
}

/** Where only a rate per minute is known, more traffic looks like more work: it must be more than chance. */
function surely({ basis, samples, rules }: Shared, before: Work, after: Work, byCount: boolean): boolean {
  if (basis === 'request' || !byCount) return true;
  const change = Math.abs(relative(before.runs, after.runs));
  const error = Math.sqrt(1 / Math.max(1, samples[0]) + 1 / Math.max(1, samples[1]));
  return change >= rules.minChange && change >= SURE_ERRORS * error;
}

function row(
  shared: Shared,
  endpoint: string | null,
  metric: Change['metric'],
  { baseline, candidate, moved, harm }: { baseline: number; candidate: number; moved: boolean; harm: number },
): JudgedChange {
  const direction: Direction =
    shared.is !== 'both' ? shared.is : !moved ? 'same' : candidate > baseline ? 'worse' : 'better';
  return {
    direction,
    change: changeOf({
      kind: 'query',
      name: shared.name,
      id: shared.id,
      endpoint,
      metric,
      baseline,
      candidate,
      // What was not there has no change in percent, and took no time that could be averaged.
      ...(shared.is === 'new' ? { baseline_ms: null, change: null } : {}),
      ...(shared.is === 'gone' ? { candidate_ms: null, change: null } : {}),
      baseline_samples: shared.samples[0],
      candidate_samples: shared.samples[1],
      noise_floor: shared.floor,
      regression: moved && candidate > baseline,
      harm,
    }),
  };
}

/** What one run takes. It is a regression of its own only where the work is too little to show per request. */
function averageRow(shared: Shared, a: QuerySample, b: QuerySample, regressed: boolean): JudgedChange {
  const [before, after] = [a.avg_time_ms, b.avg_time_ms];
  const change = relative(before, after);
  const significant = shared.p === null ? null : shared.p < SIGNIFICANT;
  const moved =
    Math.abs(change) >= Math.max(shared.rules.minChange, shared.floor ?? 0) &&
    Math.abs(after - before) >= CLOCK_MS &&
    significant !== false;
  const worse = moved && change > 0;
  return {
    direction: moved ? (worse ? 'worse' : 'better') : 'same',
    change: changeOf({
      kind: 'query',
      name: shared.name,
      id: shared.id,
      metric: 'avg_time_ms',
      baseline: before,
      candidate: after,
      baseline_samples: shared.samples[0],
      candidate_samples: shared.samples[1],
      p_value: shared.p,
      significant,
      noise_floor: shared.floor,
      regression:
        worse && !regressed && after - before >= allowedMs(null) && (significant ?? change >= UNTESTED_CHANGE),
    }),
  };
}

/** How far the baseline's own snapshots lie apart for this class; null with one snapshot. */
function spreadOf(id: string, { perSnapshot }: Side): number | null {
  if (perSnapshot.length < 2) return null;
  const averages = perSnapshot.flatMap((queries) => queries.get(id)?.avg_time_ms ?? []);
  return averages.length < 2 ? null : Math.max(...averages) / Math.max(1e-9, Math.min(...averages)) - 1;
}
