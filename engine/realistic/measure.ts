// What an equity curve is worth. Drawdown and Ulcer look at every bar; returns are those of each UTC day that has bars
// (from daily timeframes up that is every bar), the first against the equity at the start.
import { nextAtOrAfter } from '../candles/series.ts';
import { adjustedSharpe, type Figures } from '../figures/closed-trades.ts';
import type { Account } from './execute.ts';
import type { Trade } from './trade.ts';

const DAY = 86_400;
const YEAR = 365.25 * DAY;
/** A return of weeks, compounded to a year, says nothing. Daily bars of a whole year span a day or two less than one. */
const SHORTEST_FOR_CAGR = 1 - 3 / 365.25;

/** Fractions, not percent; NaN where a figure is not defined. */
export interface RealisticFigures extends Figures {
  /** Of the whole run, against the equity at the start. */
  readonly return: number;
  /** By the time between first and last bar; not defined under a year, nor when equity ends at 0 or below. */
  readonly cagr: number;
  readonly volatility: number;
  /** Share of bars at whose close a position was held. */
  readonly exposure: number;
  /** Infinity without a drawdown; not defined where `cagr` is not. */
  readonly calmar: number;
  /** Root mean square of every bar's drawdown. */
  readonly ulcer: number;
  readonly periods_per_year: number;
  /** Time of the bar at whose close equity was 0 or below, Unix seconds; not defined for a run that lived. */
  readonly ruined_at: number;
  /** Positions closed by force, for want of margin. */
  readonly liquidations: number;
  /** The most a position was worth as a multiple of the equity that was left, at its fill and at closes. */
  readonly peak_leverage: number;
}

export type Fate = 'lived' | 'ruined';
export const fateOf = ({ ruined_at }: Pick<RealisticFigures, 'ruined_at'>): Fate =>
  Number.isFinite(ruined_at) ? 'ruined' : 'lived';

/** One entry for each UTC day that has bars. */
export interface Days {
  /** Midnight the day began with, Unix seconds. */
  readonly time: Float64Array;
  /** At its last close. */
  readonly equity: Float64Array;
  readonly returns: Float64Array;
}

export interface Curve {
  /** Times and equity of the bars to measure, of equal length. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly startEquity: number;
}

interface Falls {
  readonly worst: number;
  readonly ulcer: number;
}

export function measure(
  curve: Curve,
  trades: readonly Trade[],
  account: Account,
  statedPeriods: number | undefined,
): { readonly figures: RealisticFigures; readonly days: Days } {
  const { time, equity, startEquity } = curve;
  const bars = time.length;
  const { days, falls } = walk(curve);
  const years = bars > 1 ? (time[bars - 1] - time[0]) / YEAR : 0;
  const periods = statedPeriods ?? (years > 0 ? days.returns.length / years : NaN);
  const end = bars > 0 ? equity[bars - 1] : startEquity;
  const cagr = end > 0 && years >= SHORTEST_FOR_CAGR ? (end / startEquity) ** (1 / years) - 1 : NaN;
  const { mean, deviation, downside } = spreadOf(days.returns);
  const annual = Math.sqrt(periods);
  const sharpe = deviation > 0 ? (mean / deviation) * annual : 0;
  const counted = countsOf(trades);
  return {
    figures: {
      ...counted,
      sharpe,
      sortino: downside > 0 ? (mean / downside) * annual : mean > 0 ? Infinity : 0,
      max_drawdown: falls.worst,
      adjusted_sharpe: adjustedSharpe(sharpe, trades.length),
      return: end / startEquity - 1,
      cagr,
      volatility: deviation * annual,
      exposure: bars > 0 ? account.heldBars / bars : 0,
      calmar: falls.worst > 0 || Number.isNaN(cagr) ? cagr / falls.worst : Infinity,
      ulcer: falls.ulcer,
      periods_per_year: periods,
      ruined_at: account.ruinedAt,
      liquidations: account.liquidations,
      peak_leverage: account.peakLeverage,
    },
    days,
  };
}

/** How far below its peak equity stood at each bar, and where each day ended. */
function walk({ time, equity, startEquity }: Curve): { readonly days: Days; readonly falls: Falls } {
  const bars = time.length;
  const first = Math.floor((time[0] ?? 0) / DAY);
  const most = bars === 0 ? 0 : Math.min(bars, Math.floor(time[bars - 1] / DAY) - first + 1);
  const dayTime = new Float64Array(most);
  const dayEquity = new Float64Array(most);
  const returns = new Float64Array(most);
  const falls = newFalls(startEquity);
  let count = 0;
  let before = startEquity;
  for (let from = 0; from < bars; count++) {
    const began = Math.floor(time[from] / DAY) * DAY;
    const to = nextAtOrAfter(time, began + DAY, from);
    falls.add(equity, from, to);
    const after = equity[to - 1];
    dayTime[count] = began;
    dayEquity[count] = after;
    // Equity at or below zero has no return; what follows counts as none.
    returns[count] = before > 0 ? after / before - 1 : 0;
    before = after;
    from = to;
  }
  return {
    days: {
      time: dayTime.subarray(0, count),
      equity: dayEquity.subarray(0, count),
      returns: returns.subarray(0, count),
    },
    falls: falls.total(bars),
  };
}

/** Drawdowns, gathered below one peak at a time: as long as it stands, every fall is divided by the same number. */
function newFalls(start: number): {
  readonly add: (equity: Float64Array, from: number, to: number) => void;
  readonly total: (bars: number) => Falls;
} {
  const state = { peak: start, low: start, squares: 0, worst: 0, sum: 0 };
  const close = (): void => {
    state.worst = Math.max(state.worst, (state.peak - state.low) / state.peak);
    state.sum += state.squares / (state.peak * state.peak);
  };
  return {
    add: (equity, from, to) => {
      let { peak, low, squares } = state;
      for (let i = from; i < to; i++) {
        const value = equity[i];
        if (value >= peak) {
          if (low < peak) {
            state.peak = peak;
            state.low = low;
            state.squares = squares;
            close();
            squares = 0;
          }
          peak = value;
          low = value;
        } else {
          const fall = peak - value;
          squares += fall * fall;
          if (value < low) low = value;
        }
      }
      state.peak = peak;
      state.low = low;
      state.squares = squares;
    },
    total: (bars) => {
      close();
      return { worst: state.worst, ulcer: bars > 0 ? Math.sqrt(state.sum / bars) : 0 };
    },
  };
}

/** Mean, sample deviation, and the downside against 0 over all values. */
function spreadOf(values: Float64Array): {
  readonly mean: number;
  readonly deviation: number;
  readonly downside: number;
} {
  const count = values.length;
  if (count === 0) return { mean: 0, deviation: 0, downside: 0 };
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i];
  const mean = sum / count;
  let squares = 0;
  let below = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    squares += (value - mean) ** 2;
    if (value < 0) below += value * value;
  }
  return {
    mean,
    deviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
    downside: Math.sqrt(below / count),
  };
}

function countsOf(
  trades: readonly Trade[],
): Pick<Figures, 'trades' | 'wins' | 'losses' | 'pnl' | 'win_rate' | 'profit_factor'> {
  let wins = 0;
  let won = 0;
  let lost = 0;
  let pnl = 0;
  for (const trade of trades) {
    pnl += trade.pnl;
    if (trade.pnl > 0) {
      wins++;
      won += trade.pnl;
    } else lost -= trade.pnl;
  }
  return {
    trades: trades.length,
    wins,
    losses: trades.length - wins,
    pnl,
    win_rate: trades.length === 0 ? 0 : (100 * wins) / trades.length,
    profit_factor: lost > 0 ? won / lost : won > 0 ? Infinity : 0,
  };
}
