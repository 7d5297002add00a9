// What the tear sheet shows beyond the figures of a result, computed from the run itself and thinned to what a page holds.
import type { Series } from '../candles/series.ts';
import { thinCurve } from '../figures/equity-curve.ts';
import type { RealisticResult } from '../realistic/run.ts';
import type { Trade } from '../realistic/trade.ts';
import { tailRatio } from '../statistics/returns.ts';

type Point = readonly [number, number];

export interface Month {
  readonly year: number;
  /** January first; null where there was no day with bars. */
  readonly returns: readonly (number | null)[];
  readonly total: number;
}

/** What the tear sheet of a portfolio adds: its symbols and the share of the account of each. */
export interface PortfolioSheet {
  readonly symbols: readonly {
    readonly symbol: string;
    readonly bars: number;
    readonly trades: number;
    readonly pnl: number;
  }[];
  /** All positions without signs, as a multiple of the account. */
  readonly exposure: readonly Point[];
  /** The same with signs: what is sold short is taken off. */
  readonly net: readonly Point[];
  /** What each was of the account, as means over stretches of time that begin at `from`; those that were most come first. */
  readonly weights: {
    readonly from: readonly number[];
    readonly symbols: readonly { readonly symbol: string; readonly shares: readonly number[] }[];
  };
  /** Prices of the symbols that were traded most, with their last trades. */
  readonly prices: readonly {
    readonly symbol: string;
    readonly price: readonly Point[];
    readonly marked: readonly Trade[];
  }[];
}

export interface TearSheet {
  readonly portfolio?: PortfolioSheet;
  readonly equity: readonly Point[];
  /** What buying at the first close and holding would have been worth, from the same start. */
  readonly held: readonly Point[];
  /** 0 at a peak, negative below it. */
  readonly underwater: readonly Point[];
  readonly rolling: { readonly days: number; readonly sharpe: readonly Point[] } | undefined;
  readonly daily: readonly number[];
  readonly months: readonly Month[];
  readonly price: readonly Point[];
  /** Those that the price covers; all of them stand in `trades`. */
  readonly marked: readonly Trade[];
  readonly trades: readonly Trade[];
  /** Mean profit of a trade; null without trades, like the two that follow. */
  readonly expectancy: number | null;
  readonly meanHold: number | null;
  /** How the best days compare with the worst: 95th percentile over 5th, without signs. */
  readonly tailRatio: number | null;
}

/** The most trade marks that can still be distinguished. */
const MOST_MARKED = 120;
const ROLLING_DAYS = 63;
const FEWEST_ROLLING = 10;
const FEWEST_FOR_TAILS = 20;

/** `held` is the price of what is held instead, at the close of each bar that was traded. */
export function tearSheet(run: RealisticResult, series: Series, held: Float64Array, startEquity: number): TearSheet {
  const { time, equity, days, trades } = run;
  return {
    equity: thinCurve(time, equity),
    held: thinCurve(time, scaleTo(held, startEquity)),
    underwater: thinCurve(time, fallsOf(equity, startEquity)),
    rolling: rollingSharpe(days.time, days.returns, run.figures.periods_per_year),
    daily: [...days.returns],
    months: monthsOf(days.time, days.equity, startEquity),
    ...markedPrice(series, time, trades),
    trades,
    expectancy: trades.length === 0 ? null : sum(trades.map(({ pnl }) => pnl)) / trades.length,
    meanHold:
      trades.length === 0 ? null : sum(trades.map((trade) => trade.exit_time - trade.entry_time)) / trades.length,
    tailRatio: tailRatioOf(days.returns),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function scaleTo(prices: Float64Array, start: number): Float64Array {
  const first = prices.find((price) => Number.isFinite(price)) ?? 1;
  return prices.map((price) => (price / first) * start);
}

function fallsOf(equity: Float64Array, startEquity: number): Float64Array {
  let peak = startEquity;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return value / peak - 1;
  });
}

/** A price with the last trades on it: over the run, or over the stretch that they cover. */
export function markedPrice(
  series: Series,
  time: Float64Array,
  trades: readonly Trade[],
): { readonly price: readonly Point[]; readonly marked: readonly Trade[] } {
  const marked = trades.slice(-MOST_MARKED);
  return { price: pricesAround(series, time, trades.length > MOST_MARKED ? marked : []), marked };
}

function pricesAround(series: Series, time: Float64Array, marked: readonly Trade[]): Point[] {
  const from = series.length - time.length;
  const start = marked[0]?.entry_time ?? time[0] ?? 0;
  let first = from;
  while (first < series.length && series.t[first] < start) first++;
  return thinCurve(series.t.subarray(first), series.c.subarray(first));
}

function rollingSharpe(time: Float64Array, returns: Float64Array, periodsPerYear: number): TearSheet['rolling'] {
  const days = Math.min(ROLLING_DAYS, Math.floor(returns.length / 4));
  if (days < FEWEST_ROLLING || !Number.isFinite(periodsPerYear)) return undefined;
  const points = Array.from({ length: returns.length - days + 1 }, (_, k): Point => {
    const part = returns.subarray(k, k + days);
    const mean = part.reduce((total, value) => total + value, 0) / days;
    const deviation = Math.sqrt(part.reduce((total, value) => total + (value - mean) ** 2, 0) / (days - 1));
    return [time[k + days - 1], deviation > 0 ? (mean / deviation) * Math.sqrt(periodsPerYear) : NaN];
  });
  return { days, sharpe: points };
}

function monthsOf(time: Float64Array, equity: Float64Array, startEquity: number): Month[] {
  const years = new Map<number, { returns: (number | null)[]; start: number; end: number }>();
  let before = startEquity;
  for (let k = 0; k < time.length; k++) {
    const date = new Date(time[k] * 1000);
    const next = k + 1 < time.length ? new Date(time[k + 1] * 1000) : undefined;
    const month = date.getUTCMonth();
    if (next !== undefined && next.getUTCMonth() === month && next.getUTCFullYear() === date.getUTCFullYear()) continue;
    const year = date.getUTCFullYear();
    const row = years.get(year) ?? { returns: Array.from({ length: 12 }, () => null), start: before, end: before };
    row.end = equity[k];
    row.returns[month] = before > 0 ? row.end / before - 1 : null;
    before = row.end;
    years.set(year, row);
  }
  return [...years].map(([year, { returns, start, end }]) => ({
    year,
    returns,
    total: start > 0 ? end / start - 1 : 0,
  }));
}

function tailRatioOf(returns: Float64Array): number | null {
  const ratio = returns.length < FEWEST_FOR_TAILS ? NaN : tailRatio([...returns]);
  return Number.isFinite(ratio) ? ratio : null;
}
