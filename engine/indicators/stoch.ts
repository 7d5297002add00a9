import type { Series } from '../candles/series.ts';
import { rangeOf } from './means.ts';
import { oscillatorFlags } from './rules.ts';
import { indicator, period } from './indicator.ts';
import { blank, extreme, sma } from './rolling.ts';

/** Slow stochastic: the position of the close within the range of `count` bars, smoothed; %D is its mean over three. */
function stochastic({ h, l, c }: Series, count: number, smooth: number) {
  const top = extreme(h, count, 1);
  const bottom = extreme(l, count, -1);
  const raw = blank(c.length);
  for (let i = 0; i < raw.length; i++) {
    const range = top[i] - bottom[i];
    raw[i] = range === 0 ? 0 : (100 * (c[i] - bottom[i])) / range;
  }
  const k = sma(raw, smooth);
  return { k, d: sma(k, 3) };
}

export const stoch = indicator({
  name: 'stoch',
  realistic: {
    about: 'slow stochastic, 0 to 100',
    numbers: { period: period(14), smooth: period(3) },
    outputs: ['k', 'd'],
    columns: (bars, _source, { period: count, smooth }) => stochastic(bars, count, smooth),
    signals: (bars, { short }) => oscillatorFlags(stochastic(bars, short, 3).k, 1, 20, 80),
  },
  compatible: {
    minBars: ({ short }) => short + 2,
    flags: ({ c }, { short }, from) => {
      const count = Math.max(short, 14);
      const value = blank(c.length);
      for (let i = Math.max(from - 1, count); i < c.length; i++) {
        const [lowest, highest] = rangeOf(c, i - count, i);
        value[i] = highest === lowest ? 50 : ((c[i] - lowest) / (highest - lowest)) * 100;
      }
      return oscillatorFlags(value, Math.max(from, count + 1), 20, 80);
    },
  },
});
