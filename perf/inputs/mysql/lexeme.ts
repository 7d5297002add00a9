// Where one piece of MySQL's SQL ends, on bytes: shared by the pass over every statement and by the pass that names a class.
import { BACKSLASH, BACKTICK, DASH, HASH, lineEnd, NEWLINE, SEMICOLON, SLASH, STAR } from '../files/bytes.ts';

const RETURN = 13;
const BANG = 33;

/** The index after the closing quote; `end` when the literal is still open there. Escapes: `\'` and `''`. */
export function stringEnd(bytes: Uint8Array, start: number, end: number): number {
  const quote = bytes[start]!;
  for (let i = start + 1; i < end; i++) {
    const c = bytes[i]!;
    if (c === BACKSLASH) i++;
    else if (c === quote) {
      if (bytes[i + 1] !== quote || i + 1 >= end) return i + 1;
      i++;
    }
  }
  return end;
}

/** The index after the closing backtick, which is escaped by doubling only. */
export function quotedNameEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) {
    if (bytes[i] === BACKTICK) {
      if (bytes[i + 1] !== BACKTICK || i + 1 >= end) return i + 1;
      i++;
    }
  }
  return end;
}

/**
 * The index after a comment that starts here, or `start` when none does. `/*!` holds code that runs, so it is not a
 * comment; `--` starts one only before white space, as in the server.
 */
export function commentEnd(bytes: Uint8Array, start: number, end: number): number {
  const c = bytes[start];
  if (c === HASH) return lineEnd(bytes, start, end);
  if (c === DASH) {
    const follows = start + 2 < end ? bytes[start + 2]! : NEWLINE;
    return bytes[start + 1] === DASH && start + 1 < end && follows <= 32 ? lineEnd(bytes, start, end) : start;
  }
  if (c === SLASH && bytes[start + 1] === STAR && start + 1 < end && bytes[start + 2] !== BANG) {
    for (let i = start + 2; i < end - 1; i++) {
      if (bytes[i] === STAR && bytes[i + 1] === SLASH) return i + 2;
    }
    return end;
  }
  return start;
}

/** True when the byte before this line's newline (and before a carriage return) closes a statement. */
export function closesStatement(bytes: Uint8Array, newline: number): boolean {
  const last = bytes[newline - 1];
  return last === SEMICOLON || (last === RETURN && bytes[newline - 2] === SEMICOLON);
}
