// Prices as bars: from low to high a line, from open to close a body, hollow where the price rose.
import type { Scale } from './axis.ts';
import { shape, type Shape } from './shape.ts';

/** [start in milliseconds, open, high, low, close] */
export type PriceBar = readonly [time: number, open: number, high: number, low: number, close: number];

/** Narrower bars cannot be distinguished. */
const NARROWEST = 4;

/** As many bars as fit: neighbours become one with the first open, the extremes and the last close. */
export function fittingBars(bars: readonly PriceBar[], pixels: number): readonly PriceBar[] {
  const each = Math.ceil(bars.length / Math.max(1, Math.floor(pixels / NARROWEST)));
  if (each <= 1) return bars;
  return Array.from({ length: Math.ceil(bars.length / each) }, (_, at) =>
    mergeBars(bars.slice(at * each, (at + 1) * each)),
  );
}

function mergeBars(bars: readonly PriceBar[]): PriceBar {
  const [time = 0, open = Number.NaN] = bars[0] ?? [];
  return [
    time,
    open,
    Math.max(...bars.map(([, , high]) => high)),
    Math.min(...bars.map(([, , , low]) => low)),
    bars.at(-1)?.[4] ?? Number.NaN,
  ];
}

export function drawBars(bars: readonly PriceBar[], x: Scale, y: Scale, pixels: number): Shape {
  const body = Math.max(1, Math.min(12, (0.65 * pixels) / Math.max(1, bars.length)));
  return shape(
    'g',
    { class: 'bars' },
    bars.flatMap(([time, open, high, low, close]) => {
      const at = x(time);
      const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
      return [
        shape('line', { x1: at, x2: at, y1: y(high), y2: y(low) }),
        shape('rect', {
          x: at - body / 2,
          y: top,
          width: body,
          height: Math.max(1, bottom - top),
          ...(close > open && { class: 'rose' }),
        }),
      ];
    }),
  );
}
