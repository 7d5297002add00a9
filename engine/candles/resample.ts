import { emptySeries, slice, type Series } from './series.ts';

/** Bars of `minutes`: first open, highest high, lowest low, last close, summed volume; the last partial bar stays. */
export function resample(source: Series, minutes: number): Series {
  if (minutes <= 1) return source;
  const seconds = minutes * 60;
  const { t, o, h, l, c, v } = source;
  const out = emptySeries(source.length);
  let bar = -1;
  let bucket = NaN;
  for (let i = 0; i < source.length; i++) {
    const start = Math.floor((t[i] as number) / seconds) * seconds;
    if (start !== bucket) {
      bucket = start;
      bar++;
      out.t[bar] = start;
      out.o[bar] = o[i] as number;
      out.h[bar] = h[i] as number;
      out.l[bar] = l[i] as number;
      out.c[bar] = c[i] as number;
      out.v[bar] = v[i] as number;
      continue;
    }
    if ((h[i] as number) > (out.h[bar] as number)) out.h[bar] = h[i] as number;
    if ((l[i] as number) < (out.l[bar] as number)) out.l[bar] = l[i] as number;
    out.c[bar] = c[i] as number;
    out.v[bar] = (out.v[bar] as number) + (v[i] as number);
  }
  return slice(out, 0, bar + 1);
}
