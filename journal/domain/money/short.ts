// Decimals of few digits. A double stands for such a decimal and for no other of at most fifteen digits, so it can be read,
// compared and counted exactly without a bigint: with millions of amounts that is most of the time saved.

/** Up to fifteen digits no two decimals share a double. */
const MOST_DIGITS = 15;
/** Counts of a unit below this are the digits of a short decimal. */
export const LARGEST_SHORT = 10 ** MOST_DIGITS;

/** Powers of ten up to 1e22: these are exact in a double. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** Nearly all amounts are cents; prices have four decimals, coins eight. */
const USUAL_DECIMALS = [2, 4, 8, 12] as const;

/** Is the number the double of a decimal of at most twelve decimals and fifteen digits? False also where it is in doubt. */
export function isShort(value: number): boolean {
  for (const decimals of USUAL_DECIMALS) if (isCountedIn(value, decimals)) return true;
  return false;
}

/** Is the number the double of a short decimal with at most `decimals` decimals? */
export function isCountedIn(value: number, decimals: number): boolean {
  const power = POWERS_OF_TEN[decimals] ?? NaN;
  const count = Math.round(value * power);
  return Math.abs(count) < LARGEST_SHORT && count / power === value;
}

/** `-1234.50`, as the store writes every amount, read without a regular expression; null when it is not that short. */
export function shortText(text: string): number | null {
  const { length } = text;
  const negative = text.charCodeAt(0) === 45;
  let digits = 0;
  let count = 0;
  let point = -1;
  for (let i = negative ? 1 : 0; i < length; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    if (digit >= 0 && digit <= 9) {
      digits = digits * 10 + digit;
      count += 1;
    } else if (digit === -2 && point === -1) {
      point = count;
    } else {
      return null;
    }
  }
  const fraction = point === -1 ? 0 : count - point;
  if (count === 0 || count > MOST_DIGITS || fraction > 12) return null;
  const size = digits / (POWERS_OF_TEN[fraction] ?? 1);
  // Not -0, which is a number of its own to a test for equality.
  return negative && size !== 0 ? -size : size;
}

/** Integer division of safe integers, halves away from zero; the divisor is positive. */
export function divideSafe(dividend: number, divisor: number): number {
  const size = Math.abs(dividend);
  let whole = Math.floor(size / divisor);
  let rest = size - whole * divisor;
  // The quotient of the doubles may have been rounded up to a whole number that is not reached.
  if (rest < 0) {
    whole -= 1;
    rest += divisor;
  }
  if (2 * rest >= divisor) whole += 1;
  return dividend < 0 ? 0 - whole : whole;
}

/** The quotient of safe integers where it is a whole number, else NaN. Several times as fast as asking for a remainder. */
export function evenQuotient(dividend: number, divisor: number): number {
  const quotient = dividend / divisor;
  return Number.isInteger(quotient) && quotient * divisor === dividend ? quotient : NaN;
}
