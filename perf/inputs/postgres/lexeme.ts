// PostgreSQL's SQL on bytes: where a literal, a quoted name or a comment ends. It differs from MySQL's in all of them.
import { DASH, DIGIT, DOUBLE_QUOTE, isWordByte, kindOf, lineEnd, NEWLINE, QUOTE } from '../files/bytes.ts';

const BACKSLASH = 92;
const DOLLAR = 36;
const SLASH = 47;
const STAR = 42;

/** The index after a literal; `end` while it is open. A backslash escapes only after an E directly before the quote. */
export function literalEnd(bytes: Uint8Array, start: number, end: number, first: number): number {
  const escapes =
    start > first && (bytes[start - 1]! | 32) === 101 && !(start - 1 > first && isWordByte(bytes[start - 2]));
  for (let i = start + 1; i < end; i++) {
    const c = bytes[i]!;
    if (c === BACKSLASH && escapes) i++;
    else if (c === QUOTE) {
      if (i + 1 >= end || bytes[i + 1] !== QUOTE) return i + 1;
      i++;
    }
  }
  return end;
}

export function nameEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) {
    if (bytes[i] !== DOUBLE_QUOTE) continue;
    if (i + 1 >= end || bytes[i + 1] !== DOUBLE_QUOTE) return i + 1;
    i++;
  }
  return end;
}

/** The index after `$1` or `$tag$…$tag$`, or `start` when neither begins here. */
export function dollarEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] !== DOLLAR) return start;
  let i = start + 1;
  if (i < end && kindOf[bytes[i]!] === DIGIT) {
    while (i < end && kindOf[bytes[i]!] === DIGIT) i++;
    return i;
  }
  while (i < end && bytes[i] !== DOLLAR && isWordByte(bytes[i])) i++;
  if (i >= end || bytes[i] !== DOLLAR) return start;
  const length = i + 1 - start;
  for (let k = i + 1; k + length <= end; k++) {
    if (bytes[k] !== DOLLAR) continue;
    let same = 1;
    while (same < length && bytes[k + same] === bytes[start + same]) same++;
    if (same === length) return k + length;
  }
  return end;
}

/** The index after a comment, or `start`. `--` needs no blank behind it, and comments in slashes nest. */
export function commentEnd(bytes: Uint8Array, start: number, end: number): number {
  const c = bytes[start];
  const next = start + 1 < end ? bytes[start + 1] : NEWLINE;
  if (c === DASH && next === DASH) return lineEnd(bytes, start, end);
  if (c !== SLASH || next !== STAR) return start;
  let depth = 1;
  for (let i = start + 2; i < end - 1; i++) {
    if (bytes[i] === STAR && bytes[i + 1] === SLASH) {
      i++;
      if (--depth === 0) return i + 1;
    } else if (bytes[i] === SLASH && bytes[i + 1] === STAR) {
      i++;
      depth++;
    }
  }
  return end;
}
