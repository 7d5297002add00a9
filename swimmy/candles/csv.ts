// Candle files: header by name or none, extra columns, `1577836800.0` or ISO times, commas, semicolons or tabs.
// Rows are parsed from bytes; a row that cannot be read is skipped and reported with its line.
import { emptySeries, slice, type Series } from './series.ts';

export interface BadRow {
  readonly line: number;
  readonly message: string;
}

export interface ParsedRows {
  readonly series: Series;
  /** The first bad rows; `badCount` tells of all. */
  readonly badRows: readonly BadRow[];
  readonly badCount: number;
  /** Lines read, the header and blank lines included. */
  readonly lines: number;
}

/** Where each column of a row goes: 0..5 for t o h l c v, -1 for nowhere. */
export interface Layout {
  readonly delimiter: number;
  readonly targets: readonly number[];
  readonly hasHeader: boolean;
}

const MAX_REPORTED = 100;
const NEWLINE = 10;
const RETURN = 13;
const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;

const NAMES: readonly (readonly string[])[] = [
  ['timestamp', 'time', 'date', 'datetime', 't'],
  ['open', 'o'],
  ['high', 'h'],
  ['low', 'l'],
  ['close', 'c'],
  ['volume', 'tick_volume', 'tickvol', 'real_volume', 'vol', 'v'],
];

/** Reads the layout off the first line; undefined when neither names nor numbers make sense of it. */
export function layoutOf(firstLine: string): Layout | undefined {
  const line = firstLine.replace(/^\ufeff/, '').replace(/\r$/, '');
  const delimiter = [',', ';', '\t'].find((candidate) => line.includes(candidate));
  if (delimiter === undefined) return undefined;
  const cells = line.split(delimiter).map((cell) =>
    cell
      .trim()
      .replace(/^["<]|[">]$/g, '')
      .toLowerCase(),
  );
  if (!Number.isNaN(timeOf(cells[0] ?? ''))) {
    if (cells.length < 5) return undefined;
    return { delimiter: delimiter.charCodeAt(0), targets: [0, 1, 2, 3, 4, 5].slice(0, cells.length), hasHeader: false };
  }
  const targets = cells.map(() => -1);
  for (const [target, names] of NAMES.entries()) {
    const column = names.map((name) => cells.indexOf(name)).find((index) => index >= 0);
    if (column !== undefined) targets[column] = target;
    else if (target < 5) return undefined;
  }
  return {
    delimiter: delimiter.charCodeAt(0),
    targets: targets.slice(0, targets.findLastIndex((target) => target >= 0) + 1),
    hasHeader: true,
  };
}

const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const decoder = new TextDecoder();

/**
 * Parses the whole lines of `bytes[from, to)`. A number of up to 15 digits is an exact integer over an exact power
 * of ten, so one division rounds it correctly; anything else goes the slow way through `Number`.
 */
export function parseRows(bytes: Uint8Array, from: number, to: number, layout: Layout): ParsedRows {
  const { delimiter, targets } = layout;
  const columns = targets.length;
  const estimate = Math.max(16, Math.ceil((to - from) / averageRow(bytes, from, to)) + 16);
  let out = emptySeries(Math.ceil(estimate * 1.05));
  let { t, o, h, l, c, v } = out;
  const badRows: BadRow[] = [];
  let badCount = 0;
  let lines = 0;
  let count = 0;
  let lastTime = -Infinity;
  const row = new Float64Array(6);
  let at = from;
  while (at < to) {
    lines++;
    const first = bytes[at] as number;
    if (first === NEWLINE || (first === RETURN && bytes[at + 1] === NEWLINE)) {
      at += first === NEWLINE ? 1 : 2;
      continue;
    }
    row[5] = 0;
    let column = 0;
    let bad = -1;
    let ended = false;
    for (; column < columns && !ended; column++) {
      const target = targets[column] as number;
      let negative = false;
      let digits = 0;
      let mantissa = 0;
      let pointAt = -1;
      const fieldStart = at;
      if ((bytes[at] as number) === MINUS) {
        negative = true;
        at++;
      }
      let byte = 0;
      for (; at < to; at++) {
        byte = bytes[at] as number;
        if (byte >= ZERO && byte <= NINE) {
          mantissa = mantissa * 10 + (byte - ZERO);
          digits++;
        } else if (byte === POINT && pointAt < 0) pointAt = digits;
        else break;
      }
      const ends = at >= to || byte === NEWLINE || byte === RETURN;
      let value: number;
      if ((ends || byte === delimiter) && digits > 0 && digits <= 15) {
        value = pointAt < 0 || pointAt === digits ? mantissa : mantissa / (POWERS_OF_TEN[digits - pointAt] as number);
        if (negative) value = -value;
      } else {
        while (at < to && (byte = bytes[at] as number) !== delimiter && byte !== NEWLINE) at++;
        const cell = target < 0 ? '' : decoder.decode(bytes.slice(fieldStart, at)).trim().replaceAll('"', '');
        value = target === 0 ? timeOf(cell) : cell === '' ? NaN : Number(cell);
      }
      if (target >= 0) {
        row[target] = value;
        if (!Number.isFinite(value) && bad < 0) bad = target;
      }
      ended = at >= to || (bytes[at] as number) !== delimiter;
      if (!ended) at++;
    }
    while (at < to && (bytes[at] as number) !== NEWLINE) at++;
    at++;
    const time = (row[0] as number) > 1e11 ? (row[0] as number) / 1000 : (row[0] as number);
    let message = '';
    if (bad >= 0) message = `${NAMES[bad]?.[0]} is not a number`;
    else if (column < Math.min(columns, 5)) message = 'too few columns';
    else if (time <= lastTime) message = 'time is not after the row before';
    if (message !== '') {
      badCount++;
      if (badRows.length < MAX_REPORTED) badRows.push({ line: lines, message });
      continue;
    }
    if (count === out.length) {
      // Rows got shorter than the first ones promised.
      out = grown(out, Math.ceil(out.length * 1.5) + 16);
      ({ t, o, h, l, c, v } = out);
    }
    t[count] = lastTime = time;
    o[count] = row[1] as number;
    h[count] = row[2] as number;
    l[count] = row[3] as number;
    c[count] = row[4] as number;
    v[count] = row[5];
    count++;
  }
  return { series: slice(out, 0, count), badRows, badCount, lines };
}

/** Bytes of a row, from the first ones. */
function averageRow(bytes: Uint8Array, from: number, to: number): number {
  const sample = Math.min(to, from + 65_536);
  let newlines = 0;
  for (let i = from; i < sample; i++) if (bytes[i] === NEWLINE) newlines++;
  return newlines === 0 ? 32 : (sample - from) / newlines;
}

function grown(series: Series, length: number): Series {
  const larger = emptySeries(length);
  larger.t.set(series.t);
  larger.o.set(series.o);
  larger.h.set(series.h);
  larger.l.set(series.l);
  larger.c.set(series.c);
  larger.v.set(series.v);
  return larger;
}

const ISO_LIKE =
  /^(\d{4})[-./](\d{2})[-./](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Unix seconds of a time cell: a number, or an ISO-like date taken as UTC unless it names a zone. */
function timeOf(cell: string): number {
  if (/^-?\d+(\.\d*)?$/.test(cell)) return Number(cell);
  const match = ISO_LIKE.exec(cell);
  if (!match) return NaN;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`) / 1000;
}
