// What a cell of any workbook reads as, and the two things every kind of workbook needs to be read rightly: which numbers are
// dates, and which decimal text a stored double stands for.

/** Text, a number as the shortest decimal text (`257.53`, `2.405e-05`), a date or time as ISO text without a zone, or yes and no. */
export interface Cell {
  readonly type: 'string' | 'number' | 'date' | 'bool';
  readonly value: string | boolean;
  /** A number as the file stores it; absent where the file stores text. */
  readonly raw?: string;
  /** What computed the stored value. */
  readonly formula?: string;
}

export type Row = (Cell | null)[];

export interface Sheet {
  readonly name: string;
  /** Not shown by the program that wrote it; its rows are real all the same. */
  readonly hidden: boolean;
  /** From the first row on, empty ones too, up to the last that has a cell. Each call reads the sheet again. */
  rows(): Iterable<Row>;
}

export type WorkbookKind = 'xlsx' | 'xls' | 'ods';

export interface Workbook {
  readonly kind: WorkbookKind;
  readonly sheets: readonly Sheet[];
}

/** A file that cannot be read, with a message for the person who chose it. */
export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
}

/** What reads beyond the end of its bytes reads a damaged file: refused with this sentence. */
export function refuseDamage<T>(sentence: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new WorkbookError(sentence);
    throw error;
  }
}

/** As many as any of the three formats has; what claims more is no sheet. */
export const MOST_ROWS = 1_048_576;
export const MOST_COLUMNS = 16_384;

export function textCell(value: string, formula?: string): Cell | null {
  return value === '' ? null : withFormula({ type: 'string', value }, formula);
}

export function boolCell(value: boolean, raw: string, formula?: string): Cell {
  return withFormula({ type: 'bool', value, raw }, formula);
}

/** A stored number, as a date where its format says so; text where it is no number. */
export function numberCell(raw: string, format: NumberFormat, is1904: boolean, formula?: string): Cell | null {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return textCell(raw, formula);
  const date = format === 'number' ? null : dateOfSerial(number, format, is1904);
  if (date !== null) return withFormula({ type: 'date', value: date, raw }, formula);
  return shownNumber(raw, formula);
}

export function shownNumber(raw: string, formula?: string): Cell {
  return withFormula({ type: 'number', value: shortNumber(raw), raw }, formula);
}

export function dateCell(value: string, raw: string, formula?: string): Cell {
  return withFormula({ type: 'date', value, raw }, formula);
}

function withFormula(cell: Cell, formula: string | undefined): Cell {
  return formula === undefined ? cell : { ...cell, formula };
}

/** A double keeps 15 digits of any decimal: what stands behind them (257.52999999999997) is not what anybody entered. */
const DIGITS_OF_A_DOUBLE = 15;

/** What is shorter with an exponent has one, as every language writes such a number: below a ten thousandth. */
function shortNumber(raw: string): string {
  const plain = plainNumber(raw);
  if (!plain.includes('0.0000')) return plain;
  const match = /^(-?)0\.(0{4,})([1-9])(\d*)$/.exec(plain);
  if (match === null) return plain;
  const [, sign = '', zeros = '', first = '', rest = ''] = match;
  return `${sign}${first}${rest === '' ? '' : `.${rest}`}e-${String(zeros.length + 1).padStart(2, '0')}`;
}

/** Plain decimal text, without an exponent. Digits that no double holds (long ids, written as text) are left as they are. */
export function plainNumber(raw: string): string {
  const text = raw.trim();
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = match;
  const digits = (whole + decimals).replace(/^0+/, '').replace(/0+$/, '');
  const isLongId = decimals === '' && match[4] === undefined;
  if (digits.length > DIGITS_OF_A_DOUBLE && !isLongId) {
    return plainNumber(
      Number(text)
        .toPrecision(DIGITS_OF_A_DOUBLE)
        .replace(/\.?0+(?=e|$)/, ''),
    );
  }
  if (digits === '') return '0';
  const all = whole + decimals;
  const point = whole.length + Number(exponent);
  const shifted =
    point <= 0
      ? `0.${'0'.repeat(-point)}${all}`
      : point >= all.length
        ? all + '0'.repeat(point - all.length)
        : `${all.slice(0, point)}.${all.slice(point)}`;
  const trimmed = shifted.includes('.') ? shifted.replace(/\.?0+$/, '') : shifted;
  const unpadded = trimmed.replace(/^0+(?=\d)/, '');
  return `${sign === '-' ? '-' : ''}${unpadded}`;
}

/** What a number's format makes of it. Lengths of time ([h]:mm) are numbers: they are no point in time. */
export type NumberFormat = 'number' | 'date' | 'time';

/** Of the formats that files name by number only, those of dates and times; 46 is a length of time. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47) return 'time';
  return 'number';
}

/** By the letters of the format that stand neither in quotes nor behind a backslash, an underscore or a star. */
export function readFormat(code: string): NumberFormat {
  const [positive = ''] = code.split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'number';
  const letters = positive
    .replace(/"[^"]*"?/g, '')
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/[\\_*]./gs, '')
    .replace(/general|am\/pm|a\/p/gi, '');
  if (/[dy]/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}

const DAY_SECONDS = 86_400;
const LAST_SERIAL = 2_958_466;
/** Serial 60 is 29 February 1900, a day that never was; the days before it are one further on. */
const NO_DAY = 60;

/** A serial has no zone and, rounded to the second, no float tail. Null where the number is no day. */
function dateOfSerial(serial: number, format: 'date' | 'time', is1904: boolean): string | null {
  if (serial < 0 || serial >= LAST_SERIAL) return null;
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const clock = new Date((seconds % DAY_SECONDS) * 1000).toISOString().slice(11, 19);
  if (day === 0 && format === 'time') return clock;
  if (!is1904 && day === NO_DAY) return null;
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < NO_DAY ? 31 : 30);
  return `${new Date(first + day * DAY_SECONDS * 1000).toISOString().slice(0, 10)}T${clock}`;
}

/** `YYYY-MM-DD`, with or without a time, as ISO text with one; null where it is neither. */
export function isoDate(text: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?)?/.exec(text);
  if (match === null) return null;
  return `${match[1] ?? ''}T${match[2] ?? '00:00'}${match[3] ?? ':00'}`;
}

/** Rows come out without empty cells at their end, and a sheet without empty rows at its end. */
export function* withoutEmptyEnds(rows: Iterable<Row>): Generator<Row> {
  let empty = 0;
  for (const row of rows) {
    while (row.length > 0 && row.at(-1) === null) row.pop();
    if (row.length === 0) {
      empty++;
      continue;
    }
    for (; empty > 0; empty--) yield [];
    yield row;
  }
}
