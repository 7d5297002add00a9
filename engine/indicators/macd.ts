import { blend } from './means.ts';
import { crossFlags, crossOverFlags } from './rules.ts';
import { indicator, period } from './indicator.ts';
import { blank, ema } from './rolling.ts';

/** Line, signal and their difference; both means are seeded so that they begin together, as TA-Lib does. */
function macdColumns(values: Float64Array, fast: number, slow: number, smooth: number) {
  const [quick, lazy] = fast <= slow ? [fast, slow] : [slow, fast];
  let start = 0;
  while (start < values.length && Number.isNaN(values[start])) start++;
  const quickMean = ema(values, quick, start + lazy - quick);
  const lazyMean = ema(values, lazy, start);
  const line = blank(values.length);
  for (let i = 0; i < line.length; i++) line[i] = quickMean[i] - lazyMean[i];
  const signal = ema(line, smooth);
  const histogram = blank(values.length);
  for (let i = 0; i < line.length; i++) histogram[i] = line[i] - signal[i];
  return { line, signal, histogram };
}

export const macd = indicator({
  name: 'macd',
  realistic: {
    about: 'difference of a fast and a slow EMA, its EMA, and the difference of both',
    source: 'close',
    numbers: { fast: period(12), slow: period(26), smooth: period(9) },
    outputs: ['line', 'signal', 'histogram'],
    columns: (_bars, source, { fast, slow, smooth }) => macdColumns(source, fast, slow, smooth),
    signals: ({ c }) => {
      const { line, signal } = macdColumns(c, 12, 26, 9);
      return crossOverFlags(line, signal);
    },
  },
  compatible: {
    minBars: () => 40,
    flags: ({ c }, _parameters, from) => {
      const signs = new Int8Array(c.length);
      let fast = c[0] ?? 0;
      let slow = fast;
      let signal = 0;
      for (let i = 1; i < c.length; i++) {
        const close = c[i];
        fast = blend(fast, close, 12);
        slow = blend(slow, close, 26);
        const line = fast - slow;
        signal = blend(signal, line, 9);
        signs[i] = Math.sign(line - signal);
      }
      return crossFlags(signs, from);
    },
  },
});
