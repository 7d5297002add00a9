import { combineLegs, legsOf, type Structure } from './structure.ts';

/** Each chain of rolls as one structure, named and opened as the first of it. */
export function followRolls(structures: readonly Structure[]): Structure[] {
  const byId = new Map(structures.map((one) => [one.id, one]));
  const firstOf = (one: Structure): Structure => {
    const seen = new Set([one]);
    let first = one;
    for (let before = byId.get(one.rolled_from ?? ''); before !== undefined && !seen.has(before);) {
      seen.add(before);
      first = before;
      before = byId.get(before.rolled_from ?? '');
    }
    return first;
  };
  const chains = Map.groupBy(structures, firstOf);
  return structures.flatMap((one) => {
    const chain = chains.get(one);
    if (chain === undefined) return [];
    if (chain.length === 1) return (one.rolled_from ?? null) === null ? one : { ...one, rolled_from: null };
    return combineLegs(chain.flatMap(legsOf), one.opened_with ?? 1, one.id, null);
  });
}
