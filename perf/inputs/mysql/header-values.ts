// Numbers and times as header lines write them.
import { DIGIT, kindOf } from '../files/bytes.ts';

/** A decimal number of seconds. Digits beyond the microsecond are rounded; a time that wrapped around is unknown. */
export function microseconds(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  let value = 0;
  while (i < end && kindOf[bytes[i]!] === DIGIT) value = value * 10 + bytes[i++]! - 48;
  if (value > LONGEST_SECONDS) return 0;
  value *= 1e6;
  if (bytes[i] !== 46 || i >= end) return value;
  let unit = 1e5;
  for (i++; i < end && kindOf[bytes[i]!] === DIGIT; i++) {
    if (unit >= 1) value += (bytes[i]! - 48) * unit;
    else return bytes[i]! >= 53 ? value + 1 : value;
    unit = unit > 1 ? unit / 10 : 0;
  }
  return value;
}

const LONGEST_SECONDS = 1e10;

/** A count; a number beyond 2^53 is a counter that wrapped around and counts as unknown, that is as nothing. */
export function integer(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end && kindOf[bytes[i]!] === DIGIT; i++) value = value * 10 + bytes[i]! - 48;
  return value <= Number.MAX_SAFE_INTEGER ? value : 0;
}

export function isoMicroseconds(text: string): number {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6})\d*)?(Z|[+-]\d\d:?\d\d)?/.exec(text);
  if (!match) return Number.NaN;
  return Date.parse(match[1]! + (match[3] ?? 'Z')) * 1000 + Number((match[2] ?? '').padEnd(6, '0'));
}

/** `YYMMDD H:MM:SS`, in the server's own zone, which the log does not name: read as UTC. */
export function shortMicroseconds(text: string): number {
  const match = /^(\d\d)(\d\d)(\d\d)\s+(\d{1,2}):(\d\d):(\d\d)(?:\.(\d{1,6}))?/.exec(text);
  if (!match) return Number.NaN;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return Date.UTC(2000 + year, month - 1, day, hour, minute, second) * 1000 + Number((match[7] ?? '').padEnd(6, '0'));
}
