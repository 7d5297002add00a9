// Mann–Whitney: is one sample more than noise away from another? Needs no bell curve, which latencies never are.

/** `[value, count]`, rising. */
export type Weighted = readonly (readonly [number, number])[];

/** The two-sided probability that both come from one distribution; null when there is too little to say. */
export function rankTest(a: Weighted, b: Weighted): number | null {
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

function size(sample: Weighted): number {
  return sample.reduce((sum, [, count]) => sum + count, 0);
}

/** The normal distribution beyond z (Abramowitz and Stegun 7.1.26; its error is below 1.5e-7). */
function upperTail(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const poly =
    ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t;
  return 0.5 * poly * Math.exp(-x * x);
}
