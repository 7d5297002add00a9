import { crossOverFlags } from './rules.ts';
import { indicator, period } from './indicator.ts';
import { ema as mean } from './rolling.ts';
import { sma } from './sma.ts';

export const ema = indicator({
  name: 'ema',
  realistic: {
    about: 'exponential moving average, seeded with the mean of its first bars',
    source: 'close',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: mean(source, bars) }),
    signals: ({ c }, { short, long }) => crossOverFlags(mean(c, short), mean(c, long)),
  },
  // Downstream no EMA is computed: the name crosses plain means.
  ...(sma.compatible ? { compatible: sma.compatible } : {}),
});
