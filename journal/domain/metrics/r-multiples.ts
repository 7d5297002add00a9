import {
  absolute,
  type Count,
  isAboveZero,
  minus,
  multiply,
  type Num,
  parseAmount,
  parseCompact,
  parseQuantity,
  parseRatio,
  type Problem,
  Problems,
  QUOTIENTS,
  RESULTS,
  roundToEightPlaces,
  valueAt,
} from '../money/index.ts';
import { meanAndDeviation, sqn, type SystemQuality } from './sqn.ts';

export interface RiskedTrade {
  readonly id: string;
  readonly pnl: Num;
  /** Dollars at risk when the trade was opened; absent where no stop was recorded. */
  readonly risk?: Num | null;
}

export interface RMultiples {
  readonly trades: { readonly id: string; readonly r: number }[];
  readonly trade_count: number;
  readonly mean_r: number;
  readonly std_r: number;
  readonly best_r: number | null;
  readonly worst_r: number | null;
  readonly distribution: { readonly from: number | null; readonly to: number | null; readonly count: number }[];
  readonly sqn: SystemQuality;
  readonly left_out: { readonly reason: string; readonly count: number }[];
  readonly convention: string;
  readonly problems: Problem[];
}

const EDGES = [-3, -2, -1, 0, 1, 2, 3];

/** Results in units of what was risked. A trade without a known risk is left out, never guessed. */
export function rMultiples(trades: Iterable<RiskedTrade>): RMultiples {
  const problems = new Problems();
  const ids: string[] = [];
  const counts: Count<'ratio'>[] = [];
  let count = 0;
  for (const { id, pnl, risk } of trades) {
    count += 1;
    const result = parseCompact('amount', pnl);
    const staked = risk === undefined || risk === null ? null : parseCompact('amount', risk);
    if (result === null) problems.add('invalid_amount', 'The result is not a number; the trade is left out.', id);
    else if (staked === null || !isAboveZero(staked))
      problems.add('missing_risk', 'There is no initial risk (a stop or a risk amount); the trade is left out.', id);
    else {
      ids.push(id);
      counts.push(RESULTS.quotient(RESULTS.count(result), RESULTS.count(staked)));
    }
  }
  const { mean, sd } = meanAndDeviation({ unit: QUOTIENTS, counts });
  const numbers = counts.map((count) => QUOTIENTS.roundToEightPlaces(count));
  return {
    trades: ids.map((id, i) => ({ id, r: numbers[i] ?? 0 })),
    trade_count: ids.length,
    mean_r: mean.toNumber(),
    std_r: sd.toNumber(),
    best_r: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b)),
    worst_r: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b)),
    distribution: distribute(numbers),
    sqn: sqn(numbers),
    left_out: count === ids.length ? [] : [{ reason: 'no initial risk', count: count - ids.length }],
    convention:
      'R = net P&L of the period / what was at risk when the trade was opened, both in its own currency; sample standard ' +
      'deviation (n - 1).',
    problems: problems.list(),
  };
}

function distribute(values: readonly number[]): RMultiples['distribution'] {
  const counts = Array.from({ length: EDGES.length + 1 }, () => 0);
  for (const value of values) {
    let slot = 0;
    while (slot < EDGES.length && value >= (EDGES[slot] ?? Infinity)) slot += 1;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ from: EDGES[i - 1] ?? null, to: EDGES[i] ?? null, count }));
}

/** A result in units of a risk above zero, with at most eight decimals; null where either is no such number. */
export function initialMultiple(pnl: Num, risk: Num): number | null {
  const [result, staked] = [parseCompact('amount', pnl), parseCompact('amount', risk)];
  if (result === null || staked === null || !isAboveZero(staked)) return null;
  return QUOTIENTS.roundToEightPlaces(RESULTS.quotient(RESULTS.count(result), RESULTS.count(staked)));
}

/** Dollars at risk between entry and stop; null when either is missing or they are equal. */
export function initialRisk(trade: { entry: Num; stop: Num; quantity: Num; multiplier?: Num }): number | null {
  const [entry, stop, quantity] = [parseAmount(trade.entry), parseAmount(trade.stop), parseQuantity(trade.quantity)];
  const multiplier = parseRatio(trade.multiplier ?? 1);
  if (entry === null || stop === null || quantity === null || multiplier === null || entry === stop) return null;
  return roundToEightPlaces(absolute(multiply(valueAt(quantity, minus(entry, stop)), multiplier)));
}
