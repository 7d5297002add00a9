import type { Series } from '../candles/series.ts';
import { levelFlags } from './rules.ts';
import { asDownstream, indicator, period, type Compatible } from './indicator.ts';
import { blank, rollingSum } from './rolling.ts';

const DAY = 86_400;

function typicalMoney({ h, l, c, v }: Series): Float64Array {
  const money = new Float64Array(c.length);
  for (let i = 0; i < money.length; i++) money[i] = ((h[i] + l[i] + c[i]) / 3) * v[i];
  return money;
}

/** Mean typical price by volume over the last `count` bars; NaN where nothing was traded. */
export function rollingVwap(bars: Series, count: number): Float64Array {
  const money = rollingSum(typicalMoney(bars), count);
  const volume = rollingSum(bars.v, count);
  for (let i = 0; i < money.length; i++) money[i] = volume[i] > 0 ? money[i] / volume[i] : NaN;
  return money;
}

function dailyVwap(bars: Series): Float64Array {
  const out = typicalMoney(bars);
  let day = NaN;
  let money = 0;
  let volume = 0;
  for (let i = 0; i < out.length; i++) {
    const today = Math.floor(bars.t[i] / DAY);
    if (today !== day) {
      day = today;
      money = 0;
      volume = 0;
    }
    money += out[i];
    volume += bars.v[i];
    out[i] = volume > 0 ? money / volume : NaN;
  }
  return out;
}

/** By the downstream's rules: bars [i - period, i), summed straight. */
export function downstreamVwap({ h, l, c, v }: Series, count: number, from: number): Float64Array {
  const level = blank(c.length);
  for (let i = Math.max(from, count); i < c.length; i++) {
    let money = 0;
    let volume = 0;
    for (let k = i - count; k < i; k++) {
      money += ((h[k] + l[k] + c[k]) / 3) * v[k];
      volume += v[k];
    }
    level[i] = volume > 0 ? money / volume : NaN;
  }
  return level;
}

const compatible: Compatible = {
  minBars: ({ short }) => Math.max(short, 2) + 2,
  flags: (bars, { short }, from) => levelFlags(bars.c, downstreamVwap(bars, Math.max(short, 2), from - 1), from),
};

export const vwap = indicator({
  name: 'vwap',
  realistic: {
    about: 'volume-weighted mean of the typical price over `period` bars; without a period since the UTC day began',
    numbers: { period: period(0, 0) },
    outputs: ['value'],
    columns: (bars, _source, { period: count }) => ({
      value: count === 0 ? dailyVwap(bars) : rollingVwap(bars, count),
    }),
    signals: asDownstream(compatible),
  },
  compatible,
});
