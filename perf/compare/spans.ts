// Functions of profiled requests: the time in their own code, per request.
import { quantile } from '../stats/quantile.ts';
import { allowedMs, changeOf, type Judged, PLAIN, relative, type Rules, SIGNIFICANT } from './change.ts';
import { medianOf } from './endpoints.ts';
import { rankTest } from './rank-test.ts';
import type { Side } from './side.ts';

const CLOCK_MS = 5;

interface Function {
  readonly endpoint: string;
  readonly label: string;
  readonly times: number[];
}

export function spanChanges(before: Side, after: Side, rules: Rules): Judged[] {
  const [a, b] = [functionsOf(before), functionsOf(after)];
  // An endpoint profiled on one side only says nothing about what its functions were or became.
  const [was, is] = [endpointsOf(a), endpointsOf(b)];
  const shared = (one: Function) => was.has(one.endpoint) && is.has(one.endpoint);
  const known = new Map([...a, ...b].filter(([, one]) => shared(one)));
  return [...known.keys()].map((id) => oneFunction(id, a.get(id), b.get(id), before, rules));
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
  rules: Rules,
): Judged {
  const { endpoint, label } = (b ?? a)!;
  const [x, y] = [a, b].map((one) => one?.times.toSorted((p, q) => p - q) ?? []) as [number[], number[]];
  const [before, after] = [x, y].map((times) => (times.length === 0 ? null : quantile(times, 0.5)));
  const weighted = (times: readonly number[]) => times.map((ms) => [ms, 1] as const);
  const p = a && b ? rankTest(weighted(x), weighted(y)) : null;
  const significant = p === null ? null : p < SIGNIFICANT;
  const change = a && b ? relative(before!, after!) : null;
  const gained = (after ?? 0) - (before ?? 0);
  const moved =
    change !== null && Math.abs(change) >= rules.minChange && Math.abs(gained) >= CLOCK_MS && significant !== false;
  const profiledBefore = baseline.endpoints.get(endpoint);
  const added = a === undefined && profiledBefore !== undefined && after! >= allowedMs(medianOf(profiledBefore));
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
      regression: added || (moved && gained > 0 && (significant ?? change >= PLAIN)),
    }),
  };
}
