// One run by the downstream's rules: decided and filled at the close, a constant cost a side, one position.
import { seriesOf, type Candle, type Series } from '../candles/series.ts';
import type { Strategy } from '../request/schema.ts';
import { COMPATIBLE_SHARPE, sharpeLowerBound } from '../figures/bootstrap.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from '../indicators/flags.ts';
import { dailyReturns, figures, NO_FIGURES, type Figures } from '../figures/closed-trades.ts';
import { expressionFlags, usesExpressions } from './expressions.ts';
import { nightsHeld, swapRate, type SwapRecord } from '../costs/swap.ts';
import { entryFilter, type AuxiliarySeries } from './filter.ts';
import { averageTrueRange } from '../indicators/means.ts';
import { compatibleRule, parametersOf } from './signals.ts';

/** What the downstream engine takes off on each side, in price units, whatever the symbol. */
const COST = 0.005;
const START_EQUITY = 10_000;

export interface CompatibleInput {
  readonly series: Series;
  readonly strategy: Strategy;
  readonly aux: AuxiliarySeries;
  readonly swaps: readonly SwapRecord[];
  /** Keep runs of days together in the confidence bound. */
  readonly movingBlocks?: boolean;
}

interface ClosedTrades {
  count: number;
  readonly exitTime: number[];
  readonly pnl: number[];
}

export interface CompatibleResult {
  readonly figures: Figures;
  readonly sharpeLower: number;
  readonly trades: ClosedTrades;
  /** Returns of every calendar day. */
  readonly daily: Float64Array;
}

export function runCompatible(input: CompatibleInput): CompatibleResult {
  const { series, strategy } = input;
  const parameters = parametersOf(strategy);
  const rule = compatibleRule(strategy.indicator_type ?? 'sma');
  const from = rule.minBars(parameters);
  const trades: ClosedTrades = { count: 0, exitTime: [], pnl: [] };
  if (series.length < from || series.length === 0)
    return { figures: NO_FIGURES, sharpeLower: -Infinity, trades, daily: new Float64Array(0) };
  const flags = usesExpressions(strategy)
    ? expressionFlags(series, strategy, from)
    : rule.flags(series, parameters, from);
  trade(input, flags, from, trades);
  const daily = dailyReturns(trades, series.t[0], series.t[series.length - 1], START_EQUITY);
  return {
    figures: figures(trades, daily, START_EQUITY),
    sharpeLower: sharpeLowerBound(daily, COMPATIBLE_SHARPE, input.movingBlocks),
    trades,
    daily,
  };
}

function trade(
  { series, strategy, aux, swaps }: CompatibleInput,
  flags: Uint8Array,
  from: number,
  out: ClosedTrades,
): void {
  const { t, c } = series;
  const passes = entryFilter(strategy, aux);
  const slMultiple = strategy.atr_barrier_sl ?? 0;
  const tpMultiple = strategy.atr_barrier_tp ?? 0;
  const atrPeriod = strategy.atr_period ?? 14;
  const { sl, tp } = strategy;
  let i = nextEntry(flags, from);
  while (i < series.length) {
    const entryTime = t[i];
    if (!passes(entryTime)) {
      i = nextEntry(flags, i + 1);
      continue;
    }
    const side = (flags[i] & BUY) !== 0 ? 1 : -1;
    const entry = c[i] + side * COST;
    const atr = slMultiple > 0 ? averageTrueRange(series, atrPeriod, i) : 0;
    const stop = entry - side * (atr > 0 ? slMultiple * atr : (sl ?? 0));
    const target = entry + side * (atr > 0 ? tpMultiple * atr : (tp ?? 0));
    i =
      side > 0
        ? nextExit(c, flags, i + 1, stop, target, EXIT_LONG)
        : nextExit(c, flags, i + 1, target, stop, EXIT_SHORT);
    if (i === series.length) return; // still open at the end: dropped
    const time = t[i];
    out.pnl.push(side * (c[i] - side * COST - entry) + nightsHeld(entryTime, time) * swapRate(swaps, side, time));
    out.exitTime.push(time);
    out.count++;
    // The bar that closed one position may open the next.
    i = nextEntry(flags, i);
  }
}

/** The first bar from `i` on that asks for a position. */
function nextEntry(flags: Uint8Array, i: number): number {
  while (i < flags.length && (flags[i] & (BUY | SELL)) === 0) i++;
  return i;
}

/** The first bar from `i` on whose close is at or beyond a barrier, or that asks to leave. */
function nextExit(
  close: Float64Array,
  flags: Uint8Array,
  i: number,
  below: number,
  above: number,
  leave: number,
): number {
  while (i < close.length && close[i] > below && close[i] < above && (flags[i] & leave) === 0) i++;
  return i;
}

export function auxiliary(candles: Readonly<Record<string, readonly Candle[]>> | undefined): AuxiliarySeries {
  return new Map(Object.entries(candles ?? {}).map(([name, rows]) => [name, seriesOf(rows)]));
}
