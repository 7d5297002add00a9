import { indicator, period } from './indicator.ts';
import { deviation } from './rolling.ts';

export const stdev = indicator({
  name: 'stdev',
  realistic: {
    about: 'population standard deviation of the last values',
    source: 'close',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: deviation(source, bars) }),
  },
});
