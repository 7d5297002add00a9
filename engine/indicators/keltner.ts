import { averageTrueRange, blend } from './means.ts';
import { bandFlags } from './rules.ts';
import { wilderAtr } from './atr.ts';
import { bands } from './bands.ts';
import { factor, indicator, period } from './indicator.ts';
import { blank, ema } from './rolling.ts';

export const keltner = indicator({
  name: 'keltner',
  realistic: {
    about: 'Keltner channel: an EMA and `multiple` average true ranges around it',
    source: 'close',
    numbers: { period: period(20), multiple: factor(2), atr_period: period(14) },
    outputs: ['middle', 'upper', 'lower'],
    columns: (bars, source, { period: count, multiple, atr_period }) =>
      bands(ema(source, count), wilderAtr(bars, atr_period), multiple),
    signals: (bars, { short, bandMult, atrPeriod }) =>
      bandFlags(
        bars.c,
        ema(bars.c, short),
        wilderAtr(bars, atrPeriod).map((value) => value * bandMult),
        1,
      ),
  },
  compatible: {
    minBars: ({ short, atrPeriod }) => Math.max(short, 2, atrPeriod) + 2,
    flags: (bars, { short, bandMult, atrPeriod }, from) => {
      const { c } = bars;
      const count = Math.max(short, 2);
      const middle = blank(c.length);
      const width = blank(c.length);
      for (let i = from - 1; i < c.length; i++) {
        const start = Math.max(0, i - 4 * count);
        let mean = c[start];
        for (let k = start + 1; k < i; k++) mean = blend(mean, c[k], count);
        middle[i] = mean;
        width[i] = bandMult * averageTrueRange(bars, atrPeriod, i);
      }
      return bandFlags(c, middle, width, from);
    },
  },
});
