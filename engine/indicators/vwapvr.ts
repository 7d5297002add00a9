import { straightSum } from './means.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from './flags.ts';
import { asDownstream, indicator, period, type Compatible } from './indicator.ts';
import { blank, sma } from './rolling.ts';
import { downstreamVwap, rollingVwap } from './vwap.ts';

const compatible: Compatible = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: (bars, { short, long }, from) => {
    const { c, v } = bars;
    const count = Math.max(short, 2);
    const threshold = Math.max(long, 1);
    const level = downstreamVwap(bars, count, from - 1);
    const ratio = blank(c.length);
    for (let i = Math.max(from - 1, count); i < c.length; i++) {
      const mean = straightSum(v, i - count, i) / count;
      if (!(mean > 0) || Number.isNaN(level[i])) continue;
      const size = (v[i] / mean) * 100;
      ratio[i] = c[i] >= level[i] ? size : -size;
    }
    const flags = new Uint8Array(c.length);
    for (let i = from; i < c.length; i++) {
      const now = ratio[i];
      const before = ratio[i - 1];
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

export const vwapvr = indicator({
  name: 'vwapvr',
  realistic: {
    about: "the bar's volume in percent of its mean, negative while the close is below the volume-weighted mean price",
    numbers: { period: period() },
    outputs: ['value'],
    columns: (bars, _source, { period: count }) => {
      const level = rollingVwap(bars, count);
      const mean = sma(bars.v, count);
      for (let i = 0; i < level.length; i++) {
        const size = (100 * bars.v[i]) / mean[i];
        level[i] = Number.isNaN(level[i]) ? NaN : bars.c[i] >= level[i] ? size : -size;
      }
      return { value: level };
    },
    signals: asDownstream(compatible),
  },
  compatible,
});
