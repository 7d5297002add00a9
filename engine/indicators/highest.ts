import { indicator, period } from './indicator.ts';
import { extreme } from './rolling.ts';

export const highest = indicator({
  name: 'highest',
  realistic: {
    about: 'the largest of the last values',
    source: 'high',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: extreme(source, bars, 1) }),
  },
});
