import type { Series } from '../candles/series.ts';
import { trueRange } from './atr.ts';
import { indicator, period } from './indicator.ts';
import { blank } from './rolling.ts';

/** Wilder's directional movement, with the sums seeded as TA-Lib does: ADX begins at bar 2 * count - 1. */
function directionalMovement(bars: Series, count: number) {
  const { h, l } = bars;
  const [value, plus, minus] = [blank(bars.length), blank(bars.length), blank(bars.length)];
  let [up, down, range, strength] = [0, 0, 0, 0];
  for (let i = 1; i < bars.length; i++) {
    const rise = h[i] - h[i - 1];
    const fall = l[i - 1] - l[i];
    const keep = i < count ? 1 : 1 - 1 / count;
    up = up * keep + (rise > 0 && rise > fall ? rise : 0);
    down = down * keep + (fall > 0 && fall > rise ? fall : 0);
    range = range * keep + trueRange(bars, i);
    if (i < count) continue;
    plus[i] = range === 0 ? 0 : (100 * up) / range;
    minus[i] = range === 0 ? 0 : (100 * down) / range;
    const total = plus[i] + minus[i];
    const index = total === 0 ? 0 : (100 * Math.abs(plus[i] - minus[i])) / total;
    if (i < 2 * count) strength += index / count;
    else strength = (strength * (count - 1) + index) / count;
    if (i >= 2 * count - 1) value[i] = strength;
  }
  return { value, plus, minus };
}

export const adx = indicator({
  name: 'adx',
  realistic: {
    about: "Wilder's average directional index, 0 to 100, and its two directional indicators",
    numbers: { period: period() },
    outputs: ['value', 'plus', 'minus'],
    columns: (bars, _source, { period: count }) => directionalMovement(bars, count),
  },
});
