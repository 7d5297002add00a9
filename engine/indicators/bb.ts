import { straightSum } from './means.ts';
import { bandFlags } from './rules.ts';
import { bands } from './bands.ts';
import { factor, indicator, period } from './indicator.ts';
import { blank, deviation, sma } from './rolling.ts';

export const bb = indicator({
  name: 'bb',
  realistic: {
    about: 'Bollinger bands: a simple mean and `multiple` population standard deviations around it',
    source: 'close',
    numbers: { period: period(20), multiple: factor(2) },
    outputs: ['middle', 'upper', 'lower'],
    columns: (_bars, source, { period: bars, multiple }) => bands(sma(source, bars), deviation(source, bars), multiple),
    signals: ({ c }, { short, bandMult }) =>
      bandFlags(
        c,
        sma(c, short),
        deviation(c, short).map((value) => value * bandMult),
        1,
      ),
  },
  compatible: {
    minBars: ({ short }) => short + 2,
    flags: ({ c }, { short, bandMult }, from) => {
      const bars = Math.max(short, 20);
      const middle = blank(c.length);
      const width = blank(c.length);
      for (let i = Math.max(from - 1, bars); i < c.length; i++) {
        const mean = straightSum(c, i - bars, i) / bars;
        let squares = 0;
        for (let k = i - bars; k < i; k++) squares += (c[k] - mean) ** 2;
        middle[i] = mean;
        width[i] = bandMult * Math.sqrt(squares / bars);
      }
      return bandFlags(c, middle, width, from);
    },
  },
});
