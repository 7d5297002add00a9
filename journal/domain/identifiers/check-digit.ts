// The check digits of the four security identifiers. Each takes the characters before the check digit, already known
// to be legal, and returns the digit that must follow.

/** 0–9 as themselves, A = 10 … Z = 35, then the three signs CUSIP adds. */
const VALUES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#';

function valueOf(character: string): number {
  return VALUES.indexOf(character);
}

function digitSum(value: number): number {
  return value < 10 ? value : Math.floor(value / 10) + (value % 10);
}

function complement(sum: number): string {
  return String((10 - (sum % 10)) % 10);
}

/** CUSIP and FIGI: every second character counts double, and the digits of each value are added. */
export function doubleAddDouble(body: string): string {
  let sum = 0;
  for (const [place, character] of body.split('').entries())
    sum += digitSum(valueOf(character) * (place % 2 === 0 ? 1 : 2));
  return complement(sum);
}

/** ISIN: letters become two digits, then Luhn over all of them. */
export function luhn(body: string): string {
  const digits = body.split('').map(valueOf).join('');
  let sum = 0;
  // Doubling starts at the right, next to the check digit.
  for (const [place, digit] of digits.split('').toReversed().entries())
    sum += digitSum(Number(digit) * (place % 2 === 0 ? 2 : 1));
  return complement(sum);
}

const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9];

export function sedolDigit(body: string): string {
  let sum = 0;
  for (const [place, character] of body.split('').entries()) sum += valueOf(character) * (SEDOL_WEIGHTS[place] ?? 0);
  return complement(sum);
}
