import {
  type Fixed,
  type Num,
  over,
  eighths,
  parseFixed,
  type Problem,
  Problems,
  times,
  absolute,
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
export function rMultiples(trades: readonly RiskedTrade[]): RMultiples {
  const problems = new Problems();
  const found: { id: string; r: Fixed }[] = [];
  for (const { id, pnl, risk } of trades) {
    const result = parseFixed(pnl);
    const staked = risk === undefined || risk === null ? null : parseFixed(risk);
    if (result === null) problems.add('invalid_amount', 'The result is no number; the trade is left out.', id);
    else if (staked === null || staked <= 0n)
      problems.add('missing_risk', 'There is no initial risk (a stop or a risk amount); the trade is left out.', id);
    else found.push({ id, r: over(result, staked) });
  }
  const values = found.map(({ r }) => r);
  const { mean, sd } = meanAndDeviation(values);
  const numbers = values.map(eighths);
  return {
    trades: found.map(({ id }, i) => ({ id, r: numbers[i] ?? 0 })),
    trade_count: found.length,
    mean_r: mean.toNumber(),
    std_r: sd.toNumber(),
    best_r: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b)),
    worst_r: numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b)),
    distribution: distribute(numbers),
    sqn: sqn(numbers),
    left_out:
      trades.length === found.length ? [] : [{ reason: 'no initial risk', count: trades.length - found.length }],
    convention: 'R = net P&L / dollars at risk when the trade was opened; sample standard deviation (n - 1).',
    problems: problems.list(),
  };
}

function distribute(values: readonly number[]): RMultiples['distribution'] {
  const bounds = [null, ...EDGES, null];
  return bounds.slice(1).map((to, i) => {
    const from = bounds[i] ?? null;
    const inside = values.filter((value) => (from === null || value >= from) && (to === null || value < to));
    return { from, to, count: inside.length };
  });
}

/** Dollars at risk between entry and stop; null when either is missing or they are equal. */
export function initialRisk(trade: { entry: Num; stop: Num; quantity: Num; multiplier?: Num }): number | null {
  const [entry, stop, quantity] = [parseFixed(trade.entry), parseFixed(trade.stop), parseFixed(trade.quantity)];
  const multiplier = parseFixed(trade.multiplier ?? 1);
  if (entry === null || stop === null || quantity === null || multiplier === null || entry === stop) return null;
  return eighths(absolute(times(times(entry - stop, quantity), multiplier)));
}
