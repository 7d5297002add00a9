import { escapeHtml } from '../../core/html.ts';

export interface ChartData {
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly x: string;
  readonly y: string;
}

const WIDTH = 760;
const HEIGHT = 240;
const MARGIN = { left: 70, right: 16, top: 12, bottom: 28 };

interface Point {
  readonly label: string;
  readonly value: number;
}

/** Only paths and texts, so that the PDF can draw the same picture. */
export function lineChart(data: ChartData): string {
  return chart(data, (points, x, y) => {
    const path = points.map(({ value }, n) => `${n === 0 ? 'M' : 'L'}${x(n)} ${y(value)}`).join('');
    return `<path d="${path}" fill="none" stroke="#1f6feb" stroke-width="1.8"/>`;
  });
}

export function barChart(data: ChartData): string {
  return chart(data, (points, x, y) => {
    const half = Math.max(1, ((WIDTH - MARGIN.left - MARGIN.right) / points.length) * 0.35);
    return points
      .map(({ value }, n) => {
        const [left, right] = [round(x(n) - half), round(x(n) + half)];
        const colour = value < 0 ? '#c93c37' : '#2da44e';
        return `<path d="M${left} ${y(0)}L${left} ${y(value)}L${right} ${y(value)}L${right} ${y(0)}Z" fill="${colour}" stroke="none"/>`;
      })
      .join('');
  });
}

function chart(
  { title, rows, x: xField, y: yField }: ChartData,
  draw: (points: readonly Point[], x: (n: number) => number, y: (value: number) => number) => string,
): string {
  const points = rows.flatMap((row) => {
    const value = Number(row[yField]);
    return Number.isFinite(value) && row[yField] !== null ? [{ label: labelOf(row[xField]), value }] : [];
  });
  const caption = `<figcaption>${escapeHtml(title)}</figcaption>`;
  if (points.length === 0) return `<figure>${caption}<p>No data.</p></figure>`;
  const values = points.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const span = high - low || 1;
  const x = (n: number) => round(MARGIN.left + ((n + 0.5) / points.length) * (WIDTH - MARGIN.left - MARGIN.right));
  const y = (value: number) =>
    round(HEIGHT - MARGIN.bottom - ((value - low) / span) * (HEIGHT - MARGIN.top - MARGIN.bottom));
  const grid = [low, low + span / 2, high].map(
    (value) =>
      `<path d="M${MARGIN.left} ${y(value)}L${WIDTH - MARGIN.right} ${y(value)}" fill="none" stroke="#d9e1e8" stroke-width="1"/>` +
      `<text x="4" y="${y(value) + 4}" font-size="11" fill="#57606a">${escapeHtml(short(value))}</text>`,
  );
  const [first, last] = [points[0], points.at(-1)];
  const labels = [
    `<text x="${MARGIN.left}" y="${HEIGHT - 8}" font-size="11" fill="#57606a">${escapeHtml(first?.label ?? '')}</text>`,
    `<text x="${WIDTH - 110}" y="${HEIGHT - 8}" font-size="11" fill="#57606a">${escapeHtml(last?.label ?? '')}</text>`,
  ];
  return `<figure>${caption}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="${escapeHtml(title)}">${grid.join('')}${draw(points, x, y)}${labels.join('')}</svg></figure>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

function short(value: number): string {
  return new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 }).format(value);
}

function labelOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
