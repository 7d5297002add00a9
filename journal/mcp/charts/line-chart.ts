import { Canvas, textHeight, textWidth, type Point } from './canvas.ts';
import { ACCENT, dollars, FAINT, GAIN, heading, INK, LOSS, MARGIN, MUTED, TOP, WIDTH } from './look.ts';

export interface LineChart {
  readonly title: string;
  readonly subtitle: string;
  /** From left to right. */
  readonly points: readonly Point[];
  /** Above it is gain, below it is loss. */
  readonly baseline: number;
  readonly xTicks: readonly Tick[];
  /** Places on the x axis that deserve a name. */
  readonly marks?: readonly Tick[];
}

export interface Tick {
  readonly x: number;
  readonly label: string;
}

const HEIGHT = 640;
const BOTTOM = HEIGHT - 60;
const LABEL = 2;
const SHADE = 0.16;

/** A curve over money, shaded towards its baseline: green above, red below. */
export function lineChart({ title, subtitle, points, baseline, xTicks, marks = [] }: LineChart): Buffer {
  const canvas = new Canvas(WIDTH, HEIGHT);
  heading(canvas, title, subtitle);
  const ticks = ticksOf([baseline, ...points.map(({ y }) => y)]);
  const labels = ticks.map(dollars);
  const left = MARGIN + Math.max(...labels.map((label) => textWidth(label, LABEL))) + 14;
  const right = WIDTH - MARGIN;
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 1];
  const place = ({ x, y }: Point): Point => ({
    x: left + ((x - first) / (last - first || 1)) * (right - left),
    y: BOTTOM - ((y - low) / (high - low || 1)) * (BOTTOM - TOP),
  });

  for (const [index, tick] of ticks.entries()) {
    const { y } = place({ x: first, y: tick });
    canvas.rectangle(left, y, right - left, 1, FAINT);
    const style = { colour: MUTED, size: LABEL, align: 'right' } as const;
    canvas.text(labels[index] ?? '', left - 14, Math.round(y - textHeight(LABEL) / 2), style);
  }
  for (const { x, label } of xTicks) {
    const at = place({ x, y: low }).x;
    const half = textWidth(label, LABEL) / 2;
    const centre = Math.min(Math.max(at, left + half), right - half);
    canvas.text(label, centre, BOTTOM + 20, { colour: MUTED, size: LABEL, align: 'centre' });
  }

  const placed = points.map(place);
  const zero = place({ x: first, y: baseline }).y;
  for (let x = Math.ceil(left); x <= right; x++) {
    const y = heightAt(placed, x);
    canvas.rectangle(x, Math.min(y, zero), 1, Math.abs(y - zero), y < zero ? GAIN : LOSS, SHADE);
  }
  canvas.rectangle(left, zero, right - left, 2, MUTED);
  for (const { x, label } of marks) {
    const at = place({ x, y: baseline });
    canvas.line({ x: at.x, y: TOP }, { x: at.x, y: BOTTOM }, FAINT, 2);
    canvas.text(label, at.x, TOP - 22, { colour: INK, size: LABEL, align: 'centre' });
    canvas.line(at, at, INK, 10);
  }
  for (const [index, to] of placed.entries()) canvas.line(placed[index - 1] ?? to, to, ACCENT, 3);
  return canvas.png();
}

/** The curve's height at a pixel column, between the points around it. */
function heightAt(points: readonly Point[], x: number): number {
  const next = points.findIndex((point) => point.x >= x);
  const to = points[next] ?? points.at(-1);
  const from = points[next - 1] ?? to;
  if (!from || !to) return 0;
  return to.x === from.x ? to.y : from.y + ((x - from.x) / (to.x - from.x)) * (to.y - from.y);
}

const STEPS = 6;

/** Round numbers around the values: steps of one, two or five times a power of ten. */
export function ticksOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rough = (high - low || Math.abs(high) || 1) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const [start, end] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  return Array.from({ length: end - start + 1 }, (_, index) => (start + index) * step);
}
