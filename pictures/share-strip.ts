// Parts of a whole as one strip, each as long as its share, named beneath.
import { canvas, shape, type Shape, textAt, textWidth, title } from './shape.ts';
import type { Tone } from './line-chart.ts';

export interface ShareStrip {
  readonly label: string;
  readonly width: number;
  readonly parts: readonly { readonly name: string; readonly value: number; readonly tone: Tone }[];
  readonly format: (value: number) => string;
}

const TALL = 14;
const LINE = 18;
/** The minimum width of a part that is not zero. */
const LEAST = 3;

export function shareStrip({ label, width, parts, format }: ShareStrip): Shape {
  const shown = parts.filter(({ value }) => value > 0);
  const whole = shown.reduce((sum, { value }) => sum + value, 0);
  const room = width - shown.length * LEAST;
  let at = 0;
  const bars = shown.map(({ name, value, tone }) => {
    const long = LEAST + (room * value) / Math.max(whole, 1e-9);
    const from = at;
    at += long;
    return shape('rect', { x: from, y: 0, width: Math.max(1, long - 1), height: TALL, class: `bar ${tone}` }, [
      title(`${name}: ${format(value)}`),
    ]);
  });
  // The names continue on the next line where one has no room for them.
  let [x, line] = [0, 0];
  const names = shown.map(({ name, value, tone }) => {
    const text = `${name} ${format(value)}`;
    const long = 16 + textWidth(text) + 12;
    if (x > 0 && x + long > width) [x, line] = [0, line + 1];
    const [left, y] = [x, TALL + 14 + line * LINE];
    x += long;
    return shape('g', {}, [
      shape('rect', { x: left, y: y - 9, width: 10, height: 10, class: `bar ${tone}` }),
      textAt(left + 16, y, text),
    ]);
  });
  return canvas(width, TALL + (shown.length === 0 ? 0 : 8 + (line + 1) * LINE), label, [...bars, ...names]);
}
