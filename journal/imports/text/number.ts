// Numbers as people write them: $1,234.50 · (0.65) · 1.234,56 · 12- · 1'000.00 · 4 577,86 · --

/** Which character separates the decimals; `.` unless the file shows otherwise. */
export type DecimalMark = '.' | ',';

/** No amount is longer, and no pattern below is fed a page of digits. */
const LONGEST = 64;
/** How files say that a figure is not there. */
const NOTHING = /^(?:-+|–|—|n\/?a|null|nan|none|\.)$/i;
/** The two ways in which nearly every figure is written. */
const PLAIN = /^-?\d+(?:\.\d+)?$/;
const DOLLARS = /^\$\d{1,3}(?:\d*|(?:,\d{3})*)(?:\.\d+)?$/;

/** The decimal number as plain text (`-1234.5`), '' for a cell that says "nothing", null for one that is not a number. */
export function parseNumber(cell: string, mark: DecimalMark = '.'): string | null {
  if (cell.length > LONGEST) return null;
  if (mark === '.' && PLAIN.test(cell)) return withSign(cell.replace('-', ''), cell.startsWith('-'));
  if (mark === '.' && DOLLARS.test(cell)) return cell.slice(1).replaceAll(',', '');
  const text = cell.trim();
  if (text === '' || NOTHING.test(text)) return '';
  // Brackets and a minus turn the sign each: what stands in both is positive.
  const inBrackets = /^\D*\(.*\)$/.test(text);
  const { figure, hasMinus } = takeSign(bareFigure(inBrackets ? text.replaceAll(/[()]/g, '') : text));
  const [, mantissa = figure, exponent = '0'] = /^([\d.,]+)[eE]([+-]?\d{1,2})$/.exec(figure) ?? [];
  const digits = plainDigits(mantissa, mark);
  return digits === null ? null : withSign(shiftPoint(digits, Number(exponent)), inBrackets !== hasMinus);
}

/** Without what stands between digits for the eye, and without the currency on either side. */
function bareFigure(text: string): string {
  return text
    .replaceAll(/[\s\u00a0\u202f'’_]|\p{Sc}/gu, '')
    .replace(/^(?:USD|EUR|GBP|CAD|CHF|AUD|US)|(?:USD|EUR|GBP|CAD|CHF|AUD)$/i, '');
}

/** A sign stands before the figure, or a minus behind it. The currency is gone: -$5 and $-5 are the same by now. */
function takeSign(text: string): { readonly figure: string; readonly hasMinus: boolean } {
  if (/^[+\-−–]/.test(text)) return { figure: text.slice(1), hasMinus: !text.startsWith('+') };
  if (/[-−]$/.test(text)) return { figure: text.slice(0, -1), hasMinus: true };
  return { figure: text, hasMinus: false };
}

/** Nothing is not negative. */
function withSign(digits: string, isNegative: boolean): string {
  return isNegative && /[1-9]/.test(digits) ? `-${digits}` : digits;
}

function plainDigits(text: string, mark: DecimalMark): string | null {
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return null;
  const dot = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  let decimal: string = mark;
  if (dot !== -1 && comma !== -1) decimal = dot > comma ? '.' : ',';
  else if (mark === '.' && comma !== -1 && !/^(?!0)\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(text)) {
    // A lone comma that does not group thousands can only separate decimals: "12,5", "0,125".
    decimal = /^\d+,\d+$/.test(text) ? ',' : '.';
  } else if (mark === ',' && dot !== -1 && !/^(?!0)\d{1,3}(?:\.\d{3})+$/.test(text)) decimal = '.';
  const grouping = decimal === '.' ? ',' : '.';
  const joined = text.replaceAll(grouping, '').replace(decimal, '.');
  if (!/^\d*\.?\d*$/.test(joined)) return null;
  const [whole = '', fraction = ''] = joined.split('.');
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
}

/** Moves the decimal point: "1.5" by 3 is "1500". */
function shiftPoint(digits: string, places: number): string {
  const [whole = '', fraction = ''] = digits.split('.');
  const all = whole + fraction;
  const point = whole.length + places;
  if (point <= 0) return `0.${'0'.repeat(-point)}${all}`;
  if (point >= all.length) return all + '0'.repeat(point - all.length);
  return `${all.slice(0, point)}.${all.slice(point)}`;
}

/** `,` when the cells show decimal commas and no decimal point. In a comma-separated file a comma only groups. */
export function sniffDecimalMark(rows: readonly (readonly string[])[], delimiter: string): DecimalMark {
  let commas = 0;
  let points = 0;
  for (const row of rows)
    for (const cell of row) {
      const text = cell.trim();
      if (/^-?[\d.\s\u00a0]*\d,\d{1,2}$|^-?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) commas++;
      else if (delimiter !== ',' && /^-?\d+,\d{4,}$/.test(text)) commas++;
      // "1.234" may be either; any other point is a decimal one.
      else if (/^-?[\d,]*\d?\.\d+$/.test(text) && !/^-?\d{1,3}(?:\.\d{3})+$/.test(text)) points++;
    }
  return commas > 0 && points === 0 ? ',' : '.';
}

/**
 * The value of a cell like `185.25`, `-3`, `+100`, `$1,234.50`, `-€5` or `($462.50)`, and NaN for any other, which
 * `parseNumber` may know: nearly every cell of a large file is one of these, and needs no more than a look at each
 * character. Whole numbers below 2^53 and powers of ten are exact, so that their quotient is the double nearest to what
 * is written.
 */
export function plainValue(cell: string): number {
  const sign = cell.charCodeAt(0);
  const inBrackets = sign === OPENING && cell.charCodeAt(cell.length - 1) === CLOSING;
  const negative = sign === MINUS || inBrackets;
  const end = inBrackets ? cell.length - 1 : cell.length;
  let at = negative || sign === PLUS ? 1 : 0;
  const unit = cell.charCodeAt(at);
  if (unit === DOLLAR || unit === EURO || unit === POUND) at++;
  const first = at;
  if (end - at > MOST_DIGITS) return Number.NaN;
  let digits = 0;
  let point = -1;
  for (; at < end; at++) {
    const code = cell.charCodeAt(at);
    if (code >= ZERO && code <= NINE) digits = digits * 10 + (code - ZERO);
    else if (code === POINT && point === -1 && at > first) point = at;
    else if (code !== COMMA || point !== -1 || at === first || digits === 0 || !groups(cell, at)) return Number.NaN;
  }
  if (at === first || point === at - 1) return Number.NaN;
  const decimals = point === -1 ? 0 : at - point - 1;
  if (decimals > 8) return Number.NaN;
  const value = decimals === 0 ? digits : digits / (POWERS[decimals] ?? 1);
  return negative && value !== 0 ? -value : value;
}

/** Whether the comma at a place has three digits after it, and no fourth. */
function groups(cell: string, comma: number): boolean {
  for (let at = comma + 1; at <= comma + 3; at++) {
    const code = cell.charCodeAt(at);
    if (!(code >= ZERO && code <= NINE)) return false;
  }
  const next = cell.charCodeAt(comma + 4);
  return Number.isNaN(next) || next === COMMA || next === POINT || next === CLOSING;
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
/** All whole numbers of this many digits are exact. */
const MOST_DIGITS = 15;
const [ZERO, NINE, POINT, MINUS, PLUS, COMMA, DOLLAR] = [0x30, 0x39, 0x2e, 0x2d, 0x2b, 0x2c, 0x24];
const [EURO, POUND, OPENING, CLOSING] = [0x20ac, 0xa3, 0x28, 0x29];
