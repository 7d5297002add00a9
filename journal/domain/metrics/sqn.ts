import { Decimal, type Num, type Problem, Problems, Sum, Unit } from '../money/index.ts';
import { type CountedAmounts, countAmounts, readAmounts } from './amounts.ts';

export interface SystemQuality {
  readonly sqn: number;
  readonly grade: string;
  readonly mean: number;
  /** Sample standard deviation (n − 1). */
  readonly sd: number;
  readonly n: number;
  readonly convention: string;
  readonly problems: Problem[];
}

/** Upper ends of the grades; the last has none. */
const GRADES: readonly (readonly [below: number, grade: string])[] = [
  [1.6, 'Poor'],
  [2, 'Average'],
  [2.5, 'Good'],
  [3, 'Excellent'],
  [5, 'Superb'],
  [7, 'Holy Grail'],
  [Infinity, 'Unicorn'],
];

/** Van Tharp's System Quality Number of results in R, or in dollars when risk is not known. */
export function sqn(values: readonly Num[], options?: { cap?: number | null } | null): SystemQuality {
  const problems = new Problems();
  const amounts = countAmounts(readAmounts(values, problems));
  const cap = options?.cap ?? null;
  const capped = typeof cap === 'number' && cap > 0 && Number.isFinite(cap) ? cap : null;
  if (cap !== null && capped === null)
    problems.add('invalid_cap', 'The cap must be a number of trades above zero; none is applied.');
  const convention =
    `SQN = sqrt(${capped === null ? 'n' : `min(n, ${capped})`}) * mean / sample standard deviation (n - 1). ` +
    'Grades: below 1.6 Poor, 2 Average, 2.5 Good, 3 Excellent, 5 Superb, 7 Holy Grail, else Unicorn.';
  const { mean, sd } = meanAndDeviation(amounts);
  const n = amounts.counts.length;
  const result = { mean: mean.toNumber(), sd: sd.toNumber(), n, convention };
  if (n < 2 || sd.isZero()) {
    problems.add('too_few_values', 'A deviation needs at least two different results; the SQN is given as 0.');
    return { sqn: 0, grade: n === 0 ? 'N/A' : 'Poor', ...result, problems: problems.list() };
  }
  const value = new Decimal(capped === null ? n : Math.min(n, capped)).sqrt().times(mean).div(sd).toNumber();
  return { sqn: value, grade: gradeOf(value), ...result, problems: problems.list() };
}

function gradeOf(value: number): string {
  return GRADES.find(([below]) => value < below)?.[1] ?? 'Unicorn';
}

/** Exact sums first, one division and one root at the end. */
export function meanAndDeviation<K extends 'amount' | 'ratio'>({
  unit,
  counts,
}: CountedAmounts<K>): { mean: Decimal; sd: Decimal } {
  const n = BigInt(counts.length);
  if (n === 0n) return { mean: new Decimal(0), sd: new Decimal(0) };
  const squareUnit = Unit.ofSquares<K>(2 * unit.decimals);
  const sum = new Sum(unit);
  const squares = new Sum(squareUnit);
  for (const count of counts) {
    sum.add(count);
    squares.add(squareUnit.product(count, unit, count, unit));
  }
  const mean = new Decimal(sum.fine.toString()).div(n.toString()).div(1e12);
  if (n === 1n) return { mean, sd: new Decimal(0) };
  const spread = new Decimal((n * squares.fine - sum.fine * sum.fine).toString()).div((n * (n - 1n)).toString());
  return { mean, sd: spread.sqrt().div(1e12) };
}
