// One pass over a statement of PostgreSQL: the key that finds its class without building a string.
import {
  DIGIT,
  DOT,
  DOUBLE_QUOTE,
  isWordByte,
  kindOf,
  LETTER,
  numberEnd,
  QUOTE,
  SEMICOLON,
  SPACE,
} from '../files/bytes.ts';
import type { StatementKey } from '../statements/statement-key.ts';
import { commentEnd, dollarEnd, literalEnd, nameEnd } from './lexeme.ts';

const VALUE = 1;
const DOLLAR = 36;

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
        do {
          const letter = bytes[i]!;
          h = Math.imul(h ^ letter, 0x01000193);
          l = (Math.imul(l, 31) + letter) | 0;
          i++;
        } while (i < end && isWordByte(bytes[i]));
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
      } else {
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
