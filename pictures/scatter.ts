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
  /** Draws the line on which both are equal. */
  readonly diagonal?: boolean;
}

const LEFT = 8;
const TOP = 22;
const BOTTOM = 38;

export function scatter({ label, width, height, marks, xName, yName, formatX, formatY, diagonal }: Scatter): Shape {
  const across = extent(
    marks.map(({ at }) => at[0]),
    [0],
  );
  const values = extent(
    marks.map(({ at }) => at[1]),
    [0],
  );
  const y = valueAxis(values, [height - BOTTOM, TOP], Math.max(2, Math.round(height / 60)), formatY);
  const right = width - 10 - Math.max(...y.ticks.map(({ text }) => textWidth(text)), 21);
  const x = valueAxis(across, [LEFT, right], Math.max(2, Math.floor(width / 110)), formatX);
  const [from, to] = [Math.max(across[0], values[0]), Math.min(across[1], values[1])];
  return canvas(width, height, label, [
    ...gridOf(y, [LEFT, right]),
    ...x.ticks.map(({ value }) => {
      const at = x.scale(value);
      return shape('line', { x1: at, x2: at, y1: TOP, y2: height - BOTTOM, class: value === 0 ? 'zero' : 'grid' });
    }),
    ...labelsAlong(x, height - BOTTOM + 16, [LEFT, right]),
    textAt(LEFT, 14, yName),
    textAt(right, height - 4, xName, 'end'),
    ...(diagonal === true && from < to
      ? [shape('line', { x1: x.scale(from), y1: y.scale(from), x2: x.scale(to), y2: y.scale(to), class: 'rule quiet' })]
      : []),
    ...marks.map((mark) => drawMark(mark, x.scale, y.scale)),
  ]);
}
