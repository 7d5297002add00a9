// The seam between what a strategy says and what becomes of it. A strategy, built-in or written as expressions, gives
// `Signals`: what each close asks for, and how far away stops and targets are. `execute.ts` turns them into trades and
// `measure.ts` values those; neither knows where signals come from.
import type { Series } from '../candles/series.ts';
import { wilderAtr } from '../indicators/atr.ts';
import { Frame } from '../language/frame.ts';
import type { Mode } from '../request/mode.ts';
import type { Strategy } from '../request/schema.ts';
import { entryFilter, type AuxiliarySeries } from '../compatible/filter.ts';
import { BUY, SELL, type Flags } from '../indicators/flags.ts';
import { realisticFlags } from './flags.ts';
import { isWritten, writtenDistances, writtenFlags } from './written.ts';

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

export interface SignalsInput {
  readonly series: Series;
  readonly strategy: Strategy;
  readonly aux: AuxiliarySeries;
  readonly mode: Pick<Mode, 'time_zone'>;
}
export type SignalsOf = (input: SignalsInput) => Signals;

export const realisticSignals: SignalsOf = (input) => {
  const frame = new Frame(input.series, input.mode.time_zone);
  return withDistances(frame, input.strategy, flagsOf(frame, input), () => rangeOf(frame, input.strategy));
};

function flagsOf(frame: Frame, { series, strategy, aux }: SignalsInput): Flags {
  const builtIn = () => realisticFlags(series, strategy);
  return applyFilter(series, strategy, aux, isWritten(strategy) ? writtenFlags(frame, strategy, builtIn) : builtIn());
}

/** Entries that the higher timeframe does not let pass are taken out. */
function applyFilter(series: Series, strategy: Strategy, aux: AuxiliarySeries, flags: Flags): Flags {
  if (!strategy.filter_enabled || aux.size === 0) return flags;
  const passes = entryFilter(strategy, aux);
  return flags.map((flag, i) => ((flag & (BUY | SELL)) === 0 || passes(series.t[i]) ? flag : flag & ~(BUY | SELL)));
}

function rangeOf(frame: Frame, { atr_period = 14 }: Strategy): Float64Array {
  return frame.numbers(`atr(${atr_period})`, () => wilderAtr(frame.series, atr_period));
}

/** What is written wins; then multiples of the range, where given, over fixed distances; 0 and absent are none. */
function withDistances(frame: Frame, strategy: Strategy, flags: Flags, range: () => Float64Array): Signals {
  const { sl, tp, atr_barrier_sl = 0, atr_barrier_tp = 0 } = strategy;
  const times = (multiple: number) => range().map((value) => value * multiple);
  const written = writtenDistances(frame, strategy);
  return {
    flags: dropUnknown(flags, [written.stop, written.target, written.trail, written.breakEven]),
    ...written,
    stop: written.stop ?? (atr_barrier_sl > 0 ? times(atr_barrier_sl) : (sl ?? 0)),
    target: written.target ?? (atr_barrier_tp > 0 ? times(atr_barrier_tp) : (tp ?? 0)),
  };
}

/** No entry while a distance that is asked for is not known yet. */
function dropUnknown(flags: Flags, distances: readonly (Distance | undefined)[]): Flags {
  const columns = distances.filter((each) => each instanceof Float64Array);
  if (columns.length === 0) return flags;
  const out = flags.slice();
  for (const column of columns)
    for (let i = 0; i < out.length; i++) if (Number.isNaN(column[i])) out[i] = out[i] & ~(BUY | SELL);
  return out;
}

/** Runs of a sweep share every column they have in common, and those that differ only in stops and targets their flags. */
export function signalsCache(): SignalsOf {
  let frame: Frame | undefined;
  let cached: { readonly key: string; readonly flags: Flags } | undefined;
  return (input) => {
    const { series, strategy, mode } = input;
    if (frame?.series !== series) {
      frame = new Frame(series, mode.time_zone);
      cached = undefined;
    }
    const bars = frame;
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
    if (cached?.key !== key) cached = { key, flags: flagsOf(bars, input) };
    return withDistances(bars, strategy, cached.flags, () => rangeOf(bars, strategy));
  };
}
