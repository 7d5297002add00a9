// The charts of a report: the pictures of the house, with their colours at every mark, since mail programs drop style
// sheets and a PDF has none.
import { barChart, lineChart, markup, painted, type Shape } from '@zorivest/pictures';
import { escapeHtml } from '@zorivest/store';

export interface ChartData {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly x: string;
  readonly y: string;
}

const WIDTH = 760;
const HEIGHT = 240;
/** More bars than this would fill pages: they become the line that they would show. */
const MOST_BARS = 40;

interface Point {
  readonly label: string;
  readonly value: number;
}

export function reportChart(kind: 'line' | 'bar', { title, rows, x, y }: ChartData): string {
  const points = rows.flatMap((row) => {
    const value = Number(row[y]);
    return Number.isFinite(value) && row[y] !== null ? [{ label: labelOf(row[x]), value }] : [];
  });
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (points.length === 0) return `<figure>${caption}<p>No data.</p></figure>`;
  const drawn = kind === 'bar' && points.length <= MOST_BARS ? bars(title, points) : line(title, points, kind);
  return `<figure>${caption}${markup(painted(drawn))}</figure>`;
}

const bars = (label: string, points: readonly Point[]): Shape =>
  barChart({
    label,
    width: WIDTH,
    bars: points.map(({ label: name, value }) => ({ name, value })),
    format: short,
  });

function line(label: string, points: readonly Point[], kind: 'line' | 'bar'): Shape {
  const times = points.map((point) => timeOf(point.label));
  const dated = times.every((time) => !Number.isNaN(time));
  return lineChart({
    label,
    width: WIDTH,
    height: HEIGHT,
    lines: [
      {
        name: label,
        points: points.map(({ value }, n) => [dated ? (times[n] ?? 0) : n, value] as const),
        tone: 'first',
        ...(kind === 'bar' && { fill: { to: 0, as: 'gain and loss' as const } }),
      },
    ],
    including: [0],
    format: short,
    // What is no time stands in the order of the rows, named where a label falls on one.
    ...(!dated && { formatX: (n) => (Number.isInteger(n) ? (points[n]?.label ?? '') : '') }),
  });
}

/** A day, or a moment; years and other numbers are names. */
const timeOf = (text: string): number => (/^\d{4}-\d\d(-\d\d|$)/.test(text) ? Date.parse(text) : Number.NaN);

function short(value: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
