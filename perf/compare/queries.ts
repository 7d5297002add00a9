// Statements: how long one run takes, and how much of them a request causes. New classes count as much as grown ones: a
// release adds an N+1 by adding a class, not by making one slower.
import type { QuerySample, QueryWork } from '../model/snapshot.ts';
import {
  ADDED_RUNS,
  allowedMs,
  allowedRuns,
  type Change,
  changeOf,
  type Direction,
  type JudgedChange,
  UNTESTED_CHANGE,
  relative,
  type Rules,
  SIGNIFICANT,
} from './change.ts';
import { medianOf, noiseFloor } from './endpoints.ts';
import { median, nearestRank } from '../stats/quantile.ts';
import type { NoiseFor } from './noise.ts';
import { rankTest } from './rank-test.ts';
import { divideWork, NO_WORK, scopesOf, type Scope, workIn } from './scopes.ts';
import { runTimes, type Side } from './side.ts';

/** Averages of single runs that differ by less than this count as equal. */
const CLOCK_MS = 0.5;
/** Per minute of a log, traffic comes and goes: a count must have grown by this number of its standard errors. */
const SURE_ERRORS = 4;

/** What the work of statements is divided by. */
export type Basis = 'request' | 'minute';

export function basisOf(before: Side, after: Side): Basis {
  return before.requests > 0 && after.requests > 0 ? 'request' : 'minute';
}

/** The work of one class per request of an endpoint, per round of several, per request of all, or per minute. */
interface ScopedWork {
  /** Null: it is not known for which endpoints it ran. */
  readonly scope: Scope | null;
  readonly before: QueryWork;
  readonly after: QueryWork;
  readonly allowed: number;
}

export function queryChanges(before: Side, after: Side, noise: NoiseFor, rules: Rules): JudgedChange[] {
  const basis = basisOf(before, after);
  const ids = [...new Set([...before.queries.keys(), ...after.queries.keys()])];
  const scatter = scatterOf(before, after);
  return ids.flatMap((id) => oneClass(id, before, after, noise, basis, scatter, rules));
}

/** With fewer classes, or fewer runs of one, the scatter of averages cannot be estimated. */
const LEAST_CLASSES = 8;
const LEAST_RUNS = 10;
const SCATTER_ERRORS = 4;

/**
 * How far the averages of all classes moved without a change in the code: a cold cache or a busy disk moves each a little, a release
 * moves a few of them far. A class must stand out from the others; null when there are too few.
 */
function scatterOf(before: Side, after: Side): number | null {
  const moves = [...before.queries.values()].flatMap((a) => {
    const b = after.queries.get(a.class_id);
    if (b === undefined || Math.min(a.count, b.count) < LEAST_RUNS) return [];
    // Averages of runs shorter than the clock's resolution scatter far more than those that matter.
    return Math.min(a.avg_time_ms, b.avg_time_ms) < CLOCK_MS ? [] : [Math.log(b.avg_time_ms / a.avg_time_ms)];
  });
  if (moves.length < LEAST_CLASSES) return null;
  const middle = median(moves);
  const sizes = moves.map((move) => Math.abs(move - middle)).toSorted((x, y) => x - y);
  // Half of all moves of a normal distribution are within 0.67 deviations, three quarters within 1.15; few classes
  // estimate either badly, so the wider one is taken. The last quarter may be what the release did.
  const deviation = Math.max(nearestRank(sizes, 0.5) / 0.6745, nearestRank(sizes, 0.75) / 1.1503);
  return Math.expm1(SCATTER_ERRORS * deviation);
}

function oneClass(
  id: string,
  before: Side,
  after: Side,
  noise: NoiseFor,
  basis: Basis,
  scatter: number | null,
  rules: Rules,
): JudgedChange[] {
  const [a, b] = [before.queries.get(id), after.queries.get(id)];
  const p = a && b ? rankTest(runTimes(a), runTimes(b)) : null;
  const places = placesOf(id, before, after, basis);
  // A slow moment of the machine slows down statements as well as requests.
  const machine = Math.max(
    0,
    ...places.flatMap(({ scope }) =>
      (scope?.endpoints ?? []).map((one) => noiseFloor(before.endpoints.get(one), after.endpoints.get(one), noise)),
    ),
  );
  const spread = spreadOf(id, before);
  const known = [spread, scatter].filter((one) => one !== null);
  const shared: RowContext = {
    id,
    name: (b ?? a)!.fingerprint,
    basis,
    is: a === undefined ? 'new' : b === undefined ? 'gone' : 'both',
    p,
    spread,
    floor: known.length === 0 && machine === 0 ? null : Math.max(machine, ...known),
    samples: [a?.count ?? 0, b?.count ?? 0],
    rules,
  };
  const work = [
    worst(places.map((place) => timeRow(shared, place))),
    worst(places.map((place) => runsRow(shared, place))),
  ];
  const regressed = work.some((row) => row?.change.regression);
  return [...work.filter((row) => row !== null), ...(a && b ? [averageRow(shared, a, b, regressed)] : [])];
}

interface RowContext {
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

function placesOf(id: string, before: Side, after: Side, basis: Basis): ScopedWork[] {
  const [a, b] = [before.queries.get(id), after.queries.get(id)];
  if (basis === 'minute') {
    const per = (sample: QuerySample | undefined, minutes: number) => divideWork(allOf(sample), Math.max(1, minutes));
    return [{ scope: null, before: per(a, before.minutes), after: per(b, after.minutes), allowed: allowedMs(null) }];
  }
  const names = judgedEndpoints([a, b], before, after);
  if (before.linked && after.linked && names.length > 0) {
    return scopesOf([a, b], names)
      .filter((scope) => sameMix(scope, before, after))
      .map((scope) => ({
        scope,
        before: divideWork(workIn(a, scope), roundsOf(scope, before)),
        after: divideWork(workIn(b, scope), roundsOf(scope, after)),
        allowed: scope.endpoints.reduce((sum, one) => sum + allowedMs(medianOf(before.endpoints.get(one))), 0),
      }));
  }
  return [
    {
      scope: null,
      before: divideWork(allOf(a), before.requests),
      after: divideWork(allOf(b), after.requests),
      allowed: allowedMs(null),
    },
  ];
}

/** Endpoints that the classes are linked to and that both sides requested: one that only one side requested cannot be compared. */
export function judgedEndpoints(samples: readonly (QuerySample | undefined)[], before: Side, after: Side): string[] {
  const names = new Set(samples.flatMap((sample) => sample?.endpoints.map(({ endpoint }) => endpoint) ?? []));
  const asked = [...names].filter((name) =>
    [before, after].every(({ endpoints }) => (endpoints.get(name)?.dated ?? 0) > 0),
  );
  // A profile's time is known to the second, so statements of neighbouring requests are linked to it too.
  const timed = asked.filter((name) => !before.endpoints.get(name)!.profiled && !after.endpoints.get(name)!.profiled);
  return timed.length > 0 ? timed : asked;
}

/** Rounds of requests: one to each endpoint of the scope. */
export function roundsOf({ endpoints }: Scope, side: Side): number {
  const dated = endpoints.reduce((sum, one) => sum + (side.endpoints.get(one)?.dated ?? 0), 0);
  return Math.max(1, dated / endpoints.length);
}

/** Sums over several endpoints compare only where each has the same share of the requests on both sides. */
export function sameMix({ endpoints }: Scope, before: Side, after: Side): boolean {
  const shares = ({ endpoints: sides }: Side) => {
    const counts = endpoints.map((one) => sides.get(one)?.dated ?? 0);
    const all = counts.reduce((sum, n) => sum + n, 0);
    return counts.map((n) => n / Math.max(1, all));
  };
  const [x, y] = [shares(before), shares(after)];
  return x.every((share, i) => Math.abs(share - y[i]!) < 0.02);
}

function allOf(sample: QuerySample | undefined): QueryWork {
  return sample ?? NO_WORK;
}

/** One row per class: the endpoint with the largest regression. */
function worst(rows: readonly JudgedChange[]): JudgedChange | null {
  return (
    rows.toSorted(
      (x, y) =>
        Number(y.change.regression) - Number(x.change.regression) || Math.abs(y.change.harm) - Math.abs(x.change.harm),
    )[0] ?? null
  );
}

function timeRow(shared: RowContext, { scope, before, after, allowed }: ScopedWork): JudgedChange {
  const grown = after.total_time_ms - before.total_time_ms;
  const change = relative(before.total_time_ms, after.total_time_ms);
  const runsMoved = Math.abs(relative(before.count, after.count)) >= shared.rules.minChange;
  const enough = Math.max(shared.rules.minChange, shared.floor ?? 0);
  const sure = shared.p === null ? Math.abs(change) >= UNTESTED_CHANGE : shared.p < SIGNIFICANT;
  const moved =
    Math.abs(grown) >= allowed &&
    (shared.is !== 'both' ||
      (Math.abs(change) >= enough && (runsMoved || sure) && surely(shared, before, after, runsMoved)));
  return row(shared, scope, shared.basis === 'request' ? 'total_ms_per_request' : 'total_ms_per_minute', {
    baseline: before.total_time_ms,
    candidate: after.total_time_ms,
    moved,
    harm: grown,
  });
}

function runsRow(shared: RowContext, { scope, before, after }: ScopedWork): JudgedChange {
  const grown = after.count - before.count;
  const perRequest = shared.basis === 'request';
  const moved =
    // Runs that are not known to belong to a request may have come from anywhere.
    Math.abs(grown) >= (perRequest && scope !== null ? allowedRuns(before.count, after.count) : ADDED_RUNS) &&
    (shared.is !== 'both' || surely(shared, before, after, true));
  return row(shared, scope, perRequest ? 'runs_per_request' : 'runs_per_minute', {
    baseline: before.count,
    candidate: after.count,
    moved,
    harm: after.total_time_ms - before.total_time_ms,
  });
}

/** Where only a rate per minute is known, more traffic looks like more work: it must be more than chance. */
function surely({ basis, samples, rules }: RowContext, before: QueryWork, after: QueryWork, byCount: boolean): boolean {
  if (basis === 'request' || !byCount) return true;
  const change = Math.abs(relative(before.count, after.count));
  const error = Math.sqrt(1 / Math.max(1, samples[0]) + 1 / Math.max(1, samples[1]));
  return change >= rules.minChange && change >= SURE_ERRORS * error;
}

function row(
  shared: RowContext,
  scope: Scope | null,
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
      ...placeOf(scope),
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

/** An uncertain endpoint is never named alone. */
export function placeOf(scope: Scope | null): Pick<Change, 'endpoint'> & Pick<Partial<Change>, 'endpoints'> {
  if (scope === null) return { endpoint: null };
  return scope.endpoints.length === 1
    ? { endpoint: scope.endpoints[0]! }
    : { endpoint: null, endpoints: scope.endpoints };
}

/** What one run takes. It is a regression of its own only where the work is too little to show per request. */
function averageRow(shared: RowContext, a: QuerySample, b: QuerySample, regressed: boolean): JudgedChange {
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

/** How far the baseline's own snapshots differ for this class; null with one snapshot. */
function spreadOf(id: string, { perSnapshot }: Side): number | null {
  if (perSnapshot.length < 2) return null;
  const averages = perSnapshot.flatMap((queries) => queries.get(id)?.avg_time_ms ?? []);
  return averages.length < 2 ? null : Math.max(...averages) / Math.max(1e-9, Math.min(...averages)) - 1;
}
