// Results by day: a month as a sheet of paper has it, or a year at one glance. By default weeks begin on
// Monday.
import { monthName } from './axis.ts';
import { canvas, cellOpacity, keyOf, shape, type Shape, textWidth, title, textAt } from './shape.ts';

/** `day` is YYYY-MM-DD. */
export interface DayValue {
  readonly day: string;
  /** Null where something happened and its result is not known. */
  readonly value: number | null;
  /** Such as how many trades. */
  readonly note?: string;
  /** The whole text of the tooltip, in place of day, figure and note. */
  readonly tooltip?: string;
  /** What stands below the figure where a cell has room: ways to write it, the longest first. */
  readonly below?: readonly string[];
}

export type WeekStart = 'monday' | 'sunday' | 'saturday';

interface Days {
  readonly label: string;
  readonly width: number;
  readonly days: readonly DayValue[];
  /** The whole figure: in the tooltip, and shown where there is room. */
  readonly format: Format;
  readonly weekStart?: WeekStart;
}

type Format = (value: number) => string;

export interface MonthSheet extends Days {
  /** YYYY-MM */
  readonly month: string;
  /** Ways to write a figure where the whole one has no room, the longest first. */
  readonly shorter?: readonly Format[];
  /** YYYY-MM-DD; outlined. */
  readonly today?: string;
  /** Saturdays and Sundays are left out in a month that has nothing on them. */
  readonly weekends?: 'always' | 'where something happened';
  /** Of a row, in pixels. */
  readonly tallest?: number;
}

export interface MonthsSheet extends Days {
  /** How many of the latest months that have a result. */
  readonly most?: number;
}

export interface YearMap extends Days {
  readonly year: number;
}

const DAY = 86_400_000;
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
const HEAD = 24;

/** Days after Monday. */
const starts: Readonly<Record<WeekStart, number>> = { monday: 0, saturday: 5, sunday: 6 };
const weekdaysFrom = (start: WeekStart) => WEEKDAYS.map((_, i) => WEEKDAYS[(i + starts[start]) % 7] ?? '');

/** One month with room for the figures, and the sum of each week next to it. */
export function monthSheet(sheet: MonthSheet): Shape {
  const { label, width, month, days, format, shorter = [], weekStart = 'monday', today, tallest = 64 } = sheet;
  const byDay = valuesOf(days);
  const most = strongest(days);
  const names = weekdaysFrom(weekStart);
  const whole = weeksOf(month, weekStart);
  const isShown = (column: number) =>
    sheet.weekends !== 'where something happened' ||
    !WEEKEND.has(names[column] ?? '') ||
    whole.some((week) => byDay.has(week[column] ?? ''));
  const weeks = whole
    .map((week) => week.filter((_, column) => isShown(column)))
    .filter((week) => week.some((day) => day !== null));
  const heads = names.filter((_, column) => isShown(column));
  const cell = Math.floor((width - 8) / (heads.length + 1));
  const height = Math.min(Math.max(cell, WITH_BELOW), tallest);
  const formats = [format, ...shorter] as const;
  const sums = weeks.map((week) => {
    const known = week.flatMap((day) => (day === null ? [] : (byDay.get(day)?.value ?? [])));
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  });
  const withoutNulls = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  const inMonth = days.filter(({ day }) => day.startsWith(month)).map(({ value }) => value);
  const ofDays = { whole: format, format: fittingAll(withoutNulls(inMonth), cell - 4, formats) };
  const ofWeeks = { whole: format, format: fittingAll(withoutNulls(sums), cell, formats) };
  const largest = Math.max(...sums.map((sum) => Math.abs(sum ?? 0)), 1e-9);
  const last = 4 + heads.length * cell;
  return canvas(width, HEAD + weeks.length * height + 4, label, [
    ...[...heads, 'Week'].map((name, i) => textAt(4 + (i + 0.5) * cell, 16, name, 'middle')),
    ...weeks.flatMap((week, row) => {
      const top = HEAD + row * height;
      const sum = sums[row] ?? null;
      return [
        ...week.flatMap((day, i) =>
          day === null
            ? []
            : [
                dayCell(day, byDay.get(day), { x: 4 + i * cell, y: top, cell, height, most, ...ofDays }),
                ...(day === today ? [todayMark(4 + i * cell, top, cell, height)] : []),
              ],
        ),
        ...(sum === null
          ? []
          : [
              weekBar(sum / largest, { x: last, y: top, cell, height }),
              weekSum(sum, last + cell / 2, top + height / 2 + 4, ofWeeks),
            ]),
      ];
    }),
  ]);
}

const WEEKEND: ReadonlySet<string> = new Set(['Sa', 'Su']);

const todayMark = (x: number, y: number, cell: number, height: number): Shape =>
  shape('rect', { x: x + 1, y: y + 1, width: cell - 4, height: height - 4, rx: 2, class: 'today' });

/** How much of the best or worst week it made. */
function weekBar(share: number, { x, y, cell, height }: Pick<Cell, 'x' | 'y' | 'cell' | 'height'>): Shape {
  const width = Math.max(1, (cell - 12) * Math.abs(share));
  return shape('rect', { x: x + 8, y: y + height - 8, width, height: 3, rx: 1.5, class: toneOf(share) });
}

/** The longest way to write figures in which each of them has room, so that they compare; else the shortest. */
function fittingAll(
  values: readonly number[],
  room: number,
  [longest, ...shorter]: readonly [Format, ...Format[]],
): Format {
  const fits = (format: Format) => values.every((value) => textWidth(format(value)) < room);
  return [longest, ...shorter].find(fits) ?? shorter.at(-1) ?? longest;
}

/** Always written, since it is shown nowhere else. A shortened sum is whole in its tooltip. */
function weekSum(sum: number, x: number, y: number, { whole, format }: CellFormats): Shape {
  const text = format(sum);
  const tone = sum < 0 ? 'tone-text loss' : 'tone-text gain';
  return text === whole(sum)
    ? textAt(x, y, text, 'middle', tone)
    : shape('g', {}, [title(`Week: ${whole(sum)}`), textAt(x, y, text, 'middle', tone)]);
}

const DASH = '–';

interface CellFormats {
  /** With all its digits, in the tooltip. */
  readonly whole: Format;
  /** As all figures next to it. */
  readonly format: Format;
}

interface Cell extends CellFormats {
  readonly x: number;
  readonly y: number;
  readonly cell: number;
  readonly height: number;
  readonly most: number;
}

function dayCell(day: string, found: DayValue | undefined, { x, y, cell, height, most, whole, format }: Cell): Shape {
  const date = String(Number(day.slice(8)));
  const size = { width: cell - 2, height: height - 2 };
  if (found === undefined)
    return shape('g', keyOf(day), [
      shape('rect', { x, y, ...size, class: 'empty-cell' }),
      textAt(x + 5, y + 14, date, 'start', 'cell-text'),
    ]);
  const { value } = found;
  const hoverTitle = title(wordsOf(found, whole));
  if (value === null)
    return shape('g', keyOf(day), [
      hoverTitle,
      shape('rect', { x, y, ...size, class: 'empty-cell' }),
      textAt(x + 5, y + 14, date, 'start', 'cell-text'),
      ...(height > TALL ? [textAt(x + cell / 2, y + height - 10, DASH, 'middle', 'cell-text')] : []),
    ]);
  const strength = Math.abs(value) / most;
  const written = format(value);
  const text = height > TALL && textWidth(written) < cell - 4 ? written : null;
  const below = height >= WITH_BELOW ? found.below?.find((each) => textWidth(each) < cell - 4) : undefined;
  return shape('g', keyOf(day), [
    hoverTitle,
    shape('rect', { x, y, ...size, class: toneOf(value), 'fill-opacity': cellOpacity(strength) }),
    textAt(x + 5, y + 14, date, 'start', 'cell-text'),
    ...(text === null
      ? []
      : [textAt(x + cell / 2, y + height - (below === undefined ? 10 : 26), text, 'middle', 'cell-text in-cell')]),
    ...(below === undefined ? [] : [textAt(x + cell / 2, y + height - 9, below, 'middle', 'cell-text')]),
  ]);
}

/** Higher cells have room for a figure below the date. */
const TALL = 32;
/** And these for a line more. */
const WITH_BELOW = 56;

function wordsOf({ day, value, note, tooltip }: DayValue, format: Format): string {
  if (tooltip !== undefined) return tooltip;
  return `${day}: ${value === null ? DASH : format(value)}${note === undefined ? '' : `, ${note}`}`;
}

const PER_ROW_FROM = 300;
const MONTH_HEAD = 22;

/** Several months in rows and columns, without figures in the cells. */
export function monthsSheet({ label, width, days, format, most = 12, weekStart = 'monday' }: MonthsSheet): Shape {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))].toSorted().slice(-most);
  const shown = days.filter(({ day }) => months.includes(day.slice(0, 7)));
  const byDay = valuesOf(shown);
  const strength = strongest(shown);
  const perRow = Math.max(1, Math.min(4, Math.floor(width / PER_ROW_FROM) || 1, months.length));
  const block = width / perRow;
  const cell = Math.min(36, Math.floor((block - 16) / 7));
  const tall = MONTH_HEAD + 6 * cell + 14;
  return canvas(
    width,
    Math.ceil(months.length / perRow) * tall,
    label,
    months.flatMap((month, index) => {
      const left = (index % perRow) * block + 4;
      const top = Math.floor(index / perRow) * tall;
      const sum = shown
        .filter(({ day }) => day.startsWith(month))
        .reduce((total, { value }) => total + (value ?? 0), 0);
      return [
        textAt(left, top + 15, `${monthName(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`, 'start', 'strong'),
        textAt(left + 7 * cell - 2, top + 15, format(sum), 'end', sum < 0 ? 'tone-text loss' : 'tone-text gain'),
        ...weeksOf(month, weekStart).flatMap((week, row) =>
          week.flatMap((day, i) =>
            day === null
              ? []
              : [
                  dayCell(day, byDay.get(day), {
                    x: left + i * cell,
                    y: top + MONTH_HEAD + row * cell,
                    cell,
                    height: Math.min(cell, 32),
                    most: strength,
                    whole: format,
                    format,
                  }),
                ],
          ),
        ),
      ];
    }),
  );
}

/** A column for each week, a small cell for each day. */
export function yearMap({ label, width, year, days, format, weekStart = 'monday' }: YearMap): Shape {
  const byDay = valuesOf(days);
  const most = strongest(days);
  const first = Date.UTC(year, 0, 1);
  const blank = weekday(first, weekStart);
  const length = (Date.UTC(year + 1, 0, 1) - first) / DAY;
  const cell = (width - 28) / 54;
  const columnOf = (index: number) => Math.floor((blank + index) / 7);
  return canvas(width, 18 + 7 * cell + 2, label, [
    ...Array.from({ length: 12 }, (_, month) => {
      const index = (Date.UTC(year, month, 1) - first) / DAY;
      return textAt(26 + columnOf(index) * cell, 12, monthName(month));
    }),
    ...[0, 2, 4].map((row) => textAt(2, 18 + (row + 0.8) * cell, weekdaysFrom(weekStart)[row] ?? '')),
    ...Array.from({ length }, (_, index) => {
      const day = new Date(first + index * DAY).toISOString().slice(0, 10);
      const found = byDay.get(day);
      const at = { x: 26 + columnOf(index) * cell, y: 18 + ((blank + index) % 7) * cell };
      const size = { width: cell - 1.5, height: cell - 1.5 };
      if (found === undefined) return shape('rect', { ...at, ...size, class: 'empty-cell' });
      const { value } = found;
      const hoverTitle = title(wordsOf(found, format));
      if (value === null) return shape('rect', { ...at, ...size, class: 'empty-cell', ...keyOf(day) }, [hoverTitle]);
      return shape(
        'rect',
        {
          ...at,
          ...size,
          class: toneOf(value),
          'fill-opacity': (0.25 + (0.7 * Math.abs(value)) / most).toFixed(2),
          ...keyOf(day),
        },
        [hoverTitle],
      );
    }),
  ]);
}

const toneOf = (value: number) => `cell ${value < 0 ? 'loss' : 'gain'}`;
const valuesOf = (days: readonly DayValue[]) => new Map(days.map((each) => [each.day, each]));
const strongest = (days: readonly DayValue[]) => Math.max(...days.map(({ value }) => Math.abs(value ?? 0)), 1e-9);
/** The first day of the week is 0. */
const weekday = (time: number, start: WeekStart) => (new Date(time).getUTCDay() + 13 - starts[start]) % 7;

/** The weeks of a month; null where the day belongs to another one. */
function weeksOf(month: string, start: WeekStart): (string | null)[][] {
  const first = Date.parse(`${month}-01`);
  const date = new Date(first);
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const blank = weekday(first, start);
  return Array.from({ length: Math.ceil((blank + length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, i) => {
      const number = week * 7 + i - blank + 1;
      return number < 1 || number > length ? null : `${month}-${String(number).padStart(2, '0')}`;
    }),
  );
}
