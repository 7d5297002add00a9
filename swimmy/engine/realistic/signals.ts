// The seam between what a strategy says and what becomes of it. A strategy, built-in or written as expressions, gives
// `Signals`: what each close asks for, and how far away stops and targets are. `execute.ts` turns them into trades and
// `measure.ts` values those; neither knows where signals come from.
import type { Series } from '../../candles/series.ts';
import { wilderAtr } from '../../indicators/atr.ts';
import type { Strategy } from '../../request/schema.ts';
import { entryFilter, type AuxiliarySeries } from '../compatible/filter.ts';
import { BUY, SELL, type Flags } from '../flags.ts';
import { realisticFlags } from './flags.ts';

/**
 * Price units between the price of the fill and a stop or target: one number, or one for each bar, read at the bar that
 * decided the entry. 0, NaN and below mean none.
 */
export type Distance = number | Float64Array;

export interface Signals {
  /** What each close asks for, known at that close. */
  readonly flags: Flags;
  readonly stop?: Distance | undefined;
  readonly target?: Distance | undefined;
  /**
   * A stop that follows the best price since the entry (inside the bar with intrabar fills, at closes otherwise). What a
   * bar shows moves it for the bars after.
   */
  readonly trail?: Distance | undefined;
  /** Gone this far in its favour, the position's stop moves to its entry price. */
  readonly breakEven?: Distance | undefined;
  /** Closes a position may live through; the last of them closes it. */
  readonly mostBars?: number | undefined;
}

export type SignalsOf = (series: Series, strategy: Strategy, aux: AuxiliarySeries) => Signals;

export const realisticSignals: SignalsOf = (series, strategy, aux) =>
  withDistances(filtered(series, strategy, aux, realisticFlags(series, strategy)), strategy, (period) =>
    wilderAtr(series, period),
  );

/** Entries that the higher timeframe does not let pass are taken out. */
function filtered(series: Series, strategy: Strategy, aux: AuxiliarySeries, flags: Flags): Flags {
  if (!strategy.filter_enabled || aux.size === 0) return flags;
  const passes = entryFilter(strategy, aux);
  return flags.map((flag, i) =>
    (flag & (BUY | SELL)) === 0 || passes(series.t[i] as number) ? flag : flag & ~(BUY | SELL),
  );
}

/** Multiples of the range, where given, win over fixed distances; 0 and absent are none. */
function withDistances(flags: Flags, strategy: Strategy, rangeOf: (period: number) => Float64Array): Signals {
  const { sl, tp, atr_barrier_sl = 0, atr_barrier_tp = 0, atr_period = 14 } = strategy;
  if (atr_barrier_sl <= 0 && atr_barrier_tp <= 0) return { flags, stop: sl ?? 0, target: tp ?? 0 };
  const range = rangeOf(atr_period);
  const times = (multiple: number) => range.map((value) => value * multiple);
  return {
    flags,
    stop: atr_barrier_sl > 0 ? times(atr_barrier_sl) : (sl ?? 0),
    target: atr_barrier_tp > 0 ? times(atr_barrier_tp) : (tp ?? 0),
  };
}

/** Runs that differ only in stops, targets and size share their flags. */
export function signalsCache(): SignalsOf {
  let known: { readonly key: string; readonly series: Series; readonly flags: Flags } | undefined;
  let range: { readonly period: number; readonly series: Series; readonly values: Float64Array } | undefined;
  return (series, strategy, aux) => {
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
    if (known?.key !== key || known.series !== series)
      known = { key, series, flags: filtered(series, strategy, aux, realisticFlags(series, strategy)) };
    return withDistances(known.flags, strategy, (period) => {
      if (range?.period !== period || range.series !== series)
        range = { period, series, values: wilderAtr(series, period) };
      return range.values;
    });
  };
}
