// What one cell says, and how it is quoted to the person when it says nothing.
import { looksLikeIsin, NO_AMOUNT, parseAmount, roundToEightPlaces } from '@zorivest/domain';

export function toEight(text: string): number {
  const point = text.indexOf('.');
  // Up to eight decimals the double nearest to the text is the answer.
  if ((point === -1 || text.length - point <= 9) && text.length < 16) return Number(text);
  return roundToEightPlaces(parseAmount(text) ?? NO_AMOUNT);
}

export function currencyCode(text: string | undefined): string | null {
  if (!text) return null;
  if (isCode(text)) return text;
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3,5}$/.test(code) ? code : null;
}

/** Three capital letters, as nearly every currency is written. */
function isCode(text: string): boolean {
  return (
    text.length === 3 && isCapital(text.charCodeAt(0)) && isCapital(text.charCodeAt(1)) && isCapital(text.charCodeAt(2))
  );
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

export function dateFault(text: string): string {
  if (text.trim() === '') return 'The row has no date';
  if (/^\s*\d{1,2}:\d{2}/.test(text)) return 'The row has a time but no date, and neither has the name of the file';
  return `"${shortenText(text)}" is not a date`;
}

/** A cell inside a message: short, on one line. */
export function shortenText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 40);
}

/** Currencies that are quoted in a part of themselves: London in pence, Johannesburg in cents, Tel Aviv in agorot. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['GBX', 'GBP'],
  ['GBp', 'GBP'],
  ['ZAC', 'ZAR'],
  ['ZAc', 'ZAR'],
  ['ILA', 'ILS'],
]);

/** The currency a quoted one is a hundredth of, or null where it is a whole one. */
export function majorUnit(text: string | undefined): { readonly currency: string; readonly parts: number } | null {
  if (text === undefined || text.length !== 3 || text === 'USD') return null;
  const currency = PARTS.get(text);
  return currency === undefined ? null : { currency, parts: 100 };
}

/** A currency or a coin: BTC, USDT, 1INCH. */
export function coinCode(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (isCode(text)) return text;
  const code = text.trim().toUpperCase();
  return /^[A-Z0-9]{2,12}$/.test(code) ? code : null;
}

export function isinOf(text: string): string | null {
  if (text === '') return null;
  const code = text.trim().toUpperCase();
  return looksLikeIsin(code) ? code : null;
}
