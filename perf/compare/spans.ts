// Functions of profiled requests: the time in their own code, per request.
import { nearestRank } from '../stats/quantile.ts';
import {
  allowedMs,
  changeOf,
  type JudgedChange,
  UNTESTED_CHANGE,
  relative,
  type Rules,
  SIGNIFICANT,
} from './change.ts';
import { medianOf } from './endpoints.ts';
import { rankTest } from './rank-test.ts';
import type { Side } from './side.ts';

const CLOCK_MS = 5;
const CHANCE = 1.5;

interface Function {
  readonly endpoint: string;
  readonly label: string;
  readonly times: number[];
}

export function spanChanges(before: Side, after: Side, rules: Rules): JudgedChange[] {
  const [a, b] = [functionsOf(before), functionsOf(after)];
  // An endpoint profiled on one side only says nothing about what its functions were or became.
  const [was, is] = [endpointsOf(a), endpointsOf(b)];
  const isShared = (one: Function) => was.has(one.endpoint) && is.has(one.endpoint);
  const known = new Map([...a, ...b].filter(([, one]) => isShared(one)));
  const floors = floorsOf([...known].map(([id, { endpoint }]) => ({ endpoint, gained: gainOf(a.get(id), b.get(id)) })));
  return [...known].map(([id, { endpoint }]) =>
    oneFunction(id, a.get(id), b.get(id), before, floors.get(endpoint)!, rules),
  );
}

/** What a function must have gained, or lost, to count; in milliseconds. */
interface Floor {
  readonly gain: number;
  readonly loss: number;
}

/**
 * One profile of a thousand functions has a hiccup of the machine in some of them, and the next one has it in others. So
 * what one function lost between the two is what another may have gained by chance, and the other way round.
 */
function floorsOf(gains: readonly { readonly endpoint: string; readonly gained: number }[]): Map<string, Floor> {
  return new Map(
    [...Map.groupBy(gains, ({ endpoint }) => endpoint)].map(([endpoint, list]) => {
      const most = list.reduce((sum, { gained }) => Math.max(sum, gained), 0);
      const least = list.reduce((sum, { gained }) => Math.min(sum, gained), 0);
      return [endpoint, { gain: Math.max(CLOCK_MS, -CHANCE * least), loss: Math.max(CLOCK_MS, CHANCE * most) }];
    }),
  );
}

function gainOf(a: Function | undefined, b: Function | undefined): number {
  return middleOf(b) - middleOf(a);
}

function middleOf(one: Function | undefined): number {
  return one === undefined ? 0 : nearestRank(sortedTimes(one), 0.5);
}

function sortedTimes(one: Function | undefined): number[] {
  return one?.times.toSorted((p, q) => p - q) ?? [];
}

function endpointsOf(functions: ReadonlyMap<string, Function>): ReadonlySet<string> {
  return new Set([...functions.values()].map(({ endpoint }) => endpoint));
}

function functionsOf({ profiles }: Side): Map<string, Function> {
  const functions = new Map<string, Function>();
  for (const { endpoint, spans } of profiles) {
    for (const { label, self_ms: ms } of spans) {
      const id = `${endpoint}|${label}`;
      const known = functions.get(id) ?? { endpoint, label, times: [] };
      known.times.push(ms);
      functions.set(id, known);
    }
  }
  return functions;
}

function oneFunction(
  id: string,
  a: Function | undefined,
  b: Function | undefined,
  baseline: Side,
  floors: Floor,
  rules: Rules,
): JudgedChange {
  const { endpoint, label } = (b ?? a)!;
  const [x, y] = [sortedTimes(a), sortedTimes(b)];
  const [before, after] = [x, y].map((times) => (times.length === 0 ? null : nearestRank(times, 0.5)));
  const weigh = (times: readonly number[]) => times.map((ms) => [ms, 1] as const);
  const p = a && b ? rankTest(weigh(x), weigh(y)) : null;
  const significant = p === null ? null : p < SIGNIFICANT;
  const change = a && b ? relative(before!, after!) : null;
  const gained = (after ?? 0) - (before ?? 0);
  // Where the samples of several profiles can be tested, the test knows better what is chance.
  const floor = significant === null ? (gained > 0 ? floors.gain : floors.loss) : CLOCK_MS;
  const moved =
    change !== null && Math.abs(change) >= rules.minChange && Math.abs(gained) >= floor && significant !== false;
  const allowed = allowedMs(medianOf(baseline.endpoints.get(endpoint)));
  const added = a === undefined && gained >= (floor > CLOCK_MS ? floor : allowed);
  return {
    direction: a === undefined ? 'new' : b === undefined ? 'gone' : moved ? (gained > 0 ? 'worse' : 'better') : 'same',
    change: changeOf({
      kind: 'span',
      name: `${label} (${endpoint})`,
      id,
      endpoint,
      metric: 'self_ms',
      baseline: before ?? null,
      candidate: after ?? null,
      baseline_samples: x.length,
      candidate_samples: y.length,
      p_value: p,
      significant,
      regression: added || (moved && gained > 0 && (significant ?? change >= UNTESTED_CHANGE)),
    }),
  };
}
