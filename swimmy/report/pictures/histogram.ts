// How often values fall into each of some bins.
import { extent, linear, ticks } from './scale.ts';
import { canvas, shape, words, type Shape } from './shape.ts';

export interface Histogram {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

const LEFT = 8;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;
const MOST_BINS = 41;

/** Bars on either side of zero are told apart by more than their colour: zero has a line. */
export function histogram({ label, width, height, values, format }: Histogram): Shape {
  const [lowest, highest] = extent(values, [0]);
  const wanted = Math.max(5, Math.min(MOST_BINS, Math.round(Math.sqrt(values.length) * 1.5), Math.floor(width / 12)));
  // Zero is the edge of a bin, so that none holds gains and losses.
  const step = (highest - lowest) / wanted;
  const [low, high] = [Math.floor(lowest / step) * step, Math.ceil(highest / step) * step];
  const bins = Math.round((high - low) / step);
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) {
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(((value - low) / (high - low)) * bins)));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const x = linear([low, high], [LEFT, width - RIGHT]);
  const y = linear([0, Math.max(1, ...counts)], [height - BOTTOM, TOP]);
  const wide = (width - LEFT - RIGHT) / bins;
  return canvas(width, height, label, [
    ...counts.map((count, bin) => {
      const middle = low + ((bin + 0.5) / bins) * (high - low);
      const from = low + (bin / bins) * (high - low);
      return shape(
        'rect',
        {
          x: LEFT + bin * wide + 0.5,
          y: y(count),
          width: Math.max(1, wide - 1),
          height: height - BOTTOM - y(count),
          class: `bar ${middle < 0 ? 'loss' : 'gain'}`,
        },
        [shape('title', {}, [`${format(from)} to ${format(from + (high - low) / bins)}: ${count}`])],
      );
    }),
    shape('line', { x1: x(0), x2: x(0), y1: TOP, y2: height - BOTTOM, class: 'zero' }),
    ...ticks([low, high], Math.max(2, Math.floor(width / 110))).map((value) => {
      const at = x(value);
      return words(at, height - 6, format(value), at < 30 ? 'start' : at > width - 30 ? 'end' : 'middle');
    }),
  ]);
}
