// One pass over the bytes of a statement: where it ends, and a 64-bit key that is equal for statements which differ
// only in values, comments and layout. The key finds the class without building a string; equal keys always mean
// equal fingerprints, not the other way round.
import {
  at,
  BACKSLASH,
  BACKTICK,
  CLOSE,
  COMMA,
  DASH,
  DIGIT,
  DOT,
  DOUBLE_QUOTE,
  HASH,
  isWordByte,
  kindOf,
  latin1,
  LETTER,
  MARK,
  NEWLINE,
  numberEnd,
  OPEN,
  QUOTE,
  SEMICOLON,
  SPACE,
} from '../files/bytes.ts';
import { closesStatement, commentEnd, quotedNameEnd, stringEnd } from './lexeme.ts';
import type { StatementKey } from '../statements/statement-key.ts';

const PLUS = 43;
const BLANK = 32;
const VALUE = 1;
const ONE_LIST = 2;
const MANY_LISTS = 3;

/** What the last pass found. One object is reused: a log has millions of statements. */
export class Statement implements StatementKey {
  /** Two halves of the key. */
  high = 0;
  low = 0;
  /** Index after the statement's last line, where the next record begins. */
  next = 0;
  /** The statement without its closing semicolon and the white space around it. */
  start = 0;
  end = 0;
  newlines = 0;
  /** False when the bytes ended before the statement did. */
  complete = false;

  #bytes: Uint8Array = new Uint8Array(0);
  #limit = 0;
  /** A header imitated inside a literal: where the record would end if the literal was never closed. */
  #imitation = -1;

  /** `final`: nothing follows `limit`, so the end of the bytes ends the statement. */
  scan(bytes: Uint8Array, start: number, limit: number, final: boolean): void {
    this.#bytes = bytes;
    this.#limit = limit;
    this.#imitation = -1;
    this.#begin(start);
    let h = 0x811c9dc5 | 0;
    let l = 17;
    let i = start;
    // Any white space counts as one blank before the next token; none at the start.
    let blank = false;
    let wordStart = start;
    let wordLength = 0;
    while (i < limit) {
      const c = bytes[i]!;
      const kind = kindOf[c]!;
      if (kind === SPACE) {
        if (c === NEWLINE) {
          this.newlines++;
          if (this.#endsAt(i, final)) return this.#finish(h, l, start, i);
        }
        blank = true;
        i++;
        continue;
      }
      if (blank) {
        blank = false;
        h = Math.imul(h ^ 32, 0x01000193);
        l = (Math.imul(l, 31) + 32) | 0;
      }
      if (kind === LETTER) {
        wordStart = i;
        // Two letters a step: each step waits for the one before it, so half the steps is half the time.
        let first = c;
        let second = i + 1 < limit ? bytes[i + 1]! : BLANK;
        while ((kindOf[first]! & kindOf[second]! & DIGIT) !== 0) {
          const both = first | (second << 8);
          h = Math.imul(h ^ both, 0x01000193);
          l = (Math.imul(l, 31) + both) | 0;
          i += 2;
          first = i < limit ? bytes[i]! : BLANK;
          second = i + 1 < limit ? bytes[i + 1]! : BLANK;
        }
        if ((kindOf[first]! & DIGIT) !== 0) {
          h = Math.imul(h ^ first, 0x01000193);
          l = (Math.imul(l, 31) + first) | 0;
          i++;
        }
        wordLength = i - wordStart;
        continue;
      }
      let code = c;
      let next = i + 1;
      if (kind === DIGIT || (kind === MARK && c === DOT && kindOf[bytes[i + 1] ?? 0] === DIGIT && wordLength === 0)) {
        const number = numberEnd(bytes, i, limit);
        if (number > i) {
          code = VALUE;
          next = number;
        } else if (kind === DIGIT) {
          // A name that begins with a digit: hashed byte by byte like any other.
          do {
            const letter = bytes[i]!;
            h = Math.imul(h ^ letter, 0x01000193);
            l = (Math.imul(l, 31) + letter) | 0;
            i++;
          } while (i < limit && isWordByte(bytes[i]));
          continue;
        }
      } else if (kind === MARK) {
        if (c === QUOTE || c === DOUBLE_QUOTE) {
          code = VALUE;
          next = this.#literal(i, c);
          if (next < 0) return this.#rollBack(h, l, start);
        } else if (c === BACKTICK) {
          const close = quotedNameEnd(bytes, i, limit);
          for (let k = i; k < close; k++) {
            h = Math.imul(h ^ bytes[k]!, 0x01000193);
            l = (Math.imul(l, 31) + bytes[k]!) | 0;
          }
          next = this.#skip(i, close, false);
          wordLength = 1;
          i = next;
          continue;
        } else if (c === OPEN) {
          const list = listKeyword(bytes, wordStart, wordLength) ? this.#lists(i) : i;
          if (list > i) {
            code = this.#listCount > 1 ? MANY_LISTS : ONE_LIST;
            next = list;
          }
        } else {
          const comment = commentEnd(bytes, i, limit);
          if (comment > i) {
            next = this.#skip(i, comment, false);
            if (next < 0) return this.#rollBack(h, l, start);
            i = next;
            continue;
          }
        }
      }
      h = Math.imul(h ^ code, 0x01000193);
      l = (Math.imul(l, 31) + code) | 0;
      wordLength = 0;
      i = next;
    }
    if (!final) return;
    if (this.#imitation !== -1) this.#rollBack(h, l, start);
    else this.#finish(h, l, start, limit);
  }

  #begin(start: number): void {
    this.start = start;
    this.newlines = 0;
    this.complete = false;
  }

  /** A record ends at a newline after `;` when what follows is a header or a banner, or nothing. */
  #endsAt(newline: number, final: boolean): boolean {
    const next = newline + 1;
    if (next >= this.#limit) return final;
    if (closesStatement(this.#bytes, newline) && isHeader(this.#bytes, next, this.#limit)) return true;
    return isBanner(this.#bytes, next, this.#limit);
  }

  /** The index after a literal; -1 as `skip` says. One pass for the many that stand on one line. */
  #literal(start: number, quote: number): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let lines = false;
    let i = start + 1;
    while (i < limit) {
      const c = bytes[i]!;
      if (c === quote) {
        i++;
        if (i >= limit || bytes[i] !== quote) break;
      } else if (c === BACKSLASH) {
        i++;
        lines ||= bytes[i] === NEWLINE;
      } else if (c === NEWLINE) lines = true;
      i++;
    }
    const end = i < limit ? i : limit;
    return lines ? this.#skip(start, end, true) : end;
  }

  /**
   * Counts the lines of a literal or comment, and notices a header imitated inside it. Returns its end, or -1 when it
   * turns out to be no literal at all: a quote left open by its statement "closes" at the opening quote of a later
   * one, which is directly followed by that literal's text.
   */
  #skip(start: number, end: number, quoted: boolean): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let imitation = -1;
    for (let i = start; i < end; i++) {
      if (bytes[i] !== NEWLINE) continue;
      this.newlines++;
      if (imitation === -1 && closesStatement(bytes, i) && isHeader(bytes, i + 1, limit)) imitation = i;
    }
    if (imitation !== -1) {
      this.#imitation = imitation;
      if (quoted && end < limit && isWordByte(bytes[end])) return -1;
      if (end < limit) this.#imitation = -1;
    }
    return end;
  }

  #listCount = 0;

  /** After `in` or `values`: the index after `(…)` groups that hold only values, or `start` when they hold more. */
  #lists(start: number): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let i = start;
    let done = start;
    this.#listCount = 0;
    while (i < limit && bytes[i] === OPEN) {
      i = this.#list(i + 1);
      if (i < 0) return done;
      done = i;
      this.#listCount++;
      i = this.#separatorEnd(i);
    }
    return done;
  }

  #list(start: number): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    let i = this.#separatorEnd(start);
    while (i < limit) {
      const c = bytes[i]!;
      if (c === CLOSE) {
        for (let k = start; k < i; k++) if (bytes[k] === NEWLINE) this.newlines++;
        return i + 1;
      }
      const end = this.#valueEnd(i, c);
      if (end < 0) return -1;
      i = this.#separatorEnd(end);
    }
    return -1;
  }

  /** The index after one plain value of a list; -1 when it is anything else, or spans lines. */
  #valueEnd(i: number, c: number): number {
    const bytes = this.#bytes;
    const limit = this.#limit;
    if (c === QUOTE || c === DOUBLE_QUOTE) {
      const end = stringEnd(bytes, i, limit);
      return end < limit ? end : -1;
    }
    const digits = c === PLUS || c === DASH ? i + 1 : i;
    if (kindOf[bytes[digits] ?? 0] === DIGIT) {
      const end = numberEnd(bytes, digits, limit);
      return end > digits && end < limit && (bytes[end] === CLOSE || isSeparator(bytes[end]!)) ? end : -1;
    }
    return isNull(bytes, i, limit) ? i + 4 : -1;
  }

  #separatorEnd(start: number): number {
    let i = start;
    while (i < this.#limit && isSeparator(this.#bytes[i]!)) i++;
    return i;
  }

  #finish(high: number, low: number, start: number, newline: number): void {
    const bytes = this.#bytes;
    let end = newline;
    while (end > start && kindOf[bytes[end - 1]!] === SPACE) end--;
    if (bytes[end - 1] === SEMICOLON && end > start) end--;
    this.high = high;
    this.low = low;
    this.end = end;
    this.next = Math.min(newline + 1, this.#limit);
    this.complete = true;
  }

  #rollBack(high: number, low: number, start: number): void {
    const end = this.#imitation;
    this.newlines = 0;
    for (let i = start; i <= end; i++) if (this.#bytes[i] === NEWLINE) this.newlines++;
    this.#finish(high, low, start, end);
  }
}

/** `# Time:`, `# User@Host:` and the lines that open a record in logs without them. */
export function isHeader(bytes: Uint8Array, i: number, limit: number): boolean {
  if (bytes[i] !== HASH || bytes[i + 1] !== 32 || i + 13 > limit) return false;
  switch (bytes[i + 2]) {
    case 84:
      return at(bytes, i + 2, 'Time:') || at(bytes, i + 2, 'Thread_id:');
    case 85:
      return at(bytes, i + 2, 'User@Host:');
    case 81:
      return at(bytes, i + 2, 'Query_time:');
    case 83:
      return at(bytes, i + 2, 'Schema:');
    default:
      return false;
  }
}

/** The first line a server writes into a log it opens: `…, Version: … started with:`. */
export function isBanner(bytes: Uint8Array, i: number, limit: number): boolean {
  const c = bytes[i];
  // A path, a drive letter, `mysqld` or `mariadbd`.
  if (c !== 47 && bytes[i + 1] !== 58 && !(c === 109 && (at(bytes, i, 'mysqld') || at(bytes, i, 'mariadbd'))))
    return false;
  const end = bytes.indexOf(NEWLINE, i);
  if (end === -1 || end > limit || end - i > 1000) return false;
  const line = latin1(bytes, i, end);
  return line.includes(', Version: ') && line.trimEnd().endsWith('started with:');
}

function isSeparator(c: number): boolean {
  return c === COMMA || kindOf[c] === SPACE;
}

function isNull(bytes: Uint8Array, i: number, limit: number): boolean {
  return (
    i + 4 < limit &&
    (bytes[i]! | 32) === 110 &&
    (bytes[i + 1]! | 32) === 117 &&
    (bytes[i + 2]! | 32) === 108 &&
    (bytes[i + 3]! | 32) === 108 &&
    !isWordByte(bytes[i + 4])
  );
}

/** `in`, `value` or `values`, in any case. */
function listKeyword(bytes: Uint8Array, start: number, length: number): boolean {
  if (length === 2) return (bytes[start]! | 32) === 105 && (bytes[start + 1]! | 32) === 110;
  if (length !== 5 && length !== 6) return false;
  const word = [118, 97, 108, 117, 101, 115];
  for (let i = 0; i < length; i++) if ((bytes[start + i]! | 32) !== word[i]) return false;
  return true;
}
