// Figures of an account's equity.
import { deviation, mean } from '../statistics/basic.ts';
import { maxDrawdown, simpleReturns } from '../statistics/returns.ts';

export interface PortfolioStats {
  readonly initial: number;
  readonly final: number;
  readonly total_profit: number;
  readonly total_return: number;
  /** 0 or below, from the cash at the start on. */
  readonly max_drawdown: number;
  /** From the first bar to the last, by days over 365.25; null under a year or without anything left. */
  readonly cagr: number | null;
  /** Mean over sample deviation of the bars' returns from the second on, times the root of 252. */
  readonly sharpe_252: number | null;
  readonly trades: number;
}

const YEAR = 365.25 * 86_400;
/** A year of days, give or take a holiday at each end. */
const SHORTEST = 1 - 3 / 365.25;

export function measurePortfolio(
  times: Float64Array,
  equity: readonly number[],
  initial: number,
  trades: number,
): PortfolioStats {
  const first = equity[0] ?? initial;
  const final = equity.at(-1) ?? initial;
  const years = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / YEAR;
  const returns = simpleReturns(equity);
  const sharpe = (mean(returns) / deviation(returns)) * Math.sqrt(252);
  return {
    initial,
    final,
    total_profit: final - initial,
    total_return: final / initial - 1,
    max_drawdown: maxDrawdown([initial, ...equity]),
    cagr: years >= SHORTEST && final > 0 ? (final / first) ** (1 / years) - 1 : null,
    sharpe_252: Number.isFinite(sharpe) ? sharpe : null,
    trades,
  };
}
