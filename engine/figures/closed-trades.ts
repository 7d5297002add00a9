// The figures of a run from its closed trades (contract section 8): daily returns over every calendar day of the data.

const DAY = 86_400;
/** Trading days of a year, the convention of every annualised figure here. */
export const TRADING_DAYS = 252;
const YEAR = Math.sqrt(TRADING_DAYS);

export interface Trades {
  readonly count: number;
  /** Exit time of each trade, Unix seconds, ascending. */
  readonly exitTime: ArrayLike<number>;
  readonly pnl: ArrayLike<number>;
}

export interface Figures {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  readonly pnl: number;
  readonly sharpe: number;
  /** Infinity when no day lost. */
  readonly sortino: number;
  readonly max_drawdown: number;
  /** 0..100 */
  readonly win_rate: number;
  readonly profit_factor: number;
  readonly adjusted_sharpe: number;
}

/** With the bound that a resampling gives. */
export interface BoundedFigures extends Figures {
  readonly sharpe_ci_lower: number;
}

export const NO_FIGURES: Figures = {
  trades: 0,
  wins: 0,
  losses: 0,
  pnl: 0,
  sharpe: 0,
  sortino: 0,
  max_drawdown: 0,
  win_rate: 0,
  profit_factor: 0,
  adjusted_sharpe: 0,
};

export function figures(trades: Trades, daily: Float64Array, startEquity: number): Figures {
  let wins = 0;
  let total = 0;
  let won = 0;
  let lost = 0;
  let equity = startEquity;
  let peak = startEquity;
  let drawdown = 0;
  for (let i = 0; i < trades.count; i++) {
    const pnl = trades.pnl[i];
    total += pnl;
    if (pnl > 0) {
      wins++;
      won += pnl;
    } else lost -= pnl;
    equity += pnl;
    if (equity > peak) peak = equity;
    const fall = (peak - equity) / peak;
    if (fall > drawdown) drawdown = fall;
  }
  const sharpe = sharpeOf(daily);
  return {
    trades: trades.count,
    wins,
    losses: trades.count - wins,
    pnl: total,
    sharpe,
    sortino: sortinoOf(daily),
    max_drawdown: drawdown,
    win_rate: trades.count === 0 ? 0 : (100 * wins) / trades.count,
    profit_factor: lost > 0 ? won / lost : 0,
    adjusted_sharpe: adjustedSharpe(sharpe, trades.count),
  };
}

/** Return of every day from the first bar's to the last bar's, days without a trade included as zero. */
export function dailyReturns(trades: Trades, firstTime: number, lastTime: number, startEquity: number): Float64Array {
  const firstDay = Math.floor(firstTime / DAY);
  const days = Math.floor(lastTime / DAY) - firstDay + 1;
  const pnl = new Float64Array(days);
  for (let i = 0; i < trades.count; i++) {
    const day = Math.floor(trades.exitTime[i] / DAY) - firstDay;
    pnl[day] = pnl[day] + trades.pnl[i];
  }
  let equity = startEquity;
  for (let day = 0; day < days; day++) {
    const made = pnl[day];
    pnl[day] = equity > 0 ? made / equity : 0;
    equity += made;
  }
  return pnl;
}

function sharpeOf(daily: Float64Array): number {
  if (daily.length === 0) return 0;
  const mean = meanOf(daily);
  let squares = 0;
  for (let i = 0; i < daily.length; i++) squares += (daily[i] - mean) ** 2;
  const deviation = Math.sqrt(squares / daily.length);
  return deviation === 0 ? 0 : (mean / deviation) * YEAR;
}

function sortinoOf(daily: Float64Array): number {
  let squares = 0;
  let losing = 0;
  for (let i = 0; i < daily.length; i++) {
    const value = daily[i];
    if (value >= 0) continue;
    squares += value * value;
    losing++;
  }
  return losing === 0 ? Infinity : (meanOf(daily) / Math.sqrt(squares / losing)) * YEAR;
}

function meanOf(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum / values.length;
}

/** A Sharpe too good to be true, or from few trades, is worth less. */
export function adjustedSharpe(sharpe: number, trades: number): number {
  const tooGood = sharpe > 5 ? 0.5 : sharpe > 3 ? 0.2 : 0;
  const tooFew = trades < 50 ? 0.3 * (1 - trades / 50) : 0;
  return Math.max(0, sharpe * (1 - tooGood - tooFew));
}
