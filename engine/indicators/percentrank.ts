import { indicator, period } from './indicator.ts';
import { blank } from './rolling.ts';

/** How many of the `count` values before each are at most as large, in percent. */
function percentRank(values: Float64Array, count: number): Float64Array {
  const out = blank(values.length);
  let stretch = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    stretch = Number.isNaN(value) ? 0 : stretch + 1;
    if (stretch <= count) continue;
    let below = 0;
    for (let k = i - count; k < i; k++) if (values[k] <= value) below++;
    out[i] = (100 * below) / count;
  }
  return out;
}

export const percentrank = indicator({
  name: 'percentrank',
  realistic: {
    about: 'how many of the values before it are at most as large, 0 to 100',
    source: 'close',
    numbers: { period: period() },
    outputs: ['value'],
    columns: (_bars, source, { period: bars }) => ({ value: percentRank(source, bars) }),
  },
});
