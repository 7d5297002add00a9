// One run of the realistic mode.
import type { Series } from '../../candles/series.ts';
import type { Mode } from '../../request/mode.ts';
import type { Strategy } from '../../request/schema.ts';
import type { AuxiliarySeries } from '../compatible/filter.ts';
import type { Flags } from '../flags.ts';
import { dailyReturns, figures, NO_FIGURES, type Figures } from '../statistics.ts';
import type { SwapRecord } from '../swap.ts';
import { realisticFlags } from './signals.ts';
import { costsFor, tradeFlags, type Trade } from './trade.ts';

export interface RealisticInput {
  readonly series: Series;
  readonly strategy: Strategy;
  readonly mode: Mode;
  readonly symbol: string | undefined;
  readonly aux: AuxiliarySeries;
  readonly swaps: readonly SwapRecord[];
}

export interface RealisticResult {
  readonly figures: Figures;
  readonly trades: readonly Trade[];
  readonly daily: Float64Array;
}

export function runRealistic(
  input: RealisticInput,
  flags = realisticFlags(input.series, input.strategy),
  tradeFrom = 0,
): RealisticResult {
  const { series, mode, symbol } = input;
  if (series.length <= tradeFrom) return { figures: NO_FIGURES, trades: [], daily: new Float64Array(0) };
  const trades = tradeFlags({ ...input, flags, costs: costsFor(mode, symbol), tradeFrom });
  return summarise(trades, series.t[tradeFrom] as number, series.t[series.length - 1] as number, mode.initial_equity);
}

/** Trades -> figures over the days from the first to the last time. */
export function summarise(
  trades: readonly Trade[],
  firstTime: number,
  lastTime: number,
  equity: number,
): RealisticResult {
  const closed = {
    count: trades.length,
    exitTime: trades.map((trade) => trade.exit_time),
    pnl: trades.map((trade) => trade.pnl),
  };
  const daily = dailyReturns(closed, firstTime, lastTime, equity);
  return { figures: figures(closed, daily, equity), trades, daily };
}

/** Runs that differ only in stops and targets share their signals. */
export function flagsCache(): (series: Series, strategy: Strategy) => Flags {
  let known: { readonly key: string; readonly series: Series; readonly flags: Flags } | undefined;
  return (series, strategy) => {
    const {
      name: _name,
      sl: _sl,
      tp: _tp,
      atr_barrier_sl: _asl,
      atr_barrier_tp: _atp,
      volume: _volume,
      ...signal
    } = strategy;
    const key = JSON.stringify(signal);
    if (known?.key !== key || known.series !== series) known = { key, series, flags: realisticFlags(series, strategy) };
    return known.flags;
  };
}
