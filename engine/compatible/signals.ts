// The rule of an indicator type by the downstream engine's rules (contract section 8). Windows exclude the current bar, `ema`
// crosses simple means, RSI averages without smoothing: unusual, and preserved, because results must be equal.
import type { Compatible, SignalParameters } from '../indicators/indicator.ts';
import { indicatorNamed } from '../indicators/registry.ts';
import type { Strategy } from '../request/schema.ts';

export function parametersOf(strategy: Strategy): SignalParameters {
  return {
    short: strategy.sma_short ?? 0,
    long: strategy.sma_long ?? 0,
    bandMult: strategy.band_mult ?? 2,
    atrPeriod: strategy.atr_period ?? 14,
  };
}

export function compatibleRule(type: string): Compatible {
  const rule = indicatorNamed(type)?.compatible;
  if (rule === undefined) throw new Error(`indicator_type ${type} is not known to the downstream engine; give mode`);
  return rule;
}
