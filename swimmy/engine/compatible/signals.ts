// The eleven indicator types by the downstream's rules (contract section 8). Windows exclude the current bar,
// `ema` crosses plain means, RSI averages plainly: odd, and kept, because results must be equal.
import type { Series } from '../../candles/series.ts';
import type { Indicator, Strategy } from '../../request/schema.ts';
import { bandFlags, crossFlags, levelFlags, oscillatorFlags } from '../rules.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from '../flags.ts';
import { meanCrossFlags, plainRsi, straightSum } from './means.ts';

export interface SignalParameters {
  readonly short: number;
  readonly long: number;
  readonly bandMult: number;
  readonly atrPeriod: number;
}

export function parametersOf(strategy: Strategy): SignalParameters {
  return {
    short: strategy.sma_short,
    long: strategy.sma_long,
    bandMult: strategy.band_mult ?? 2,
    atrPeriod: strategy.atr_period ?? 14,
  };
}

interface Rule {
  /** The first bar that may be traded; fewer bars give an all-zero result. */
  readonly minBars: (parameters: SignalParameters) => number;
  readonly flags: (series: Series, parameters: SignalParameters, from: number) => Flags;
}

const cross: Rule = {
  minBars: ({ short, long }) => Math.max(short, long) + 2,
  flags: ({ c }, { short, long }, from) => meanCrossFlags(c, short, long, from, 0),
};

const rsi: Rule = {
  minBars: ({ short }) => short + 5,
  flags: ({ c }, { short }, from) => {
    const value = new Float64Array(c.length);
    for (let i = from - 1; i < c.length; i++) value[i] = plainRsi(c, Math.max(short, 7), i);
    return oscillatorFlags(value, from, 30, 70);
  },
};

/** One step of an exponential mean. */
function blend(mean: number, value: number, period: number): number {
  const weight = 2 / (period + 1);
  return value * weight + mean * (1 - weight);
}

const macd: Rule = {
  minBars: () => 40,
  flags: ({ c }, _parameters, from) => {
    const signs = new Int8Array(c.length);
    let fast = c[0] ?? 0;
    let slow = fast;
    let signal = 0;
    for (let i = 1; i < c.length; i++) {
      const close = c[i] as number;
      fast = blend(fast, close, 12);
      slow = blend(slow, close, 26);
      const line = fast - slow;
      signal = blend(signal, line, 9);
      signs[i] = Math.sign(line - signal);
    }
    return crossFlags(signs, from);
  },
};

const bb: Rule = {
  minBars: ({ short }) => short + 2,
  flags: ({ c }, { short, bandMult }, from) => {
    const period = Math.max(short, 20);
    const middle = new Float64Array(c.length).fill(NaN);
    const width = new Float64Array(c.length).fill(NaN);
    for (let i = Math.max(from - 1, period); i < c.length; i++) {
      const mean = straightSum(c, i - period, i) / period;
      let squares = 0;
      for (let k = i - period; k < i; k++) squares += ((c[k] as number) - mean) ** 2;
      middle[i] = mean;
      width[i] = bandMult * Math.sqrt(squares / period);
    }
    return bandFlags(c, middle, width, from);
  },
};

const keltner: Rule = {
  minBars: ({ short, atrPeriod }) => Math.max(short, 2, atrPeriod) + 2,
  flags: (series, { short, bandMult, atrPeriod }, from) => {
    const { c } = series;
    const period = Math.max(short, 2);
    const middle = new Float64Array(c.length).fill(NaN);
    const width = new Float64Array(c.length).fill(NaN);
    for (let i = from - 1; i < c.length; i++) {
      const start = Math.max(0, i - 4 * period);
      let ema = c[start] as number;
      for (let k = start + 1; k < i; k++) ema = blend(ema, c[k] as number, period);
      middle[i] = ema;
      width[i] = bandMult * averageTrueRange(series, atrPeriod, i);
    }
    return bandFlags(c, middle, width, from);
  },
};

/** Plain mean of the true ranges of bars [i - period, i); NaN without as many. */
export function averageTrueRange({ h, l, c }: Series, period: number, i: number): number {
  if (period === 0 || i < period + 1) return NaN;
  let sum = 0;
  for (let k = i - period; k < i; k++) {
    const high = h[k] as number;
    const low = l[k] as number;
    const before = c[k - 1] as number;
    sum += Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  }
  return sum / period;
}

function rangeOf(values: Float64Array, from: number, to: number): readonly [number, number] {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let k = from; k < to; k++) {
    const value = values[k] as number;
    if (value > highest) highest = value;
    if (value < lowest) lowest = value;
  }
  return [lowest, highest];
}

const stoch: Rule = {
  minBars: ({ short }) => short + 2,
  flags: ({ c }, { short }, from) => {
    const period = Math.max(short, 14);
    const value = new Float64Array(c.length).fill(NaN);
    for (let i = Math.max(from - 1, period); i < c.length; i++) {
      const [lowest, highest] = rangeOf(c, i - period, i);
      value[i] = highest === lowest ? 50 : (((c[i] as number) - lowest) / (highest - lowest)) * 100;
    }
    return oscillatorFlags(value, Math.max(from, period + 1), 20, 80);
  },
};

function vwapColumn({ h, l, c, v }: Series, period: number, from: number): Float64Array {
  const level = new Float64Array(c.length).fill(NaN);
  for (let i = Math.max(from, period); i < c.length; i++) {
    let money = 0;
    let volume = 0;
    for (let k = i - period; k < i; k++) {
      money += (((h[k] as number) + (l[k] as number) + (c[k] as number)) / 3) * (v[k] as number);
      volume += v[k] as number;
    }
    level[i] = volume > 0 ? money / volume : NaN;
  }
  return level;
}

const vwap: Rule = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: (series, { short }, from) => levelFlags(series.c, vwapColumn(series, Math.max(short, 2), from - 1), from),
};

const vpoc: Rule = {
  minBars: ({ short }) => Math.max(short, 4) + 2,
  flags: ({ c, v }, { short, long }, from) => {
    const period = Math.max(short, 4);
    const bins = Math.min(40, Math.max(4, long));
    const volumes = new Float64Array(bins);
    const level = new Float64Array(c.length).fill(NaN);
    for (let i = Math.max(from - 1, period); i < c.length; i++) {
      const [lowest, highest] = rangeOf(c, i - period, i);
      if (highest === lowest) {
        level[i] = lowest;
        continue;
      }
      const width = (highest - lowest) / bins;
      volumes.fill(0);
      for (let k = i - period; k < i; k++) {
        const bin = Math.min(bins - 1, Math.floor(((c[k] as number) - lowest) / width));
        volumes[bin] = (volumes[bin] as number) + (v[k] as number);
      }
      let fullest = 0;
      for (let bin = 1; bin < bins; bin++) if ((volumes[bin] as number) > (volumes[fullest] as number)) fullest = bin;
      level[i] = lowest + (fullest + 0.5) * width;
    }
    return levelFlags(c, level, from);
  },
};

const volsma: Rule = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: ({ c, v }, { short, long }, from) => {
    const period = Math.max(short, 2);
    const multiple = Math.max(long, 105) / 100;
    const flags = new Uint8Array(c.length);
    for (let i = from; i < c.length; i++) {
      const before = (straightSum(v, i - 1 - period, i - 1) / period) * multiple;
      const now = (straightSum(v, i - period, i) / period) * multiple;
      if (!((v[i - 1] as number) <= before && (v[i] as number) > now)) continue;
      if ((c[i] as number) > (c[i - 1] as number)) flags[i] = BUY | EXIT_SHORT;
      else if ((c[i] as number) < (c[i - 1] as number)) flags[i] = SELL | EXIT_LONG;
    }
    return flags;
  },
};

const vwapvr: Rule = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: (series, { short, long }, from) => {
    const { c, v } = series;
    const period = Math.max(short, 2);
    const threshold = Math.max(long, 1);
    const level = vwapColumn(series, period, from - 1);
    const ratio = new Float64Array(c.length).fill(NaN);
    for (let i = Math.max(from - 1, period); i < c.length; i++) {
      const mean = straightSum(v, i - period, i) / period;
      if (!(mean > 0) || Number.isNaN(level[i])) continue;
      const size = ((v[i] as number) / mean) * 100;
      ratio[i] = (c[i] as number) >= (level[i] as number) ? size : -size;
    }
    const flags = new Uint8Array(c.length);
    for (let i = from; i < c.length; i++) {
      const now = ratio[i] as number;
      const before = ratio[i - 1] as number;
      let flag = 0;
      if (before < threshold && now >= threshold) flag |= BUY;
      if (before > -threshold && now <= -threshold) flag |= SELL;
      if (now <= 0) flag |= EXIT_LONG;
      if (now >= 0) flag |= EXIT_SHORT;
      flags[i] = flag;
    }
    return flags;
  },
};

export const RULES: Readonly<Record<Indicator, Rule>> = {
  sma: cross,
  ema: cross,
  rsi,
  macd,
  bb,
  stoch,
  vwap,
  volsma,
  vpoc,
  vwapvr,
  keltner,
};
