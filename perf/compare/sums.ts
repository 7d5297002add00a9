// What all statements of a request do together: many small new ones add up, even if none of them matters alone.
import type { QueryWork } from '../model/snapshot.ts';
import { allowedMs, allowedRuns, type Change, changeOf, type JudgedChange, relative, type Rules } from './change.ts';
import { medianOf, noiseFloor } from './endpoints.ts';
import type { NoiseFor } from './noise.ts';
import { basisOf, judgedEndpoints, placeOf, roundsOf, sameMix } from './queries.ts';
import { addWork, divideWork, NO_WORK, scopesOf, type Scope, workIn } from './scopes.ts';
import type { Side } from './side.ts';

/** Rows and bytes follow the data: less than this is no matter of the code. */
const LEAST_ROWS = 100;
const LEAST_BYTES = 16_384;

interface Figure {
  readonly metric: Change['metric'];
  readonly of: (work: QueryWork) => number;
  /** The metric of single classes that explains it. */
  readonly part?: Change['metric'];
}

const FIGURES: readonly Figure[] = [
  { metric: 'statements_per_request', of: ({ count }) => count, part: 'runs_per_request' },
  { metric: 'rows_per_request', of: ({ rows_examined: rows }) => rows },
  { metric: 'database_ms_per_request', of: ({ total_time_ms: ms }) => ms, part: 'total_ms_per_request' },
  { metric: 'bytes_per_request', of: ({ bytes_sent: bytes }) => bytes },
];

/** `named`: what was already found in single classes; a sum counts only for what these leave unexplained. */
export function sumChanges(
  before: Side,
  after: Side,
  noise: NoiseFor,
  rules: Rules,
  named: readonly Change[],
): JudgedChange[] {
  if (basisOf(before, after) !== 'request' || !before.linked || !after.linked) return [];
  const samples = [...before.queries.values(), ...after.queries.values()];
  const names = judgedEndpoints(samples, before, after);
  return scopesOf(samples, names)
    .filter((scope) => sameMix(scope, before, after))
    .flatMap((scope) => {
      const [was, is] = [before, after].map((side) =>
        divideWork(
          [...side.queries.values()].map((query) => workIn(query, scope)).reduce(addWork, NO_WORK),
          roundsOf(scope, side),
        ),
      ) as [QueryWork, QueryWork];
      const floor = Math.max(
        0,
        ...scope.endpoints.map((one) => noiseFloor(before.endpoints.get(one), after.endpoints.get(one), noise)),
      );
      const allowed = scope.endpoints.reduce((sum, one) => sum + allowedMs(medianOf(before.endpoints.get(one))), 0);
      return FIGURES.map((figure) => oneSum(figure, scope, was, is, { floor, allowed, rules, named }));
    });
}

interface Bounds {
  readonly floor: number;
  readonly allowed: number;
  readonly rules: Rules;
  readonly named: readonly Change[];
}

function oneSum(
  { metric, of, part }: Figure,
  scope: Scope,
  was: QueryWork,
  is: QueryWork,
  bounds: Bounds,
): JudgedChange {
  const [baseline, candidate] = [of(was), of(is)];
  const grown = candidate - baseline;
  const share = Math.abs(relative(baseline, candidate));
  const beyond = (amount: number) => {
    switch (metric) {
      case 'statements_per_request':
        return amount >= allowedRuns(baseline, candidate);
      case 'rows_per_request':
        return amount >= LEAST_ROWS && share >= bounds.rules.minChange;
      case 'bytes_per_request':
        return amount >= LEAST_BYTES && share >= bounds.rules.minChange;
      default:
        return amount >= bounds.allowed && share >= Math.max(2 * bounds.rules.minChange, bounds.floor);
    }
  };
  const explained = bounds.named
    .filter((change) => change.metric === part && samePlace(change, scope))
    .reduce((sum, change) => sum + (Number(change.candidate) - Number(change.baseline)), 0);
  const left = grown - explained;
  const moved = beyond(Math.abs(grown)) && beyond(Math.abs(left)) && grown > 0 === left > 0;
  const name = scope.endpoints.join(', ');
  return {
    direction: moved ? (grown > 0 ? 'worse' : 'better') : 'same',
    change: changeOf({
      kind: 'endpoint',
      name,
      id: `${name}|${metric}`,
      ...placeOf(scope),
      metric,
      baseline,
      candidate,
      noise_floor: metric === 'database_ms_per_request' ? bounds.floor : null,
      regression: moved && grown > 0,
      harm: is.total_time_ms - was.total_time_ms,
    }),
  };
}

function samePlace({ endpoint, endpoints }: Change, scope: Scope): boolean {
  return (endpoints ?? [endpoint]).some((one) => one !== null && scope.endpoints.includes(one));
}
