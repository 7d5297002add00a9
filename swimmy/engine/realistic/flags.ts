// Flags of the built-in types in the realistic mode: true EMA, Wilder RSI and ATR, the deciding bar included. The volume indicators
// (vwap, volsma, vpoc, vwapvr) have no other textbook form and keep the compatible rules.
import type { Series } from '../../candles/series.ts';
import type { Indicator, Strategy } from '../../request/schema.ts';
import { expressionFlags, usesExpressions } from '../compatible/expressions.ts';
import { meanCrossFlags } from '../compatible/means.ts';
import { RULES, parametersOf, type SignalParameters } from '../compatible/signals.ts';
import type { Flags } from '../flags.ts';
import { bandFlags, crossFlags, oscillatorFlags, signsOf } from '../rules.ts';
import { atr, deviation, ema, macd, rsi, slowStochastic, sma } from './indicators.ts';

type Rule = (series: Series, parameters: SignalParameters) => Flags;

const compatible = (name: Indicator): Rule => {
  const rule = RULES[name];
  return (series, parameters) => rule.flags(series, parameters, rule.minBars(parameters));
};

const TRUE_RULES: Readonly<Record<Indicator, Rule>> = {
  sma: ({ c }, { short, long }) => meanCrossFlags(c, short, long, 1, 1),
  ema: ({ c }, { short, long }) => crossFlags(signsOf(ema(c, short), ema(c, long)), 1),
  rsi: ({ c }, { short }) => oscillatorFlags(rsi(c, short), 1, 30, 70),
  macd: ({ c }) => {
    const { line, signal } = macd(c);
    return crossFlags(signsOf(line, signal), 1);
  },
  bb: ({ c }, { short, bandMult }) => bandFlags(c, sma(c, short), scaled(deviation(c, short), bandMult), 1),
  keltner: ({ h, l, c }, { short, bandMult, atrPeriod }) =>
    bandFlags(c, ema(c, short), scaled(atr(h, l, c, atrPeriod), bandMult), 1),
  stoch: ({ h, l, c }, { short }) => oscillatorFlags(slowStochastic(h, l, c, short), 1, 20, 80),
  vwap: compatible('vwap'),
  volsma: compatible('volsma'),
  vpoc: compatible('vpoc'),
  vwapvr: compatible('vwapvr'),
};

function scaled(values: Float64Array, factor: number): Float64Array {
  return values.map((value) => value * factor);
}

export function realisticFlags(series: Series, strategy: Strategy): Flags {
  if (usesExpressions(strategy)) return expressionFlags(series, strategy, 1);
  return TRUE_RULES[strategy.indicator_type ?? 'sma'](series, parametersOf(strategy));
}
