// One pass over a statement of PostgreSQL: the key that finds its class without building a string.
import {
  DASH,
  DIGIT,
  DOT,
  DOUBLE_QUOTE,
  kindOf,
  LETTER,
  numberEnd,
  QUOTE,
  SEMICOLON,
  SLASH,
  SPACE,
} from '../files/bytes.ts';
import type { StatementKey } from '../statements/statement-key.ts';
import { commentEnd, dollarEnd, literalEnd, nameEnd } from './lexeme.ts';

const VALUE = 1;
const DOLLAR = 36;
const BLANK = 32;

/** What the last pass found; one object is reused. */
export class PostgresStatement implements StatementKey {
  high = 0;
  low = 0;
  start = 0;
  end = 0;

  scan(bytes: Uint8Array, from: number, to: number): void {
    let start = from;
    let end = to;
    while (start < end && kindOf[bytes[start]!] === SPACE) start++;
    while (end > start && (kindOf[bytes[end - 1]!] === SPACE || bytes[end - 1] === SEMICOLON)) end--;
    let h = 0x811c9dc5 | 0;
    let l = 17;
    let i = start;
    let named = false;
    while (i < end) {
      const c = bytes[i]!;
      const kind = kindOf[c]!;
      let code = c;
      let next = i + 1;
      if (kind === SPACE) {
        while (next < end && kindOf[bytes[next]!] === SPACE) next++;
        code = 32;
      } else if (kind === LETTER && c !== DOLLAR) {
        // Two letters a step: each step waits for the one before it, so half the steps is half the time.
        let first = c;
        let second = i + 1 < end ? bytes[i + 1]! : BLANK;
        while ((kindOf[first]! & kindOf[second]! & DIGIT) !== 0) {
          const both = first | (second << 8);
          h = Math.imul(h ^ both, 0x01000193);
          l = (Math.imul(l, 31) + both) | 0;
          i += 2;
          first = i < end ? bytes[i]! : BLANK;
          second = i + 1 < end ? bytes[i + 1]! : BLANK;
        }
        if ((kindOf[first]! & DIGIT) !== 0) {
          h = Math.imul(h ^ first, 0x01000193);
          l = (Math.imul(l, 31) + first) | 0;
          i++;
        }
        named = true;
        continue;
      } else if (c === QUOTE) {
        next = literalEnd(bytes, i, end, start);
        code = VALUE;
      } else if (c === DOUBLE_QUOTE) {
        next = nameEnd(bytes, i, end);
        for (let k = i; k < next; k++) {
          h = Math.imul(h ^ bytes[k]!, 0x01000193);
          l = (Math.imul(l, 31) + bytes[k]!) | 0;
        }
        named = true;
        i = next;
        continue;
      } else if (kind === DIGIT || (c === DOT && !named && kindOf[bytes[i + 1] ?? 0] === DIGIT)) {
        const number = numberEnd(bytes, i, end);
        if (number > i) {
          next = number;
          code = VALUE;
        }
      } else if (c === DOLLAR) {
        const dollar = dollarEnd(bytes, i, end);
        if (dollar > i) {
          next = dollar;
          code = VALUE;
        }
      } else if (c === DASH || c === SLASH) {
        const comment = commentEnd(bytes, i, end);
        if (comment > i) {
          i = comment;
          continue;
        }
      }
      named = false;
      h = Math.imul(h ^ code, 0x01000193);
      l = (Math.imul(l, 31) + code) | 0;
      i = next;
    }
    this.high = h;
    this.low = l;
    this.start = start;
    this.end = end;
  }
}
