// The options of a thinkorswim statement: on shares by their own columns, on futures by one long cell.
import type { Row } from '../../text/columns.ts';
import { weeklyRoot } from '@zorivest/domain';
import { expiryDate, type Instrument, type Option, optionFrom, optionInstrument, parseOption } from '../instrument.ts';
import type { Sink } from '../sink.ts';
import { fullYear, monthNumber } from '../../text/time.ts';

/** Shares: symbol, expiry, strike and right each in its column. */
export function optionOf(row: Row, sink: Sink, symbol: string): Option | null {
  const type = row.lower('type');
  if (type !== 'call' && type !== 'put') return null;
  const parts = /^(\d{1,2})\s+([A-Z]{3})\s+(\d{2,4})/i.exec(row.text('exp'));
  const monthly = /^([A-Z]{3})\s+(\d{2,4})$/i.exec(row.text('exp'));
  const expiry =
    parts !== null
      ? expiryDate(fullYear(parts[3] ?? ''), monthNumber(parts[2] ?? ''), Number(parts[1]))
      : monthly !== null
        ? nthFriday(fullYear(monthly[2] ?? ''), monthNumber(monthly[1] ?? ''), THIRD)
        : (sink.moment(row.text('exp'))?.date ?? null);
  return optionFrom(rootIn(row.text('exp'), symbol), expiry, type, sink.number(row.text('strike')));
}

/** The same from the words of a trade: SPX 100 (Weeklys) 2 APR 26 6500 PUT. */
export function optionInWords(text: string): Option | null {
  const option = parseOption(text);
  return option === null ? null : { ...option, underlying: rootIn(text, option.underlying) };
}

/** It names the index and then which series is meant: weekly and quarterly ones have a root of their own. */
function rootIn(text: string, symbol: string): string {
  return /\((?:weeklys|quarterlys)\)/i.test(text) ? weeklyRoot(symbol.toUpperCase()) : symbol;
}

/** /ESH26:XCME 1/50 20 FEB 26 (Week3) /EW3G26:XCME 6900 PUT: contract, what a point is worth, expiry, root, strike. */
const ON_FUTURE =
  /^(\/[A-Z0-9]+)(?::[A-Z]+)?\s+1\/([\d.]+)\s+(?:(\d{1,2})\s+)?([A-Z]{3})\s+(\d{2,4})(?:\s+\(([^)]*)\))*(?:\s+\/\S+)?\s+([\d.,]+)\s+(CALL|PUT)$/i;

/** The option on a future that a cell, or the words of a trade, name; null when they name none. */
export function optionOnFuture(text: string): Instrument | null {
  const found = ON_FUTURE.exec(text.trim().replaceAll(/\s+/g, ' '));
  if (found === null) return null;
  const [, contract = '', points = '', day, month = '', year = '', note = '', strike = '', right = ''] = found;
  const expiry =
    day === undefined
      ? nthFriday(fullYear(year), monthNumber(month), Number(/\d/.exec(note)?.[0] ?? THIRD))
      : expiryDate(fullYear(year), monthNumber(month), Number(day));
  const option = optionFrom(contract.toUpperCase(), expiry, right, strike.replaceAll(',', ''));
  return option === null ? null : optionInstrument(option, Number(points) || undefined);
}

const THIRD = 3;

/** Monthly options name only the month: they expire on its third Friday; weekly ones on the one they are numbered by. */
function nthFriday(year: number, month: number | null, nth: number): string | null {
  if (month === null) return null;
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return expiryDate(year, month, 1 + ((12 - first) % 7) + 7 * (nth - 1));
}
