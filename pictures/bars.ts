// A bar for each of some named things, one below the other: names are read, not turned.
import { extent, valueAxis } from './axis.ts';
import type { Tone } from './line-chart.ts';
import { canvas, keyOf, shape, type Shape, textWidth, title, words } from './shape.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Beside the value, such as how many it is the mean of. */
  readonly note?: string;
  readonly key?: string;
}

export interface Bars {
  readonly label: string;
  readonly width: number;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
  /** For what is neither gained nor lost, such as time or fees; else the sign decides. */
  readonly tone?: Tone;
}

const LINE = 26;
const LONGEST_NAME = 22;

export function barChart({ label, width, bars, format, tone }: Bars): Shape {
  const names = bars.map(({ name }) => shortened(name, LONGEST_NAME));
  const texts = bars.map(({ value, note }) => `${format(value)}${note === undefined ? '' : ` · ${note}`}`);
  const left = 12 + Math.max(...names.map(textWidth), 0);
  const right = width - 12 - Math.max(...texts.map(textWidth), 0);
  const { place } = valueAxis(
    extent(
      bars.map(({ value }) => value),
      [0],
    ),
    [left, Math.max(left + 20, right)],
    2,
    format,
  );
  const zero = place(0);
  return canvas(width, LINE * Math.max(1, bars.length) + 6, label, [
    ...bars.map(({ name, value, key }, i) => {
      const [top, at] = [3 + i * LINE, place(value)];
      return shape('g', keyOf(key), [
        title(`${name}: ${texts[i] ?? ''}`),
        words(left - 6, top + 17, names[i] ?? '', 'end'),
        shape('rect', {
          x: Math.min(zero, at),
          y: top + 3,
          width: Math.max(1, Math.abs(at - zero)),
          height: LINE - 8,
          class: `bar ${tone ?? (value < 0 ? 'loss' : 'gain')}`,
        }),
        words(width - 4, top + 17, texts[i] ?? '', 'end', 'strong'),
      ]);
    }),
    shape('line', { x1: zero, x2: zero, y1: 0, y2: LINE * bars.length + 6, class: 'zero' }),
  ]);
}

/** A name that fits; the whole of it is in the bar's title. */
function shortened(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
