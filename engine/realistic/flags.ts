// Flags of the built-in types in the realistic mode: the textbook form of each indicator, the deciding bar included.
import type { Series } from '../candles/series.ts';
import { indicatorNamed } from '../indicators/registry.ts';
import type { Strategy } from '../request/schema.ts';
import { expressionFlags, usesExpressions } from '../compatible/expressions.ts';
import { parametersOf } from '../compatible/signals.ts';
import type { Flags } from '../indicators/flags.ts';

export function realisticFlags(series: Series, strategy: Strategy): Flags {
  if (usesExpressions(strategy)) return expressionFlags(series, strategy, 1);
  const type = strategy.indicator_type ?? 'sma';
  const signals = indicatorNamed(type)?.realistic.signals;
  if (signals === undefined)
    throw new Error(`indicator_type ${type} gives no signals of its own; use it in an expression`);
  return signals(series, parametersOf(strategy));
}
