import type { Series } from '../candles/series.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from './flags.ts';
import { indicator, period } from './indicator.ts';
import { blank } from './rolling.ts';

/** Lambert chose it so that most values lie between -100 and 100. */
const SCALE = 0.015;
/** Apart by less than this share of the price is rounding: without a floor a market that stands still would swing. */
const FLAT = 1e-12;

/** How far the typical price is from its mean, measured in mean absolute deviations; 0 where the price does not move. */
function channelIndex({ h, l, c }: Series, count: number): Float64Array {
  const out = blank(c.length);
  const typical = c.map((close, i) => (h[i] + l[i] + close) / 3);
  let stretch = 0;
  for (let i = 0; i < typical.length; i++) {
    const now = typical[i];
    stretch = Number.isNaN(now) ? 0 : stretch + 1;
    if (stretch < count) continue;
    let mean = 0;
    for (let k = i - count + 1; k <= i; k++) mean += typical[k] / count;
    let apart = 0;
    for (let k = i - count + 1; k <= i; k++) apart += Math.abs(typical[k] - mean) / count;
    out[i] = apart <= Math.abs(mean) * FLAT ? 0 : (now - mean) / (SCALE * apart);
  }
  return out;
}

export const cci = indicator({
  name: 'cci',
  realistic: {
    about: "Lambert's commodity channel index, mostly between -100 and 100",
    numbers: { period: period(20) },
    outputs: ['value'],
    columns: (bars, _source, { period: count }) => ({ value: channelIndex(bars, count) }),
    // Lambert's own rule: in the market only beyond 100, long above and short below, and out once it is back inside.
    signals: (bars, { short }) => {
      const value = channelIndex(bars, short);
      const flags = new Uint8Array(bars.length);
      for (let i = 1; i < bars.length; i++) {
        const now = value[i];
        const before = value[i - 1];
        let flag = 0;
        if (before <= 100 && now > 100) flag |= BUY;
        if (before >= -100 && now < -100) flag |= SELL;
        if (now <= 100) flag |= EXIT_LONG;
        if (now >= -100) flag |= EXIT_SHORT;
        flags[i] = flag;
      }
      return flags;
    },
  },
});
