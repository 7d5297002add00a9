// A curve has no marks of its own to point at: a strip over each of its points says what it is, and can be opened.
import type { Scale, Span } from './axis.ts';
import { keyOf, shape, type Shape, title } from './shape.ts';

export interface Strip {
  readonly x: number;
  readonly title: string;
  readonly key?: string;
}

/** Each as wide as the half ways to its neighbours. */
export function drawStrips(strips: readonly Strip[], scale: Scale, [left, right]: Span, [top, bottom]: Span): Shape[] {
  const at = strips.map(({ x }) => scale(x));
  const middle = (i: number) => ((at[i] ?? left) + (at[i + 1] ?? right)) / 2;
  return strips.map(({ title: text, key }, i) => {
    const from = i === 0 ? left : middle(i - 1);
    const to = i === strips.length - 1 ? right : middle(i);
    return shape(
      'rect',
      {
        x: from,
        y: top,
        width: Math.max(0.5, to - from),
        height: bottom - top,
        class: 'strip',
        // Where on the axis it stands, for the one who draws a hand across several.
        'data-x': String(strips[i]?.x ?? ''),
        'data-mid': at[i] ?? from,
        ...keyOf(key),
      },
      [title(text)],
    );
  });
}
