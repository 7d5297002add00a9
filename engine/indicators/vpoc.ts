import { rangeOf } from './means.ts';
import { levelFlags } from './rules.ts';
import type { Series } from '../candles/series.ts';
import { asDownstream, indicator, period, type Compatible } from './indicator.ts';
import { blank } from './rolling.ts';

/** Centre of the price bin with the most volume; windows end before bar i, or with it when `included` is 1. */
function pointOfControl({ c, v }: Series, count: number, bins: number, from: number, included: 0 | 1): Float64Array {
  const volumes = new Float64Array(bins);
  const level = blank(c.length);
  for (let i = Math.max(from, count - included); i < c.length; i++) {
    const end = i + included;
    const [lowest, highest] = rangeOf(c, end - count, end);
    if (highest === lowest) {
      level[i] = lowest;
      continue;
    }
    const width = (highest - lowest) / bins;
    volumes.fill(0);
    for (let k = end - count; k < end; k++) {
      const bin = Math.min(bins - 1, Math.floor((c[k] - lowest) / width));
      volumes[bin] = volumes[bin] + v[k];
    }
    let fullest = 0;
    for (let bin = 1; bin < bins; bin++) if (volumes[bin] > volumes[fullest]) fullest = bin;
    level[i] = lowest + (fullest + 0.5) * width;
  }
  return level;
}

const compatible: Compatible = {
  minBars: ({ short }) => Math.max(short, 4) + 2,
  flags: (bars, { short, long }, from) => {
    const bins = Math.min(40, Math.max(4, long));
    return levelFlags(bars.c, pointOfControl(bars, Math.max(short, 4), bins, from - 1, 0), from);
  },
};

export const vpoc = indicator({
  name: 'vpoc',
  realistic: {
    about: 'the close around which most volume was traded: the centre of the fullest of `bins` price bins',
    numbers: { period: period(), bins: period(24, 2) },
    outputs: ['value'],
    columns: (bars, _source, { period: count, bins }) => ({ value: pointOfControl(bars, count, bins, 0, 1) }),
    signals: asDownstream(compatible),
  },
  compatible,
});
