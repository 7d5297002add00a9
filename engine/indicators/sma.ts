import { meanCrossFlags } from './means.ts';
import { indicator, period } from './indicator.ts';
import { sma as mean } from './rolling.ts';

export const sma = indicator({
  name: 'sma',
  realistic: {
    about: 'simple moving average',
    source: 'close',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: mean(source, bars) }),
    signals: ({ c }, { short, long }) => meanCrossFlags(c, short, long, 1, 1),
  },
  compatible: {
    minBars: ({ short, long }) => Math.max(short, long) + 2,
    flags: ({ c }, { short, long }, from) => meanCrossFlags(c, short, long, from, 0),
  },
});
