// The number of values in each bin.
import { extent, valueAxis } from './axis.ts';
import { labelsAlong } from './labels.ts';
import { canvas, keyOf, shape, type Shape, title } from './shape.ts';

export interface Histogram {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const LEFT = 8;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;
const MOST_BINS = 41;

/** Bars on either side of zero are distinguished by more than their colour: zero has a line. */
export function histogram({ label, width, height, values, format }: Histogram): Shape {
  const wanted = Math.max(5, Math.min(MOST_BINS, Math.round(Math.sqrt(values.length) * 1.5), Math.floor(width / 12)));
  const bins = binsOf(values, wanted);
  const [low, high] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 1];
  const pixels = [LEFT, width - RIGHT] as const;
  const x = valueAxis([low, high], pixels, Math.max(4, Math.floor(width / 110)), format);
  const y = valueAxis([0, Math.max(1, ...bins.map(({ count }) => count))], [height - BOTTOM, TOP], 3, String);
  return canvas(width, height, label, [
    ...bins.map(({ from, to, count }) =>
      shape(
        'rect',
        {
          x: x.scale(from) + 0.5,
          y: y.scale(count),
          width: Math.max(1, x.scale(to) - x.scale(from) - 1),
          height: height - BOTTOM - y.scale(count),
          class: `bar ${(from + to) / 2 < 0 ? 'loss' : 'gain'}`,
          ...keyOf(`${from}..${to}`),
        },
        [title(`${format(from)} to ${format(to)}: ${count}`)],
      ),
    ),
    shape('line', { x1: x.scale(0), x2: x.scale(0), y1: TOP, y2: height - BOTTOM, class: 'zero' }),
    ...labelsAlong(x, height - 6, pixels),
  ]);
}

/** Bins of one width; zero is the edge of one, so that none holds gains and losses. */
export function binsOf(values: readonly number[], wanted: number): Bin[] {
  const [lowest, highest] = extent(values, [0]);
  const step = (highest - lowest) / wanted;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  const counts = Array.from({ length: last - first }, () => 0);
  for (const value of values) {
    const bin = Math.min(counts.length - 1, Math.max(0, Math.floor(value / step) - first));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, i) => ({ from: (first + i) * step, to: (first + i + 1) * step, count }));
}
