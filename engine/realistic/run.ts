// One run of the realistic mode: signals, executed and valued bar by bar.
import type { Series } from '../candles/series.ts';
import type { Mode } from '../request/mode.ts';
import type { Strategy } from '../request/schema.ts';
import type { AuxiliarySeries } from '../compatible/filter.ts';
import type { SwapRecord } from '../costs/swap.ts';
import { execute, type Account } from './execute.ts';
import { measure, type Days, type RealisticFigures } from './measure.ts';
import { realisticSignals, type Signals } from './signals.ts';
import { costsFor, type Trade } from './trade.ts';

export interface RealisticInput {
  readonly series: Series;
  readonly strategy: Strategy;
  readonly mode: Mode;
  readonly symbol: string | undefined;
  readonly aux: AuxiliarySeries;
  readonly swaps: readonly SwapRecord[];
}

export interface RealisticResult {
  readonly figures: RealisticFigures;
  readonly trades: readonly Trade[];
  /** Times of the bars that were traded, and equity at each close. */
  readonly time: Float64Array;
  readonly equity: Float64Array;
  readonly days: Days;
  readonly account: Account;
}

export interface RunOptions {
  /** What the strategy says; computed from it when absent. */
  readonly signals?: Signals;
  /** Decisions before this bar are ignored, and figures begin with it. */
  readonly from?: number;
  readonly startEquity?: number;
  readonly atEnd?: 'end' | 'window_end';
  /** A reusable buffer for the equity of every bar, for runs of which only the figures are needed. */
  readonly room?: Float64Array;
}

export function runRealistic(input: RealisticInput, options: RunOptions = {}): RealisticResult {
  const { series, strategy, mode, symbol, swaps } = input;
  const {
    signals = realisticSignals(input),
    from = 0,
    startEquity = mode.initial_equity,
    atEnd = 'end',
    room = new Float64Array(series.length),
  } = options;
  const { trades, ...account } = execute(
    { series, signals, mode, costs: costsFor(mode, symbol), volume: strategy.volume, swaps, startEquity, from, atEnd },
    room,
  );
  const time = series.t.subarray(from, series.length);
  const equity = room.subarray(from, series.length);
  const { figures, days } = measure({ time, equity, startEquity }, trades, account, mode.periods_per_year);
  return { figures, trades, time, equity, days, account };
}
