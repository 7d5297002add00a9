// Text on bytes: what a byte is, where a line, a word or a number ends. No strings are built on the way.

export const NEWLINE = 10;
export const BACKSLASH = 92;
export const SEMICOLON = 59;
export const HASH = 35;
export const BACKTICK = 96;
export const QUOTE = 39;
export const DOUBLE_QUOTE = 34;
export const DOT = 46;
export const COMMA = 44;
export const OPEN = 40;
export const CLOSE = 41;
export const DASH = 45;
export const SLASH = 47;
export const STAR = 42;

/** What a byte is, outside of literals. Bytes above 0x7f belong to names, as they do to the server. */
export const SPACE = 1;
export const DIGIT = 2;
export const LETTER = 3;
/** A byte that may start a literal, a comment or end the statement. */
export const MARK = 4;

export const kindOf = new Uint8Array(256);
for (const c of [9, 10, 11, 12, 13, 32]) kindOf[c] = SPACE;
for (let c = 48; c <= 57; c++) kindOf[c] = DIGIT;
for (let c = 65; c <= 90; c++) kindOf[c] = kindOf[c + 32] = LETTER;
for (let c = 128; c < 256; c++) kindOf[c] = LETTER;
kindOf[95] = kindOf[36] = LETTER;
for (const c of [QUOTE, DOUBLE_QUOTE, BACKTICK, HASH, DASH, SLASH, DOT, OPEN]) kindOf[c] = MARK;

export function isWordByte(c: number | undefined): boolean {
  // DIGIT and LETTER share this bit.
  return (kindOf[c ?? 32]! & DIGIT) !== 0;
}

/** As `lineEnd`, for lines that are short: there a loop is faster than the engine's own search. */
export function newlineFrom(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && bytes[i] !== NEWLINE) i++;
  return i;
}

/** The index of the newline that ends this line, or `end`. */
export function lineEnd(bytes: Uint8Array, start: number, end: number): number {
  const found = bytes.indexOf(NEWLINE, start);
  return found === -1 || found > end ? end : found;
}

/**
 * The index after a number, or `start` when what begins here is a name (`2fa_codes`). Hexadecimal, binary, decimals
 * and exponents are whole numbers of their own.
 */
export function numberEnd(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  const second = bytes[start + 1];
  if (bytes[start] === 48 && (second === 120 || second === 88)) {
    i += 2;
    while (i < end && isHex(bytes[i]!)) i++;
    return i > start + 2 && !wordAt(bytes, i, end) ? i : start;
  }
  if (bytes[start] === 48 && (second === 98 || second === 66)) {
    i += 2;
    while (i < end && (bytes[i] === 48 || bytes[i] === 49)) i++;
    return i > start + 2 && !wordAt(bytes, i, end) ? i : start;
  }
  while (i < end && kindOf[bytes[i]!] === DIGIT) i++;
  if (i < end && bytes[i] === DOT) {
    i++;
    while (i < end && kindOf[bytes[i]!] === DIGIT) i++;
  }
  if (i < end && (bytes[i] === 101 || bytes[i] === 69)) {
    let exponent = i + 1;
    if (bytes[exponent] === 43 || bytes[exponent] === DASH) exponent++;
    if (exponent < end && kindOf[bytes[exponent]!] === DIGIT) {
      i = exponent;
      while (i < end && kindOf[bytes[i]!] === DIGIT) i++;
    }
  }
  return wordAt(bytes, i, end) ? start : i;
}

function wordAt(bytes: Uint8Array, i: number, end: number): boolean {
  return i < end && isWordByte(bytes[i]);
}

function isHex(c: number): boolean {
  return kindOf[c] === DIGIT || (c >= 97 && c <= 102) || (c >= 65 && c <= 70);
}

/** Whether this text stands here. */
export function at(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

export function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}

/** Text that holds one byte per character, decoded as UTF-8; invalid bytes become U+FFFD. */
export function utf8(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the test is for pure ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text : Buffer.from(text, 'latin1').toString('utf8');
}
