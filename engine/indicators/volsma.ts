import { straightSum } from './means.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from './flags.ts';
import { asDownstream, indicator, period, type Compatible } from './indicator.ts';
import { sma } from './rolling.ts';

const compatible: Compatible = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: ({ c, v }, { short, long }, from) => {
    const count = Math.max(short, 2);
    const multiple = Math.max(long, 105) / 100;
    const flags = new Uint8Array(c.length);
    for (let i = from; i < c.length; i++) {
      const before = (straightSum(v, i - 1 - count, i - 1) / count) * multiple;
      const now = (straightSum(v, i - count, i) / count) * multiple;
      if (!(v[i - 1] <= before && v[i] > now)) continue;
      if (c[i] > c[i - 1]) flags[i] = BUY | EXIT_SHORT;
      else if (c[i] < c[i - 1]) flags[i] = SELL | EXIT_LONG;
    }
    return flags;
  },
};

export const volsma = indicator({
  name: 'volsma',
  realistic: {
    about: 'mean volume',
    numbers: { period: period() },
    outputs: ['value'],
    columns: ({ v }, _source, { period: count }) => ({ value: sma(v, count) }),
    signals: asDownstream(compatible),
  },
  compatible,
});
