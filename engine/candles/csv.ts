// Candle files: header by name or none, extra columns, `1577836800.0` or ISO times, commas, semicolons or tabs.
// Rows are parsed from bytes; a row that cannot be read is skipped and reported with its line.
import { barFault } from './bar.ts';
import { noteDigits, newShape, readSameShape } from './fast-row.ts';
import { COLUMNS, emptySeries, slice, type Series } from './series.ts';

export interface BadRow {
  /** 0 where the message names the bar by its time. */
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
/** As many rows with a time too far ahead are left out for those that follow them. */
export const MOST_AHEAD = 50;
/** Of two rows, the one that jumps more than this many times further is the wrong one. */
const FAR_AHEAD = 1000;
export const AHEAD = 'time jumps ahead of the rows around it';
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
  const needed = targets.findLastIndex((target) => target >= 0 && target < 5) + 1;
  let out = emptySeries(Math.ceil(((to - from) / averageRow(bytes, from, to)) * 1.05) + 16);
  const badRows: BadRow[] = [];
  let badCount = 0;
  let lines = 0;
  let count = 0;
  let lastTime = -Infinity;
  const row = new Float64Array(6);
  /** Rows before the last time: either they are late, or some before them were too early. */
  const late: { readonly line: number; readonly row: Float64Array }[] = [];
  /** The line of each of the last rows. */
  const lineOf = new Int32Array(64);
  const report = (line: number, message: string): void => {
    badCount++;
    if (badRows.length < MAX_REPORTED) badRows.push({ line, message });
  };
  const append = (line: number, values: Float64Array): void => {
    // Rows got shorter than the first ones promised.
    if (count === out.length) out = grow(out, Math.ceil(out.length * 1.5) + 16);
    lineOf[count & 63] = line;
    lastTime = values[0];
    for (const [i, key] of COLUMNS.entries()) out[key][count] = values[i];
    count++;
  };
  const dropLate = (): void => {
    for (const { line } of late) report(line, 'time is not after the row before');
    late.length = 0;
  };
  /** Rows that lie ahead of the first late one; more than a few are believed. */
  const countAhead = (): number => {
    const from = late[0]?.row[0] ?? Infinity;
    let ahead = 0;
    while (ahead <= MOST_AHEAD && ahead < count && out.t[count - 1 - ahead] >= from) ahead++;
    return ahead;
  };
  const dropAhead = (ahead: number): void => {
    for (let k = ahead; k > 0; k--) report(lineOf[(count - k) & 63], AHEAD);
    count -= ahead;
    for (const { line, row: values } of late) append(line, values);
    late.length = 0;
  };
  const shape = newShape(targets);
  let at = from;
  while (at < to) {
    lines++;
    const next = readSameShape(bytes, at, to, delimiter, shape, POWERS_OF_TEN, row);
    let column = next < 0 ? 0 : columns;
    let unread = -1;
    if (next >= 0) at = next - 1;
    else {
      const first = bytes[at];
      if (first === NEWLINE || (first === RETURN && bytes[at + 1] === NEWLINE)) {
        at += first === NEWLINE ? 1 : 2;
        continue;
      }
      row[5] = 0;
    }
    for (; column < columns; column++) {
      const fieldStart = at;
      const negative = bytes[at] === MINUS;
      if (negative) at++;
      // Nine digits stay small integers, which are fast; further ones are counted apart and joined at the end.
      let high = 0;
      let low = 0;
      let digits = 0;
      let point = -1;
      let byte = NEWLINE;
      for (; at < to; at++) {
        byte = bytes[at];
        if (byte >= ZERO && byte <= NINE) {
          if (digits === 9) {
            high = low;
            low = 0;
          }
          low = (low * 10 + byte - ZERO) | 0;
          digits++;
        } else if (byte === POINT && point < 0) point = digits;
        else break;
      }
      if (at >= to) byte = NEWLINE;
      let value: number;
      if ((byte === delimiter || byte === NEWLINE || byte === RETURN) && digits > 0 && digits <= 15) {
        value = digits > 9 ? high * POWERS_OF_TEN[digits - 9] + low : low;
        if (point >= 0) value /= POWERS_OF_TEN[digits - point];
        if (negative) value = -value;
        noteDigits(shape, column, negative ? -1 : point < 0 ? digits : point, point < 0 ? 0 : digits - point);
      } else {
        while (at < to && (byte = bytes[at]) !== delimiter && byte !== NEWLINE) at++;
        value = slowCell(bytes, fieldStart, at, targets[column] === 0);
      }
      const target = targets[column];
      if (target >= 0) {
        row[target] = value;
        if (!Number.isFinite(value) && unread < 0) unread = target;
      }
      if (at >= to || bytes[at] !== delimiter) {
        column++;
        break;
      }
      at++;
    }
    while (at < to && bytes[at] !== NEWLINE) at++;
    at++;
    const time = row[0] > 1e11 ? row[0] / 1000 : row[0];
    const open = row[1];
    const high = row[2];
    const low = row[3];
    const close = row[4];
    const isBar = low > 0 && low <= close && close <= high && low <= open && open <= high;
    if (!isBar || unread >= 0 || column < needed) {
      report(
        lines,
        fault(unread, column < needed) ?? barFault(open, high, low, close) ?? 'time is not after the row before',
      );
      continue;
    }
    if (time <= lastTime) {
      if (time <= (late.at(-1)?.row[0] ?? -Infinity)) dropLate();
      late.push({ line: lines, row: Float64Array.of(time, open, high, low, close, row[5]) });
      const ahead = countAhead();
      if (ahead > MOST_AHEAD) dropLate();
      else if (late.length > ahead) dropAhead(ahead);
      continue;
    }
    if (late.length > 0) dropLate();
    // Rows got shorter than the first ones promised.
    if (count === out.length) out = grow(out, Math.ceil(out.length * 1.5) + 16);
    lastTime = time;
    lineOf[count & 63] = lines;
    out.t[count] = time;
    out.o[count] = open;
    out.h[count] = high;
    out.l[count] = low;
    out.c[count] = close;
    out.v[count] = row[5];
    count++;
  }
  if (late.length > 0) {
    const ahead = countAhead();
    const before = count > ahead ? out.t[count - 1 - ahead] : NaN;
    const jump = out.t[count - ahead] - before;
    const isFar = ahead <= MOST_AHEAD && jump > FAR_AHEAD * ((late[0]?.row[0] ?? NaN) - before);
    if (isFar) dropAhead(ahead);
    else dropLate();
  }
  return { series: slice(out, 0, count), badRows, badCount, lines };
}

function slowCell(bytes: Uint8Array, from: number, to: number, isTime: boolean): number {
  const cell = decoder.decode(bytes.slice(from, to)).trim().replaceAll('"', '');
  if (isTime) return timeOf(cell);
  return cell === '' ? NaN : Number(cell);
}

function fault(unread: number, short: boolean): string | undefined {
  if (unread >= 0) return `${NAMES[unread]?.[0]} is not a number`;
  return short ? 'too few columns' : undefined;
}

/** Bytes of a row, from the first ones. */
function averageRow(bytes: Uint8Array, from: number, to: number): number {
  const sample = Math.min(to, from + 65_536);
  let newlines = 0;
  for (let i = from; i < sample; i++) if (bytes[i] === NEWLINE) newlines++;
  return newlines === 0 ? 32 : (sample - from) / newlines;
}

function grow(series: Series, length: number): Series {
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
