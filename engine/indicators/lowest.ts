import { indicator, period } from './indicator.ts';
import { extreme } from './rolling.ts';

export const lowest = indicator({
  name: 'lowest',
  realistic: {
    about: 'the smallest of the last values',
    source: 'low',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: extreme(source, bars, -1) }),
  },
});
