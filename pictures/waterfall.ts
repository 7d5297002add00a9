// The parts of a sum: each part begins where the one before ended, and the last column is the sum.
import { extent, valueAxis } from './axis.ts';
import { gridOf } from './labels.ts';
import { canvas, keyOf, shape, type Shape, textAt, textWidth, title } from './shape.ts';

export interface Waterfall {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly steps: readonly {
    readonly name: string;
    readonly value: number;
    readonly title: string;
    readonly key?: string;
  }[];
  /** What the last column is called. */
  readonly sum: string;
  readonly format: (value: number) => string;
}

const LEFT = 8;
const TOP = 10;
const BOTTOM = 24;
const GAP = 0.22;

export function waterfall({ label, width, height, steps, sum, format }: Waterfall): Shape {
  let reached = 0;
  const ways = steps.map((step) => ({ ...step, from: reached, to: (reached += step.value) }));
  const bottom = height - BOTTOM;
  const y = valueAxis(
    extent(
      ways.map(({ to }) => to),
      [0],
    ),
    [bottom, TOP],
    Math.max(2, Math.round((bottom - TOP) / 50)),
    format,
  );
  const right = width - 10 - Math.max(...y.ticks.map(({ text }) => textWidth(text)), 21);
  const columns = [
    ...ways,
    { name: sum, from: 0, to: reached, title: `${sum}: ${format(reached)}`, key: undefined, value: reached },
  ];
  const each = (right - LEFT) / columns.length;
  const at = (index: number) => LEFT + index * each;
  // As many names as fit, the sum's always.
  const room = Math.max(...columns.map(({ name }) => textWidth(name)), 1) + 6;
  const every = Math.max(1, Math.ceil(room / each));
  return canvas(width, height, label, [
    ...gridOf(y, [LEFT, right]),
    ...columns.flatMap(({ name, from, to, title: tooltip, key }, index) => {
      const [high, low] = [y.scale(Math.max(from, to)), y.scale(Math.min(from, to))];
      const isSum = index === columns.length - 1;
      const isNamed = isSum || (index % every === 0 && index + every <= columns.length - 1);
      return [
        shape(
          'rect',
          {
            x: at(index) + (each * GAP) / 2,
            y: high,
            width: Math.max(1, each * (1 - GAP)),
            height: Math.max(1, low - high),
            class: `bar ${isSum ? 'second' : to < from ? 'loss' : 'gain'}`,
            ...keyOf(key),
          },
          [title(tooltip)],
        ),
        ...(isSum
          ? []
          : [
              shape('line', {
                x1: at(index) + each * (1 - GAP / 2),
                x2: at(index + 1) + (each * GAP) / 2,
                y1: y.scale(to),
                y2: y.scale(to),
                class: 'grid',
              }),
            ]),
        ...(isNamed ? [textAt(at(index) + each / 2, height - 6, name, 'middle')] : []),
      ];
    }),
  ]);
}
