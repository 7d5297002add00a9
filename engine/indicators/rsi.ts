import { plainRsi } from './means.ts';
import { oscillatorFlags } from './rules.ts';
import { indicator, period } from './indicator.ts';
import { blank } from './rolling.ts';

/** Wilder's RSI; begins again after a gap. */
function wilderRsi(values: Float64Array, bars: number): Float64Array {
  const out = blank(values.length);
  if (bars < 1) return out;
  let gain = 0;
  let loss = 0;
  let seen = 0;
  for (let i = 1; i < values.length; i++) {
    const change = values[i] - values[i - 1];
    if (Number.isNaN(change)) {
      gain = 0;
      loss = 0;
      seen = 0;
      continue;
    }
    const up = Math.max(change, 0);
    const down = Math.max(-change, 0);
    seen++;
    if (seen <= bars) {
      gain += up / bars;
      loss += down / bars;
    } else {
      gain = (gain * (bars - 1) + up) / bars;
      loss = (loss * (bars - 1) + down) / bars;
    }
    if (seen >= bars) out[i] = gain + loss === 0 ? 0 : (100 * gain) / (gain + loss);
  }
  return out;
}

export const rsi = indicator({
  name: 'rsi',
  realistic: {
    about: "Wilder's relative strength index, 0 to 100",
    source: 'close',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: wilderRsi(source, bars) }),
    signals: ({ c }, { short }) => oscillatorFlags(wilderRsi(c, short), 1, 30, 70),
  },
  compatible: {
    minBars: ({ short }) => short + 5,
    flags: ({ c }, { short }, from) => {
      const value = new Float64Array(c.length);
      for (let i = from - 1; i < c.length; i++) value[i] = plainRsi(c, Math.max(short, 7), i);
      return oscillatorFlags(value, from, 30, 70);
    },
  },
});
