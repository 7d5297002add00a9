// A few dozen counts as small bars, next to a line of text: its shape is read, not its values.
import { canvas, shape, type Shape } from './shape.ts';

export interface Sparkline {
  /** Says in words what the bars show: a picture this small has no axis. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** None below zero; oldest first. */
  readonly values: readonly number[];
}

/** The least that can be seen; a line at the foot says that nothing happened. */
const LEAST = 1;

export function sparkline({ label, width, height, values }: Sparkline): Shape {
  const most = Math.max(...values, 1);
  const step = width / Math.max(values.length, 1);
  return canvas(width, height, label, [
    shape('line', { x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5, class: 'grid' }),
    ...values.flatMap((value, i) => {
      if (value <= 0) return [];
      const tall = Math.max(LEAST, (value / most) * height);
      return [shape('rect', { x: i * step, y: height - tall, width: step * 0.8, height: tall, class: 'bar first' })];
    }),
  ]);
}
