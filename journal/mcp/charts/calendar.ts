import { Canvas } from './canvas.ts';
import { FAINT, GAIN, heading, INK, LOSS, MARGIN, MUTED, signed, TOP, WIDTH } from './look.ts';

export interface Day {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly pnl: number;
}

const MONTHS = 12;
const PER_ROW = 4;
const CELL = 36;
const GAP = 3;
const MONTH_WIDTH = (WIDTH - 2 * MARGIN) / PER_ROW;
const MONTH_HEIGHT = 50 + 6 * CELL;
const WHITE = [255, 255, 255] as const;
const NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** The latest twelve months with trades, a box per day, Monday first: the stronger the colour, the larger the result. */
export function calendarChart(title: string, subtitle: string, days: readonly Day[]): Buffer {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].toSorted().slice(-MONTHS);
  const shown = days.filter(({ day }) => months.includes(day.slice(0, 7)));
  const largest = Math.max(...shown.map(({ pnl }) => Math.abs(pnl)), 0.01);
  const canvas = new Canvas(WIDTH, TOP + Math.ceil(months.length / PER_ROW) * MONTH_HEIGHT + 10);
  heading(canvas, title, subtitle);
  for (const [index, month] of months.entries()) {
    const left = MARGIN + (index % PER_ROW) * MONTH_WIDTH;
    const top = TOP + Math.floor(index / PER_ROW) * MONTH_HEIGHT;
    const results = new Map(shown.filter(({ day }) => day.startsWith(month)).map(({ day, pnl }) => [day, pnl]));
    drawMonth(canvas, month, results, { left, top, largest });
  }
  return canvas.png();
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly largest: number;
}

function drawMonth(canvas: Canvas, month: string, results: ReadonlyMap<string, number>, place: Place): void {
  const { left, top, largest } = place;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const cents = [...results.values()].reduce((sum, pnl) => sum + Math.round(pnl * 100), 0);
  const total = Math.round(cents / 100);
  canvas.text(`${NAMES[number - 1]} ${year}`, left, top, { colour: INK, size: 2 });
  const style = { colour: cents < 0 ? LOSS : GAIN, size: 2, align: 'right' } as const;
  canvas.text(signed(total), left + 7 * CELL - GAP, top, style);
  const blank = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  for (let date = 1; date <= length; date++) {
    const box = blank + date - 1;
    const [x, y] = [left + (box % 7) * CELL, top + 26 + Math.floor(box / 7) * CELL];
    const pnl = results.get(`${month}-${String(date).padStart(2, '0')}`);
    const strength = pnl === undefined ? 0 : 0.25 + (0.75 * Math.abs(pnl)) / largest;
    const size = CELL - GAP;
    if (pnl === undefined) canvas.rectangle(x, y, size, size, FAINT, 0.6);
    else canvas.rectangle(x, y, size, size, pnl < 0 ? LOSS : GAIN, strength);
    const colour = pnl === undefined ? MUTED : strength > 0.6 ? WHITE : INK;
    canvas.text(String(date), x + size / 2, y + 10, { colour, size: 2, align: 'centre' });
  }
}
