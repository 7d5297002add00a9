import type { Places } from '../ledger/index.ts';
import type { Decimal, Unit } from '../money/index.ts';
import {
  type Amount,
  averageOf,
  type Count,
  countDollars,
  decimalOf,
  isBelowZero,
  negate,
  NONE,
  type Num,
  parseCompact,
  type Problem,
  Problems,
  RESULTS,
  roundToEightPlaces,
  Sum,
} from '../money/index.ts';
import { countAmounts, readAmounts } from './amounts.ts';

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
  'Net P&L in the currency of the answer. Win rate = wins / all trades; expectancy = mean P&L of all trades, break-evens included; ' +
  'profit factor = sum of wins / |sum of losses|; payoff = average win / |average loss|; ' +
  'Kelly = wins/n - (losses/n) / payoff. A break-even ends a streak of either kind.';

/** What a list of results, in the order they happened, says about the edge behind it. */
export function tradeMetrics(
  pnls: readonly Num[],
  options?: { break_even?: Num; places?: Places } | null,
): TradeMetrics {
  const problems = new Problems();
  const band = parseCompact('amount', options?.break_even ?? 0);
  if (band === null) problems.add('invalid_break_even', 'The break-even band is not a number; zero is used.');
  const { unit, counts } = countAmounts(readAmounts(pnls, problems), band ?? NONE);
  const tally = new Tally(unit, unit.count(band ?? NONE), options?.places ?? 'cents');
  for (const count of counts) tally.add(count);
  return tally.metrics(problems);
}

/** Results added one by one, in the order they happened. */
export class Tally {
  readonly #unit: Unit<'amount'>;
  readonly #places: Places;
  readonly #winAbove: Count<'amount'>;
  readonly #lossBelow: Count<'amount'>;
  #count = 0;
  #wins = 0;
  #losses = 0;
  readonly #won: Sum<'amount'>;
  readonly #lost: Sum<'amount'>;
  readonly #even: Sum<'amount'>;
  /** Of no trade that counts. */
  readonly #costs: Sum<'amount'>;
  #best: Count<'amount'> = NONE;
  #worst: Count<'amount'> = NONE;
  /** Wins in a row; losses below zero. */
  #streak = 0;
  #longestWin = 0;
  #longestLoss = 0;

  /** A result within the band, on either side of zero, is neither won nor lost. */
  constructor(unit: Unit<'amount'>, band: Count<'amount'> = NONE, places: Places = 'cents') {
    this.#places = places;
    const negative = unit.minus(NONE, band);
    this.#unit = unit;
    this.#winAbove = isBelowZero(band) ? negative : band;
    this.#lossBelow = isBelowZero(band) ? band : negative;
    this.#won = new Sum(unit);
    this.#lost = new Sum(unit);
    this.#even = new Sum(unit);
    this.#costs = new Sum(unit);
  }

  /** Money of the total that belongs to no trade that counts. */
  addCost(amount: Count<'amount'>): void {
    this.#costs.add(amount);
  }

  add(amount: Count<'amount'>): void {
    const unit = this.#unit;
    this.#count += 1;
    if (unit.compare(amount, this.#winAbove) > 0) {
      this.#wins += 1;
      this.#won.add(amount);
      if (unit.compare(amount, this.#best) > 0) this.#best = amount;
      this.#streak = this.#streak > 0 ? this.#streak + 1 : 1;
      if (this.#streak > this.#longestWin) this.#longestWin = this.#streak;
    } else if (unit.compare(amount, this.#lossBelow) < 0) {
      this.#losses += 1;
      this.#lost.add(amount);
      if (unit.compare(amount, this.#worst) < 0) this.#worst = amount;
      this.#streak = this.#streak < 0 ? this.#streak - 1 : -1;
      if (-this.#streak > this.#longestLoss) this.#longestLoss = -this.#streak;
    } else {
      this.#even.add(amount);
      this.#streak = 0;
    }
  }

  metrics(problems = new Problems()): TradeMetrics {
    const [count, wins, losses] = [this.#count, this.#wins, this.#losses];
    const ratios = this.#ratios();
    return {
      ...this.#summary(ratios),
      break_evens: count - wins - losses,
      win_rate_without_break_evens: wins + losses === 0 ? 0 : wins / (wins + losses),
      ...edgeOf(count, wins, losses, ratios),
      largest_win: this.#leave(this.#best),
      largest_loss: this.#leave(this.#worst),
      max_consecutive_wins: this.#longestWin,
      max_consecutive_losses: this.#longestLoss,
      gross_profit: this.#leave(this.#won.total),
      gross_loss: this.#leave(this.#lost.total),
      reliable: count >= 30,
      convention: CONVENTION,
      problems: problems.list(),
    };
  }

  /** The few of them that a slice shows: a breakdown may have a slice for every instrument there is. */
  summary(): Summary {
    return this.#summary(this.#ratios());
  }

  #summary(ratios: Ratios | null): Summary {
    const unit = this.#unit;
    const [count, wins, losses] = [this.#count, this.#wins, this.#losses];
    const [won, lost] = [this.#won.total, this.#lost.total];
    const traded = unit.plus(unit.plus(won, lost), this.#even.total);
    return {
      trade_count: count,
      wins,
      losses,
      win_rate: count === 0 ? 0 : wins / count,
      avg_win: mean(unit.exact(won), wins),
      avg_loss: mean(unit.exact(lost), losses),
      payoff_ratio: count === 0 ? 0 : (ratios?.payoff.toNumber() ?? null),
      profit_factor: count === 0 ? 0 : (ratios?.factor.toNumber() ?? null),
      expectancy: mean(unit.exact(traded), count),
      total_pnl: this.#leave(unit.plus(traded, this.#costs.total)),
    };
  }

  #leave(amount: Count<'amount'>): number {
    return this.#places === 'cents' ? this.#unit.roundToCents(amount) : this.#unit.roundToEightPlaces(amount);
  }

  /** Null without a loss to compare with. */
  #ratios(): Ratios | null {
    const [wins, losses] = [this.#wins, this.#losses];
    if (losses === 0) return null;
    const factor = decimalOf(this.#won.exact).div(decimalOf(negate(this.#lost.exact)));
    return { factor, payoff: wins === 0 ? factor : factor.times(losses).div(wins) };
  }
}

interface Ratios {
  /** Sum of wins ÷ |sum of losses|. */
  readonly factor: Decimal;
  /** Average win ÷ |average loss|. */
  readonly payoff: Decimal;
}

type Summary = Pick<
  TradeMetrics,
  | 'trade_count'
  | 'wins'
  | 'losses'
  | 'win_rate'
  | 'avg_win'
  | 'avg_loss'
  | 'payoff_ratio'
  | 'profit_factor'
  | 'expectancy'
  | 'total_pnl'
>;

type Edge = Pick<TradeMetrics, 'expectancy_ratio' | 'kelly_fraction' | 'break_even_win_rate'>;

function edgeOf(count: number, wins: number, losses: number, ratios: Ratios | null): Edge {
  if (count === 0) return { expectancy_ratio: 0, kelly_fraction: 0, break_even_win_rate: 0 };
  if (ratios === null)
    return { expectancy_ratio: null, kelly_fraction: wins === 0 ? null : wins / count, break_even_win_rate: null };
  const { payoff } = ratios;
  return {
    expectancy_ratio: payoff.plus(1).times(wins).div(count).minus(1).toNumber(),
    kelly_fraction: payoff.isZero() ? null : payoff.times(wins).minus(losses).div(payoff.times(count)).toNumber(),
    break_even_win_rate: payoff.plus(1).pow(-1).toNumber(),
  };
}

function mean(sum: Amount, count: number): number {
  return count === 0 ? 0 : roundToEightPlaces(averageOf(sum, count));
}

/** The longest runs of wins and of losses among results in the order they happened; an even one ends either. */
export function longestRuns(
  results: readonly Count<'amount'>[],
  band: number,
): { readonly wins: number; readonly losses: number } {
  const tally = new Tally(RESULTS, countDollars(band));
  for (const result of results) tally.add(result);
  const { max_consecutive_wins: wins, max_consecutive_losses: losses } = tally.metrics();
  return { wins, losses };
}
