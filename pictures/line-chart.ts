// Lines, areas and bands over time or over numbers, with marks at points of them.
import { extent, type Axis, type Scale, timeAxis, valueAxis } from './axis.ts';
import { drawBars, fittingBars, type PriceBar } from './candles.ts';
import { anchorAt, gridOf, labelsAlong } from './labels.ts';
import { areaPath, linePath } from './path.ts';
import { canvas, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';
import { drawStrips, type Strip } from './strips.ts';
import { type Point, downsample } from './thin.ts';

/** Its tone; the colours come from the style sheet. */
export type Tone = 'first' | 'second' | 'third' | 'quiet' | 'gain' | 'loss';

export interface Line {
  readonly name: string;
  /** A value that is not a number interrupts the line. */
  readonly points: readonly Point[];
  readonly tone: Tone;
  /** Filled to this value: with one tone, or as gain above it and loss below. */
  readonly fill?: { readonly to: number; readonly as: 'tone' | 'gain and loss' };
}

/** Everything between two lines, such as half of all simulated paths. */
export interface Band {
  readonly name: string;
  /** [x, low, high] */
  readonly points: readonly (readonly [number, number, number])[];
  readonly tone: Tone;
}

export interface Mark {
  readonly at: Point;
  readonly kind: 'up' | 'down' | 'dot';
  readonly tone: Tone;
  readonly title: string;
  readonly key?: string;
}

/** A line across the whole picture at one value of an axis, with its name. */
export interface Rule {
  readonly at: { readonly x: number } | { readonly y: number };
  readonly name: string;
  readonly tone?: Tone;
}

/** Something that happened at a place of the horizontal axis: a pin at the foot of the picture, with its words. */
export interface Note {
  readonly x: number;
  readonly title: string;
  readonly key?: string;
}

export interface LineChart {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly Line[];
  readonly bands?: readonly Band[];
  /** Prices, behind everything else; more than fit are merged. */
  readonly bars?: readonly PriceBar[];
  readonly marks?: readonly Mark[];
  readonly rules?: readonly Rule[];
  readonly format: (value: number) => string;
  /** Times in milliseconds unless the horizontal axis has numbers of its own. */
  readonly formatX?: (value: number) => string;
  /** What is under the pointer, by places along the horizontal axis, in order. */
  readonly strips?: readonly Strip[];
  readonly notes?: readonly Note[];
  /** Values the axis must reach. */
  readonly including?: readonly number[];
  /** A curve in a place of its own below, over the same times: such as the drawdown of the one above. */
  readonly under?: Line;
}

const LEFT = 8;
const TOP = 10;
const BOTTOM = 24;
const LEGEND = 22;
/** What a curve below takes of the height, and what stands between the two. */
const UNDER = 0.3;
const GAP = 12;

export function lineChart(chart: LineChart): Shape {
  const {
    label,
    width,
    height,
    bands = [],
    marks = [],
    rules = [],
    format,
    formatX,
    including = [],
    strips = [],
    notes = [],
    under,
  } = chart;
  const bars = fittingBars(chart.bars ?? [], width);
  const lines = chart.lines.map((each) => ({ ...each, points: downsample(each.points) }));
  const keys = lines.length + bands.length > 1 ? placeKeys(lines, bands, width) : [];
  const across = extent(
    [...lines, ...bands].flatMap(({ points }) => points.map(([x]) => x)),
    [...bars.map(([time]) => time), ...rules.flatMap(({ at }) => ('x' in at ? [at.x] : []))],
  );
  const values = extent(
    [
      ...lines.flatMap(({ points }) => points.map(([, y]) => y)),
      ...bands.flatMap(({ points }) => points.flatMap(([, low, high]) => [low, high])),
      ...bars.flatMap(([, , high, low]) => [low, high]),
      ...marks.map(({ at }) => at[1]),
    ],
    [
      ...including,
      ...lines.flatMap(({ fill }) => (fill === undefined ? [] : [fill.to])),
      ...rules.flatMap(({ at }) => ('y' in at ? [at.y] : [])),
    ],
  );
  const top = TOP + ((keys.at(-1)?.row ?? -1) + 1) * LEGEND;
  const foot = height - BOTTOM;
  const bottom = under === undefined ? foot : Math.round(foot - (foot - top) * UNDER - GAP);
  const y = valueAxis(values, [bottom, top], Math.max(2, Math.round((bottom - top) / 60)), format);
  const below = under === undefined ? null : belowOf(under, [foot, bottom + GAP], format);
  // Labels stand to the right of the plot, as wide as the longest of them.
  const ticks = [...y.ticks, ...(below?.y.ticks ?? [])];
  const right = width - 10 - Math.max(...ticks.map(({ text }) => textWidth(text)), 21);
  const x = formatX
    ? valueAxis(across, [LEFT, right], Math.max(2, Math.floor(width / 110)), formatX)
    : timeAxis(across, [LEFT, right], Math.max(3, Math.floor(width / 95)));
  return canvas(width, height, label, [
    ...gridOf(y, [LEFT, right]),
    ...labelsAlong(x, height - 6, [LEFT, right]),
    ...(bars.length === 0 ? [] : [drawBars(bars, x.scale, y.scale, right - LEFT)]),
    ...bands.map((band) => drawBand(band, x.scale, y.scale)),
    ...lines.flatMap((each) => drawLine(each, x.scale, y.scale)),
    ...rules.map((rule) => drawRule(rule, x, y, { left: LEFT, right, top, bottom })),
    ...(below === null
      ? []
      : [
          ...gridOf(below.y, [LEFT, right]),
          ...drawLine(below.line, x.scale, below.y.scale),
          textAt(LEFT + 4, foot - 6, below.line.name, 'start', 'named'),
        ]),
    ...drawStrips(strips, x.scale, [LEFT, right], [top, foot]),
    ...marks.map((mark) => drawMark(mark, x.scale, y.scale)),
    ...drawNotes(notes, x.scale, across, bottom),
    ...(keys.length === 0 ? [] : [shape('g', {}, keys.flatMap(drawKey))]),
  ]);
}

function belowOf(under: Line, span: readonly [number, number], format: (value: number) => string) {
  const line = { ...under, points: downsample(under.points) };
  const values = extent(
    line.points.map(([, value]) => value),
    [under.fill?.to ?? 0],
  );
  return { line, y: valueAxis(values, span, 2, format) };
}

function drawLine({ points, tone, fill }: Line, x: Scale, y: Scale): Shape[] {
  const drawn = shape('path', {
    d: linePath(points.map(([at, value]) => [x(at), y(value)] as const)),
    class: `line ${tone}`,
  });
  if (fill === undefined) return [drawn];
  const foot = y(fill.to);
  const fillArea = (limit: (value: number) => number, as: Tone) => {
    const cut = fill.as === 'tone' ? points : withCrossings(points, fill.to);
    const edges = cut.map(([at, value]) => [x(at), foot, y(limit(value))] as const);
    return shape('path', { d: areaPath(edges), class: `area ${as}` });
  };
  if (fill.as === 'tone') return [fillArea((value) => value, tone), drawn];
  return [
    fillArea((value) => Math.max(value, fill.to), 'gain'),
    fillArea((value) => Math.min(value, fill.to), 'loss'),
    drawn,
  ];
}

/** The same line with a point wherever it crosses the level, so that what is above and below can be filled separately. */
function withCrossings(points: readonly Point[], level: number): Point[] {
  return points.flatMap((point, i) => {
    const before = points[i - 1];
    if (before === undefined || (before[1] - level) * (point[1] - level) >= 0) return [point];
    const share = (level - before[1]) / (point[1] - before[1]);
    return [[before[0] + share * (point[0] - before[0]), level] as const, point];
  });
}

function drawBand({ points, tone }: Band, x: Scale, y: Scale): Shape {
  const edges = points.map(([at, low, high]) => [x(at), y(low), y(high)] as const);
  return shape('path', { d: areaPath(edges), class: `area ${tone}` });
}

interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function drawRule({ at, name, tone = 'quiet' }: Rule, x: Axis, y: Axis, { left, right, top, bottom }: Frame): Shape {
  if ('x' in at) {
    const position = x.scale(at.x);
    return shape('g', {}, [
      shape('line', { x1: position, x2: position, y1: top, y2: bottom, class: `rule ${tone}` }),
      textAt(position, top + 10, name, anchorAt(position, [left, right]), 'named'),
    ]);
  }
  const position = y.scale(at.y);
  return shape('g', {}, [
    shape('line', { x1: left, x2: right, y1: position, y2: position, class: `rule ${tone}` }),
    // Above the line; below it where it would stand in the legend.
    textAt(left + 4, position - 14 < top ? position + 13 : position - 4, name, 'start', 'named'),
  ]);
}

const PIN = 2.5;

/** A curve ends with its last point, and its evening is longer: what was written then belongs to it. */
const EVENING = 86_400_000;

/** Marks at the same place are stacked. */
function drawNotes(notes: readonly Note[], x: Scale, [from, to]: readonly [number, number], foot: number): Shape[] {
  const standing = new Map<number, number>();
  return notes
    .filter(({ x: at }) => at >= from && at <= to + EVENING)
    .map(({ x: at, title: text, key }) => {
      const cx = Math.round(x(Math.min(at, to)));
      const place = Math.round(cx / (2 * PIN));
      const below = standing.get(place) ?? 0;
      standing.set(place, below + 1);
      const cy = foot - PIN - 1 - below * (2 * PIN + 1);
      return shape('circle', { cx, cy, r: PIN, class: 'mark third note', ...keyOf(key) }, [title(text)]);
    });
}

const SIZE = 4.5;

export function drawMark({ at, kind, tone, title: text, key }: Mark, x: Scale, y: Scale): Shape {
  const [cx, cy] = [x(at[0]), y(at[1])];
  const tooltip = [title(text)];
  if (kind === 'dot') return shape('circle', { cx, cy, r: 3, class: `mark ${tone}`, ...keyOf(key) }, tooltip);
  // The tip touches the value, so that the mark does not hide it.
  const way = kind === 'up' ? 1 : -1;
  const d = `M${cx.toFixed(1)} ${cy.toFixed(1)}l${SIZE} ${1.8 * SIZE * way}h${-2 * SIZE}Z`;
  return shape('path', { d, class: `mark ${tone}`, ...keyOf(key) }, tooltip);
}

/** A line has its name next to a short line, a band next to a patch. */
interface Key {
  readonly name: string;
  readonly tone: Tone;
  readonly isBand: boolean;
  readonly x: number;
  readonly row: number;
}

/** Names side by side, and on a row of their own where the width ends. */
function placeKeys(lines: readonly Line[], bands: readonly Band[], width: number): Key[] {
  const named = [...lines.map((one) => ({ ...one, isBand: false })), ...bands.map((one) => ({ ...one, isBand: true }))];
  let at = { x: LEFT, row: 0 };
  return named.map(({ name, tone, isBand }) => {
    const long = SWATCH + textWidth(name);
    if (at.x > LEFT && at.x + long > width) at = { x: LEFT, row: at.row + 1 };
    const key = { name, tone, isBand, ...at };
    at = { ...at, x: at.x + long + BETWEEN };
    return key;
  });
}

const SWATCH = 24;
const BETWEEN = 14;

function drawKey({ name, tone, isBand, x, row }: Key): Shape[] {
  const y = row * LEGEND;
  return [
    isBand
      ? shape('rect', { x, y: y + 6, width: 18, height: 12, class: `area ${tone}` })
      : shape('line', { x1: x, x2: x + 18, y1: y + 12, y2: y + 12, class: `line ${tone}` }),
    textAt(x + SWATCH, y + 16, name),
  ];
}
