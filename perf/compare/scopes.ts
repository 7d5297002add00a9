// The scopes over which the work of statements is summed. Where evidence ties every run to its endpoint, each endpoint is
// judged alone. Endpoints that share runs which cannot be separated are judged together, by the sum of their work: the sum
// is exact, and no part of it is guessed.
import { samePath, withoutMethod } from '../model/endpoint.ts';
import type { QuerySample, QueryWork } from '../model/snapshot.ts';

/** Endpoints whose work is only known together; one of them alone where it is certain. */
export interface Scope {
  readonly endpoints: readonly string[];
  /** Whether every run is known to belong to this one endpoint. */
  readonly certain: boolean;
}

export const NO_WORK: QueryWork = { count: 0, total_time_ms: 0, rows_examined: 0, rows_sent: 0, bytes_sent: 0 };

/** `names`: the endpoints to judge. Samples of all sides that are to be judged alike are given together. */
export function scopesOf(samples: readonly (QuerySample | undefined)[], names: readonly string[]): Scope[] {
  const groups = samples.flatMap((sample) => sample?.shared?.map(({ endpoints }) => endpoints) ?? []);
  const known = groups.map((group) => names.filter((name) => group.some((one) => samePath(one, name))));
  const scopes: { endpoints: Set<string>; certain: boolean }[] = [];
  for (const group of known.filter(({ length }) => length > 0)) {
    const touched = scopes.filter(({ endpoints }) => group.some((name) => endpoints.has(name)));
    for (const one of touched) scopes.splice(scopes.indexOf(one), 1);
    scopes.push({
      endpoints: new Set([...touched.flatMap(({ endpoints }) => [...endpoints]), ...group]),
      certain: false,
    });
  }
  const shared = new Set(scopes.flatMap(({ endpoints }) => [...endpoints]));
  return [
    ...names.filter((name) => !shared.has(name)).map((name) => ({ endpoints: [name], certain: true })),
    ...scopes.map(({ endpoints }) => ({ endpoints: [...endpoints].toSorted(), certain: false })),
  ];
}

/** What a class did in a scope: what certainly belongs to one of its endpoints, and what they share, each run once. */
export function workIn(sample: QuerySample | undefined, { endpoints }: Scope): QueryWork {
  if (sample === undefined) return NO_WORK;
  const paths = new Set(endpoints.map(withoutMethod));
  const own = sample.endpoints.filter(({ endpoint }) => endpoints.includes(endpoint)).map(({ certain }) => certain);
  const shared = (sample.shared ?? []).filter((group) => group.endpoints.some((one) => paths.has(withoutMethod(one))));
  return [...own, ...shared].reduce(addWork, NO_WORK);
}

export function addWork(a: QueryWork, b: QueryWork): QueryWork {
  return {
    count: a.count + b.count,
    total_time_ms: a.total_time_ms + b.total_time_ms,
    rows_examined: a.rows_examined + b.rows_examined,
    rows_sent: a.rows_sent + b.rows_sent,
    bytes_sent: a.bytes_sent + b.bytes_sent,
  };
}

export function divideWork(work: QueryWork, divisor: number): QueryWork {
  return {
    count: work.count / divisor,
    total_time_ms: work.total_time_ms / divisor,
    rows_examined: work.rows_examined / divisor,
    rows_sent: work.rows_sent / divisor,
    bytes_sent: work.bytes_sent / divisor,
  };
}
