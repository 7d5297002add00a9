// One run by the downstream's rules: decided and filled at the close, a constant cost a side, one position.
import { seriesOf, type Candle, type Series } from '../../candles/series.ts';
import type { Strategy } from '../../request/schema.ts';
import { sharpeLowerBound } from '../bootstrap.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from '../flags.ts';
import { dailyReturns, figures, NO_FIGURES, type Figures } from '../statistics.ts';
import { expressionFlags, usesExpressions } from './expressions.ts';
import { nightsHeld, swapRate, type SwapRecord } from '../swap.ts';
import { entryFilter, type AuxiliarySeries } from './filter.ts';
import { averageTrueRange, parametersOf, RULES } from './signals.ts';

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
}

export function runCompatible(input: CompatibleInput): CompatibleResult {
  const { series, strategy } = input;
  const parameters = parametersOf(strategy);
  const rule = RULES[strategy.indicator_type ?? 'sma'];
  const from = rule.minBars(parameters);
  const trades: ClosedTrades = { count: 0, exitTime: [], pnl: [] };
  if (series.length < from || series.length === 0) return { figures: NO_FIGURES, sharpeLower: -Infinity, trades };
  const flags = usesExpressions(strategy)
    ? expressionFlags(series, strategy, from)
    : rule.flags(series, parameters, from);
  trade(input, flags, from, trades);
  const daily = dailyReturns(trades, series.t[0] as number, series.t[series.length - 1] as number, START_EQUITY);
  return {
    figures: figures(trades, daily, START_EQUITY),
    sharpeLower: sharpeLowerBound(daily, input.movingBlocks),
    trades,
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
  let side = 0; // +1 long, -1 short, 0 flat
  let entry = 0;
  let entryTime = 0;
  let stop = 0;
  let target = 0;
  for (let i = from; i < series.length; i++) {
    const flag = flags[i] as number;
    if (side === 0 && flag === 0) continue;
    const close = c[i] as number;
    if (side !== 0) {
      const done =
        side > 0
          ? close <= stop || close >= target || (flag & EXIT_LONG) !== 0
          : close >= stop || close <= target || (flag & EXIT_SHORT) !== 0;
      if (done) {
        const exit = close - side * COST;
        const time = t[i] as number;
        out.pnl.push(side * (exit - entry) + nightsHeld(entryTime, time) * swapRate(swaps, side, time));
        out.exitTime.push(time);
        out.count++;
        side = 0;
      }
    }
    if (side !== 0 || (flag & (BUY | SELL)) === 0 || !passes(t[i] as number)) continue;
    side = (flag & BUY) !== 0 ? 1 : -1;
    entry = close + side * COST;
    entryTime = t[i] as number;
    const atr = slMultiple > 0 ? averageTrueRange(series, atrPeriod, i) : 0;
    stop = entry - side * (atr > 0 ? slMultiple * atr : strategy.sl);
    target = entry + side * (atr > 0 ? tpMultiple * atr : strategy.tp);
  }
}

export function auxiliary(candles: Readonly<Record<string, readonly Candle[]>> | undefined): AuxiliarySeries {
  return new Map(Object.entries(candles ?? {}).map(([name, rows]) => [name, seriesOf(rows)]));
}
