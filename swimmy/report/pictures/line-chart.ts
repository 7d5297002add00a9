// Lines and areas over time, with marks at points of them.
import { extent, linear, ticks, timeTicks } from './scale.ts';
import { canvas, shape, words, type Shape } from './shape.ts';

/** [time, value]; a value that is not a number interrupts the line. */
type Point = readonly [number, number];
/** How it stands out; the colours are the style sheet's. */
export type Tone = 'first' | 'second' | 'third' | 'quiet' | 'gain' | 'loss';

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  readonly tone: Tone;
  /** Filled down (or up) to zero. */
  readonly area?: boolean;
}

export interface Mark {
  readonly at: Point;
  readonly kind: 'up' | 'down' | 'dot';
  readonly tone: Tone;
  /** Shown where a pointer rests. */
  readonly title: string;
}

export interface LineChart {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly marks?: readonly Mark[];
  readonly format: (value: number) => string;
  /** Values the axis must reach. */
  readonly including?: readonly number[];
}

const LEFT = 8;
const TOP = 10;
const BOTTOM = 24;
const LEGEND = 22;

export function lineChart({ label, width, height, lines, marks = [], format, including = [] }: LineChart): Shape {
  const named = lines.length > 1;
  const times = extent(lines.flatMap(({ points }) => points.map(([time]) => time)));
  const values = extent(
    [...lines.flatMap(({ points }) => points.map(([, value]) => value)), ...marks.map(({ at }) => at[1])],
    including,
  );
  const shown = ticks(values, Math.max(2, Math.round(height / 60)));
  // Labels stand to the right of the plot, as wide as the longest of them.
  const right = width - 10 - 7 * Math.max(...shown.map((value) => format(value).length), 3);
  const x = linear(times, [LEFT, right]);
  const y = linear(values, [height - BOTTOM, TOP + (named ? LEGEND : 0)]);
  return canvas(width, height, label, [
    ...shown.map((value) =>
      shape('g', {}, [
        shape('line', { x1: LEFT, x2: right, y1: y(value), y2: y(value), class: value === 0 ? 'zero' : 'grid' }),
        words(right + 6, y(value) + 4, format(value)),
      ]),
    ),
    ...timeTicks(times, Math.max(2, Math.floor(width / 110))).map(({ time, text }) => {
      const at = x(time);
      const anchor = at < LEFT + 24 ? 'start' : at > right - 24 ? 'end' : 'middle';
      return words(at, height - 6, text, anchor);
    }),
    ...lines.flatMap(({ points, tone, area }) =>
      stretches(points).map((part) => drawn(part, tone, area ?? false, x, y)),
    ),
    ...marks.map((mark) => marked(mark, x, y)),
    ...(named ? [legend(lines)] : []),
  ]);
}

/** The parts of a line between its gaps. */
function stretches(points: readonly Point[]): (readonly Point[])[] {
  const parts: Point[][] = [];
  let open: Point[] | undefined;
  for (const point of points) {
    if (!Number.isFinite(point[1])) open = undefined;
    else if (open) open.push(point);
    else parts.push((open = [point]));
  }
  return parts;
}

function drawn(
  points: readonly Point[],
  tone: Tone,
  area: boolean,
  x: (time: number) => number,
  y: (value: number) => number,
): Shape {
  const path = points
    .map(([time, value], i) => `${i === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const line = shape('path', { d: path, class: `line ${tone}` });
  const [first, last] = [points[0], points.at(-1)];
  if (!area || first === undefined || last === undefined) return line;
  const floor = y(0).toFixed(1);
  const closed = `${path}L${x(last[0]).toFixed(1)} ${floor}L${x(first[0]).toFixed(1)} ${floor}Z`;
  return shape('g', {}, [shape('path', { d: closed, class: `area ${tone}` }), line]);
}

const SIZE = 4.5;
function marked({ at, kind, tone, title }: Mark, x: (time: number) => number, y: (value: number) => number): Shape {
  const [cx, cy] = [x(at[0]), y(at[1])];
  const label = shape('title', {}, [title]);
  if (kind === 'dot') return shape('circle', { cx, cy, r: 3, class: `mark ${tone}` }, [label]);
  // The tip touches the price, so that the mark does not hide it.
  const way = kind === 'up' ? 1 : -1;
  const d = `M${cx.toFixed(1)} ${cy.toFixed(1)}l${SIZE} ${1.8 * SIZE * way}h${-2 * SIZE}Z`;
  return shape('path', { d, class: `mark ${tone}` }, [label]);
}

function legend(lines: readonly Line[]): Shape {
  let at = LEFT;
  return shape(
    'g',
    {},
    lines.flatMap(({ name, tone }) => {
      const from = at;
      at += 40 + 7 * name.length;
      return [
        shape('line', { x1: from, x2: from + 18, y1: 12, y2: 12, class: `line ${tone}` }),
        words(from + 24, 16, name),
      ];
    }),
  );
}
