// Stretches of time in rows, such as how long lots were held and the windows around their sales.
import { extent, timeAxis, valueAxis } from './axis.ts';
import { labelsAlong } from './labels.ts';
import type { Tone } from './line-chart.ts';
import { canvas, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';

export interface Stretch {
  /** In milliseconds; shown as UTC. */
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  /** A faint one lies behind the others. */
  readonly faint?: boolean;
  readonly title: string;
}

export interface TimelineRow {
  readonly name: string;
  readonly stretches: readonly Stretch[];
  readonly key?: string;
}

export interface Timeline {
  readonly label: string;
  readonly width: number;
  readonly rows: readonly TimelineRow[];
  /** What stands along it where the times are no dates, such as milliseconds since a page was opened. */
  readonly format?: (ms: number) => string;
}

const LINE = 24;
const BOTTOM = 22;

export function timeline({ label, width, rows, format }: Timeline): Shape {
  const left = 12 + Math.max(...rows.map(({ name }) => textWidth(name)), 0);
  const pixels = [left, width - 8] as const;
  const height = rows.length * LINE + BOTTOM + 6;
  const span = extent(rows.flatMap(({ stretches }) => stretches.flatMap(({ from, to }) => [from, to])));
  const ticks = Math.max(3, Math.floor((width - left) / 95));
  const x = format === undefined ? timeAxis(span, pixels, ticks) : valueAxis(span, pixels, ticks, format);
  return canvas(width, height, label, [
    ...x.ticks.map(({ value }) => {
      const at = x.scale(value);
      return shape('line', { x1: at, x2: at, y1: 2, y2: height - BOTTOM, class: 'grid' });
    }),
    ...labelsAlong(x, height - 6, pixels),
    ...rows.map(({ name, stretches, key }, i) =>
      shape('g', keyOf(key), [
        textAt(left - 6, i * LINE + 18, name, 'end'),
        ...stretches
          .toSorted((a, b) => Number(b.faint ?? false) - Number(a.faint ?? false))
          .map(({ from, to, tone, faint, title: text }) =>
            shape(
              'rect',
              {
                x: x.scale(from),
                y: i * LINE + (faint === true ? 3 : 7),
                width: Math.max(2, x.scale(to) - x.scale(from)),
                height: faint === true ? LINE - 4 : LINE - 12,
                class: faint === true ? `area ${tone}` : `bar ${tone}`,
              },
              [title(text)],
            ),
          ),
      ]),
    ),
  ]);
}
