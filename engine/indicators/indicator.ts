// What an indicator is. One file each; the schema, the expressions and the docs take their lists from the registry.
import type { Series } from '../candles/series.ts';
import type { Flags } from './flags.ts';

/** The plain parameters of a strategy, as the rules of `indicator_type` read them. */
export interface SignalParameters {
  readonly short: number;
  readonly long: number;
  readonly bandMult: number;
  readonly atrPeriod: number;
}

/** A number an expression passes: a whole number of bars, or any number. */
export interface NumberArgument {
  readonly whole: boolean;
  readonly least: number;
  readonly default?: number;
}
export const period = (fallback?: number, least = 1): NumberArgument =>
  fallback === undefined ? { whole: true, least } : { whole: true, least, default: fallback };
export const factor = (fallback: number): NumberArgument => ({ whole: false, least: 0, default: fallback });

type Column = Float64Array;
export type SourceName = 'open' | 'high' | 'low' | 'close' | 'volume';
export const SOURCE_COLUMN: Readonly<Record<SourceName, 'o' | 'h' | 'l' | 'c' | 'v'>> = {
  open: 'o',
  high: 'h',
  low: 'l',
  close: 'c',
  volume: 'v',
};

interface Realistic<N extends string, O extends string> {
  /** Shown in the docs. */
  readonly about: string;
  /** The series it is taken of when an expression names none; absent = it reads the bars themselves. */
  readonly source?: SourceName;
  /** In the order they are written. */
  readonly numbers: Readonly<Record<N, NumberArgument>>;
  /** Its columns; the first is meant when an expression names none. */
  readonly outputs: readonly [O, ...O[]];
  /** Textbook values, the current bar included; NaN while too few bars are there. */
  columns(bars: Series, source: Column, numbers: Readonly<Record<N, number>>): Readonly<Record<O, Column>>;
  /** The signals of this `indicator_type`; absent = a function of expressions only. */
  readonly signals?: (bars: Series, parameters: SignalParameters) => Flags;
}

/** What the downstream engine does under this name (contract section 8). */
export interface Compatible {
  /** The first bar that may be traded; fewer bars give an all-zero result. */
  readonly minBars: (parameters: SignalParameters) => number;
  readonly flags: (bars: Series, parameters: SignalParameters, from: number) => Flags;
}

interface Definition<N extends string, O extends string> {
  readonly name: string;
  readonly realistic: Realistic<N, O>;
  readonly compatible?: Compatible;
}
export type Indicator = Definition<string, string>;

/** Keeps the names of numbers and outputs in step inside a definition; outside it they are plain strings. */
export function indicator<N extends string, O extends string>(definition: Definition<N, O>): Indicator {
  return definition;
}

/** The downstream's rules in the realistic mode, for indicators that have no other textbook signals. */
export function asDownstream({ minBars, flags }: Compatible): (bars: Series, parameters: SignalParameters) => Flags {
  return (bars, parameters) => flags(bars, parameters, minBars(parameters));
}
