// The text of a path through points, to a tenth of a pixel.
import { coordinate } from './shape.ts';
import type { Point } from './thin.ts';

const at = ([x, y]: Point): string => `${coordinate(x)},${coordinate(y)}`;
const through = (points: readonly Point[]): string => `M${points.map(at).join('L')}`;

/** A point without a value interrupts what is drawn. */
function unbroken<P extends readonly number[]>(points: readonly P[]): P[][] {
  const parts: P[][] = [];
  let part: P[] = [];
  for (const point of points)
    if (point.every((each) => Number.isFinite(each))) part.push(point);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  if (part.length > 0) parts.push(part);
  return parts;
}

/** One that stands alone is closed, so that it is seen as a dot. */
export const linePath = (points: readonly Point[]): string =>
  unbroken(points)
    .map((part) => `${through(part)}${part.length === 1 ? 'Z' : ''}`)
    .join('');

/** [x, one edge, the other]: there along one, back along the other. */
export const areaPath = (points: readonly (readonly [number, number, number])[]): string =>
  unbroken(points)
    .map((part) => {
      const there = part.map(([x, , edge]) => [x, edge] as const);
      const back = part.map(([x, edge]) => [x, edge] as const).toReversed();
      return `${through([...there, ...back])}Z`;
    })
    .join('');
