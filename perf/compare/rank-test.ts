// Mann–Whitney test of whether two samples differ by more than noise. It needs no normal distribution, which latencies never have.
import { upperTail } from '../stats/normal.ts';

/** `[value, count]`, rising. */
export type WeightedSample = readonly (readonly [number, number])[];

/** The two-sided probability that both come from one distribution; null when there is too little to say. */
export function rankTest(a: WeightedSample, b: WeightedSample): number | null {
  const [n, m] = [size(a), size(b)];
  if (n < 3 || m < 3) return null;
  const marked = [
    ...a.map(([value, count]) => ({ value, ofA: count, all: count })),
    ...b.map(([value, count]) => ({ value, ofA: 0, all: count })),
  ];
  const groups = Map.groupBy(marked, ({ value }) => value);
  let rank = 0;
  let rankSum = 0;
  let ties = 0;
  for (const value of [...groups.keys()].toSorted((x, y) => x - y)) {
    const same = groups.get(value)!;
    const all = same.reduce((sum, one) => sum + one.all, 0);
    rankSum += same.reduce((sum, one) => sum + one.ofA, 0) * (rank + (all + 1) / 2);
    ties += all ** 3 - all;
    rank += all;
  }
  const u = rankSum - (n * (n + 1)) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  if (variance <= 0) return 1;
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance);
  return Math.min(1, 2 * upperTail(z));
}

function size(sample: WeightedSample): number {
  return sample.reduce((sum, [, count]) => sum + count, 0);
}
