// The labels of an axis: names along the bottom that do not overlap, and lines across with their values.
import type { Axis, Span } from './axis.ts';
import { type Anchor, shape, type Shape, textWidth, textAt } from './shape.ts';

/** Where a label stands so that it stays inside the picture. */
export function anchorAt(at: number, [from, to]: Span): Anchor {
  return at < from + 24 ? 'start' : at > to - 24 ? 'end' : 'middle';
}

const GAP = 8;

/**
 * The labels of an axis at one height. Round times are not evenly apart (29 Nov, 1 Dec), and numbers may be long: one
 * that would touch the label before it is left out.
 */
export function labelsAlong({ scale, ticks }: Axis, y: number, pixels: Span): Shape[] {
  let taken = -Infinity;
  return ticks.flatMap(({ value, text }) => {
    const at = scale(value);
    const anchor = anchorAt(at, pixels);
    const width = textWidth(text);
    const from = anchor === 'start' ? at : anchor === 'end' ? at - width : at - width / 2;
    if (from < taken + GAP) return [];
    taken = from + width;
    return [textAt(at, y, text, anchor)];
  });
}

/** A line across the plot for each value of an axis, its label to the right of it. */
export function gridOf({ scale, ticks }: Axis, [left, right]: Span): Shape[] {
  return ticks.map(({ value, text }) => {
    const at = scale(value);
    return shape('g', {}, [
      shape('line', { x1: left, x2: right, y1: at, y2: at, class: value === 0 ? 'zero' : 'grid' }),
      textAt(right + 6, at + 4, text),
    ]);
  });
}
