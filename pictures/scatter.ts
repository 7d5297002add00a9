// Two numbers of each thing against each other, such as how far a trade went for it and against it.
import { extent, valueAxis } from './axis.ts';
import { gridOf, labelsAlong } from './labels.ts';
import { drawMark, type Mark } from './line-chart.ts';
import { canvas, shape, type Shape, textWidth, textAt } from './shape.ts';

export interface Scatter {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  readonly xName: string;
  readonly yName: string;
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
  /** Parts the marks at these two values, and says what each part is. */
  readonly quadrants?: Quadrants;
}

export interface Quadrants {
  readonly at: readonly [x: number, y: number];
  /** Left and right of the first value, above and below the second. */
  readonly names: Readonly<Record<'topLeft' | 'topRight' | 'bottomLeft' | 'bottomRight', string>>;
}

const LEFT = 8;
const TOP = 22;
const BOTTOM = 38;
/** The names of the four parts stand above and below all marks. */
const NAMES = 18;

export function scatter({ label, width, height, marks, xName, yName, formatX, formatY, quadrants }: Scatter): Shape {
  const [partX, partY] = quadrants?.at ?? [0, 0];
  const across = extent(
    marks.map(({ at }) => at[0]),
    [0, partX],
  );
  const values = extent(
    marks.map(({ at }) => at[1]),
    [0, partY],
  );
  const names = quadrants === undefined ? 0 : NAMES;
  const y = valueAxis(values, [height - BOTTOM - names, TOP + names], Math.max(2, Math.round(height / 60)), formatY);
  const right = width - 10 - Math.max(...y.ticks.map(({ text }) => textWidth(text)), 21);
  const x = valueAxis(across, [LEFT, right], Math.max(2, Math.floor(width / 110)), formatX);
  return canvas(width, height, label, [
    ...gridOf(y, [LEFT, right]),
    ...x.ticks.map(({ value }) => {
      const at = x.scale(value);
      return shape('line', { x1: at, x2: at, y1: TOP, y2: height - BOTTOM, class: value === 0 ? 'zero' : 'grid' });
    }),
    ...labelsAlong(x, height - BOTTOM + 16, [LEFT, right]),
    textAt(LEFT, 14, yName),
    textAt(right, height - 4, xName, 'end'),
    ...(quadrants === undefined ? [] : partsOf(quadrants, [x.scale(partX), y.scale(partY)], right, height - BOTTOM)),
    ...marks.map((mark) => drawMark(mark, x.scale, y.scale)),
  ]);
}

/** The lines between the four, and the name of each in its corner. */
function partsOf(
  { names }: Quadrants,
  [across, down]: readonly [number, number],
  right: number,
  bottom: number,
): Shape[] {
  const [above, below] = [TOP + 11, bottom - 5];
  return [
    shape('line', { x1: across, x2: across, y1: TOP, y2: bottom, class: 'rule quiet' }),
    shape('line', { x1: LEFT, x2: right, y1: down, y2: down, class: 'rule quiet' }),
    textAt(LEFT + 4, above, names.topLeft, 'start', 'named'),
    textAt(right - 4, above, names.topRight, 'end', 'named'),
    textAt(LEFT + 4, below, names.bottomLeft, 'start', 'named'),
    textAt(right - 4, below, names.bottomRight, 'end', 'named'),
  ];
}
