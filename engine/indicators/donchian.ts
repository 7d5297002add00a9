import type { Series } from '../candles/series.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from './flags.ts';
import { indicator, period } from './indicator.ts';
import { extreme } from './rolling.ts';

function channel({ h, l }: Series, count: number) {
  const upper = extreme(h, count, 1);
  const lower = extreme(l, count, -1);
  const middle = upper.map((top, i) => (top + lower[i]) / 2);
  return { middle, upper, lower };
}

export const donchian = indicator({
  name: 'donchian',
  realistic: {
    about: 'Donchian channel: highest high and lowest low, and the middle between them',
    numbers: { period: period(20) },
    outputs: ['middle', 'upper', 'lower'],
    columns: (bars, _source, { period: count }) => channel(bars, count),
    // Entered where the close leaves the channel of `short` bars before it, left where it leaves that of `long` bars.
    signals: (bars, { short, long }) => {
      const outer = channel(bars, short);
      const inner = channel(bars, long);
      const flags = new Uint8Array(bars.length);
      for (let i = 1; i < bars.length; i++) {
        const close = bars.c[i];
        let flag = 0;
        if (close > outer.upper[i - 1]) flag |= BUY;
        if (close < outer.lower[i - 1]) flag |= SELL;
        if (close < inner.lower[i - 1]) flag |= EXIT_LONG;
        if (close > inner.upper[i - 1]) flag |= EXIT_SHORT;
        flags[i] = flag;
      }
      return flags;
    },
  },
});
