// How values look in a row: decimals and times as text that sorts, flags as 0 and 1, lists as JSON.
import { negate, NO_AMOUNT, parseAmount, parseQuantity, quantityText, sumOf, textOf } from '@zorivest/domain';

/** A number as exact decimal text. */
export function decimalText(value: number): string {
  const amount = parseAmount(value);
  if (amount === null) throw new TypeError(`not an amount: ${value}`);
  return textOf(amount);
}

/** The same with up to 18 decimals, for quantities and prices of coins. */
export function fineDecimalText(value: number | string): string {
  const quantity = parseQuantity(value);
  if (quantity === null) throw new TypeError(`not a quantity: ${value}`);
  return quantityText(quantity);
}

export function decimalTextOrNull(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : decimalText(value);
}

export function decimalValue(text: string): number {
  return Number(text);
}

export function decimalValueOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}

/** Exact addition of decimal texts. */
export function addDecimals(texts: Iterable<string>): string {
  return textOf(sumOf(Iterator.from(texts).map((text) => parseAmount(text) ?? NO_AMOUNT)));
}

export function negateDecimal(text: string): string {
  return textOf(negate(parseAmount(text) ?? NO_AMOUNT));
}

/** Any ISO-8601 text of the contract as UTC with milliseconds, so that text order is time order. */
export function timeText(value: string): string {
  const zoned = /T/.test(value) && !/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? `${value}Z` : value;
  return new Date(zoned).toISOString();
}

/** As it leaves the service: without milliseconds when there are none. */
export function shownTime(text: string): string {
  return text.replace('.000Z', 'Z');
}

export function shownTimeOrNull(text: string | null): string | null {
  return text === null ? null : shownTime(text);
}

export function flagValue(flag: boolean): number {
  return flag ? 1 : 0;
}

/** For `like`: the text itself, anywhere, whatever the case. */
export function containsPattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
