import { FUNCTIONS } from './functions.ts';
import { INDICATORS } from '../indicators/registry.ts';

/** The name nearest to a misspelt one, if any is near. */
export function closest(name: string, names: readonly string[]): string | undefined {
  const all = [...names, ...Object.keys(FUNCTIONS), ...INDICATORS.map((each) => each.name)];
  const wanted = name.toLowerCase();
  const [best] = all
    .map((candidate) => ({ candidate, distance: edits(wanted, candidate) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= Math.max(1, Math.floor((wanted.length + 1) / 3))
    ? best.candidate
    : undefined;
}

/** Letters to add, drop or change. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
