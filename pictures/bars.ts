// A bar for each of some named things, one below the other: names are read, not turned.
import { extent, valueAxis } from './axis.ts';
import type { Tone } from './line-chart.ts';
import { type Anchor, canvas, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Next to the value, such as how many it is the mean of. */
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

/** How a bar and its words share the room: side by side, or the words above on a telephone. */
interface Layout {
  readonly line: number;
  readonly bar: { readonly top: number; readonly height: number };
  readonly labelTop: number;
  readonly from: number;
  readonly to: number;
  readonly name: { readonly x: number; readonly anchor: Anchor; readonly most: number };
}

const LONGEST_NAME = 22;
const NARROW = 420;

function layoutOf(width: number, names: readonly string[], texts: readonly string[]): Layout {
  if (width < NARROW) {
    const most = Math.floor((width - 20 - widest(texts)) / 7.5);
    const name = { x: 4, anchor: 'start' as const, most: Math.max(8, most) };
    return { line: 38, bar: { top: 21, height: 12 }, labelTop: 15, from: 4, to: width - 4, name };
  }
  const left = 12 + widest(names.map((name) => shorten(name, LONGEST_NAME)));
  const to = Math.max(left + 20, width - 12 - widest(texts));
  const name = { x: left - 6, anchor: 'end' as const, most: LONGEST_NAME };
  return { line: 26, bar: { top: 6, height: 18 }, labelTop: 20, from: left, to, name };
}

const widest = (texts: readonly string[]): number => Math.max(...texts.map(textWidth), 0);

export function barChart({ label, width, bars, format, tone }: Bars): Shape {
  const texts = bars.map(({ value, note }) => `${format(value)}${note === undefined ? '' : ` · ${note}`}`);
  const layout = layoutOf(
    width,
    bars.map(({ name }) => name),
    texts,
  );
  const values = extent(
    bars.map(({ value }) => value),
    [0],
  );
  const { scale } = valueAxis(values, [layout.from, layout.to], 2, format);
  const zero = scale(0);
  const height = layout.line * Math.max(1, bars.length) + 6;
  return canvas(width, height, label, [
    ...bars.map(({ name, value, key }, i) => {
      const [top, at] = [i * layout.line, scale(value)];
      return shape('g', keyOf(key), [
        title(`${name}: ${texts[i] ?? ''}`),
        textAt(layout.name.x, top + layout.labelTop, shorten(name, layout.name.most), layout.name.anchor),
        shape('rect', {
          x: Math.min(zero, at),
          y: top + layout.bar.top,
          width: Math.max(1, Math.abs(at - zero)),
          height: layout.bar.height,
          class: `bar ${tone ?? (value < 0 ? 'loss' : 'gain')}`,
        }),
        textAt(width - 4, top + layout.labelTop, texts[i] ?? '', 'end', 'strong'),
      ]);
    }),
    // Between words above each other a line through all of them would cross what is read.
    ...(layout.name.anchor === 'start'
      ? bars.map((_, i) => zeroLine(zero, i * layout.line + layout.bar.top - 2, layout.bar.height + 4))
      : [zeroLine(zero, 0, height)]),
  ]);
}

const zeroLine = (x: number, top: number, tall: number): Shape =>
  shape('line', { x1: x, x2: x, y1: top, y2: top + tall, class: 'zero' });

/** A name that fits; the whole of it is in the bar's title. */
function shorten(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}
