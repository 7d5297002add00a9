import {
  absolute,
  cents,
  type Fixed,
  eighths,
  type Num,
  decimalOf,
  divideRounded,
  parseFixed,
  type Problem,
  Problems,
} from '../money/index.ts';
import { readAmounts } from './amounts.ts';

export interface TradeMetrics {
  readonly trade_count: number;
  readonly wins: number;
  readonly losses: number;
  readonly break_evens: number;
  /** wins ÷ all trades. */
  readonly win_rate: number;
  /** wins ÷ (wins + losses). */
  readonly win_rate_without_break_evens: number;
  readonly avg_win: number;
  /** Negative, or zero when nothing was lost. */
  readonly avg_loss: number;
  /** Null when there is no loss to compare with. */
  readonly payoff_ratio: number | null;
  readonly profit_factor: number | null;
  readonly expectancy: number;
  /** (1 + payoff) × win rate − 1: what one unit of risk earns. Null without a loss. */
  readonly expectancy_ratio: number | null;
  /** Null when no trade won: there is no bet to size. */
  readonly kelly_fraction: number | null;
  readonly break_even_win_rate: number | null;
  readonly largest_win: number;
  readonly largest_loss: number;
  readonly max_consecutive_wins: number;
  readonly max_consecutive_losses: number;
  readonly total_pnl: number;
  readonly gross_profit: number;
  readonly gross_loss: number;
  /** Thirty trades or more. */
  readonly reliable: boolean;
  readonly convention: string;
  readonly problems: Problem[];
}

const CONVENTION =
  'Net P&L in dollars. Win rate = wins / all trades; expectancy = mean P&L of all trades, break-evens included; ' +
  'profit factor = sum of wins / |sum of losses|; payoff = average win / |average loss|; ' +
  'Kelly = wins/n - (losses/n) / payoff. A break-even ends a streak of either kind.';

/** What a list of results, in the order they happened, says about the edge behind it. */
export function tradeMetrics(pnls: readonly Num[], options?: { break_even?: Num } | null): TradeMetrics {
  const problems = new Problems();
  const band = parseFixed(options?.break_even ?? 0);
  if (band === null) problems.add('invalid_break_even', 'The break-even band is no number; zero is used.');
  return summarise(readAmounts(pnls, problems), absolute(band ?? 0n), problems);
}

/** The same over amounts already read: analytics group a million trades without reading them twice. */
export function summarise(amounts: readonly Fixed[], band: Fixed = 0n, problems = new Problems()): TradeMetrics {
  let wins = 0;
  let losses = 0;
  let won = 0n;
  let lost = 0n;
  let even = 0n;
  let best = 0n;
  let worst = 0n;
  let streak = 0;
  let longestWin = 0;
  let longestLoss = 0;
  const lossBand = -band;
  for (const amount of amounts) {
    if (amount > band) {
      wins += 1;
      won += amount;
      if (amount > best) best = amount;
      streak = streak > 0 ? streak + 1 : 1;
      if (streak > longestWin) longestWin = streak;
    } else if (amount < lossBand) {
      losses += 1;
      lost += amount;
      if (amount < worst) worst = amount;
      streak = streak < 0 ? streak - 1 : -1;
      if (-streak > longestLoss) longestLoss = -streak;
    } else {
      even += amount;
      streak = 0;
    }
  }
  const total = won + lost + even;
  const count = amounts.length;
  const ratios = edgeOf(count, wins, losses, won, lost);
  return {
    trade_count: count,
    wins,
    losses,
    break_evens: count - wins - losses,
    win_rate: count === 0 ? 0 : wins / count,
    win_rate_without_break_evens: wins + losses === 0 ? 0 : wins / (wins + losses),
    avg_win: mean(won, wins),
    avg_loss: mean(lost, losses),
    ...ratios,
    expectancy: mean(total, count),
    largest_win: cents(best),
    largest_loss: cents(worst),
    max_consecutive_wins: longestWin,
    max_consecutive_losses: longestLoss,
    total_pnl: cents(total),
    gross_profit: cents(won),
    gross_loss: cents(lost),
    reliable: count >= 30,
    convention: CONVENTION,
    problems: problems.list(),
  };
}

type Ratios = Pick<
  TradeMetrics,
  'payoff_ratio' | 'profit_factor' | 'expectancy_ratio' | 'kelly_fraction' | 'break_even_win_rate'
>;

function edgeOf(count: number, wins: number, losses: number, won: Fixed, lost: Fixed): Ratios {
  if (count === 0)
    return { payoff_ratio: 0, profit_factor: 0, expectancy_ratio: 0, kelly_fraction: 0, break_even_win_rate: 0 };
  if (losses === 0)
    return {
      payoff_ratio: null,
      profit_factor: null,
      expectancy_ratio: null,
      kelly_fraction: wins === 0 ? null : wins / count,
      break_even_win_rate: null,
    };
  const factor = decimalOf(won).div(decimalOf(-lost));
  const payoff = wins === 0 ? factor : factor.times(losses).div(wins);
  return {
    payoff_ratio: payoff.toNumber(),
    profit_factor: factor.toNumber(),
    expectancy_ratio: payoff.plus(1).times(wins).div(count).minus(1).toNumber(),
    kelly_fraction: payoff.isZero() ? null : payoff.times(wins).minus(losses).div(payoff.times(count)).toNumber(),
    break_even_win_rate: payoff.plus(1).pow(-1).toNumber(),
  };
}

function mean(sum: Fixed, count: number): number {
  return count === 0 ? 0 : eighths(divideRounded(sum, BigInt(count)));
}
