// Rows of one file look alike: the same number of digits before and after the point, row after row. A row whose shape is
// that of the row before is read without searching for its delimiters; any other is left to the careful reader.

const POINT = 46;
const NEWLINE = 10;
const ZERO = 48;

/** Digits before and after the point in each column of the row before; a column that was anything else spoils the shape. */
export interface RowShape {
  readonly wholes: Int32Array;
  readonly fractions: Int32Array;
  readonly targets: Int32Array;
}

/** Further digits would not be exact. */
const MOST_DIGITS = 15;
const SPOILT = -1;

export function newShape(targets: readonly number[]): RowShape {
  return {
    wholes: new Int32Array(targets.length).fill(SPOILT),
    fractions: new Int32Array(targets.length),
    targets: Int32Array.from(targets),
  };
}

export function noteDigits({ wholes, fractions }: RowShape, column: number, whole: number, fraction: number): void {
  wholes[column] = whole > 0 && whole + fraction <= MOST_DIGITS ? whole : SPOILT;
  fractions[column] = fraction;
}

/**
 * Reads a row of the known shape into `row` and returns where the next begins; -1 when this row is of another shape.
 * The last column, mostly a volume, may have any width. Faults are only gathered on the way: a branch for each digit
 * would cost more than the digit.
 */
export function readSameShape(
  bytes: Uint8Array,
  at: number,
  to: number,
  delimiter: number,
  shape: RowShape,
  powers: Float64Array,
  row: Float64Array,
): number {
  const { wholes, fractions, targets } = shape;
  const last = targets.length - 1;
  let good = 1;
  for (let column = 0; column < last; column++) {
    const whole = wholes[column];
    const fraction = fractions[column];
    if (whole < 0 || at + whole + fraction + 2 > to) return -1;
    let value = 0;
    for (const end = at + whole; at < end; at++) {
      const digit = bytes[at] - ZERO;
      good &= digit >>> 0 < 10 ? 1 : 0;
      value = value * 10 + digit;
    }
    if (fraction > 0) {
      good &= bytes[at++] === POINT ? 1 : 0;
      for (const end = at + fraction; at < end; at++) {
        const digit = bytes[at] - ZERO;
        good &= digit >>> 0 < 10 ? 1 : 0;
        value = value * 10 + digit;
      }
      value /= powers[fraction];
    }
    good &= bytes[at++] === delimiter ? 1 : 0;
    const target = targets[column];
    if (target >= 0) row[target] = value;
  }
  if (good === 0 || wholes[last] < 0 || fractions[last] !== 0) return -1;
  const start = at;
  let value = 0;
  for (; at < to; at++) {
    const digit = bytes[at] - ZERO;
    if (digit >>> 0 > 9) break;
    value = value * 10 + digit;
  }
  if (at === start || at - start > MOST_DIGITS || at >= to || bytes[at] !== NEWLINE) return -1;
  const target = targets[last];
  if (target >= 0) row[target] = value;
  return at + 1;
}
