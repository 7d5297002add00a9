// What a line of the log says of a statement: `duration: 1.234 ms  statement: SELECT …`.
import { DIGIT, kindOf, NEWLINE } from '../files/bytes.ts';
import { at } from '../files/bytes.ts';

/** `parse` and `bind` are steps before a run; a bare duration belongs to the statement logged just before it. */
export type MessageKind = 'other' | 'run' | 'step' | 'bare' | 'plan' | 'statement';

const DURATION = 'duration: ';

export class Message {
  kind: MessageKind = 'other';
  us = 0;
  /** Where the statement, or the plan, stands. */
  start = 0;
  end = 0;

  read(bytes: Uint8Array, start: number, end: number): void {
    this.kind = 'other';
    this.us = 0;
    this.end = end;
    if (at(bytes, start, DURATION)) this.#duration(bytes, start + DURATION.length, end);
    else if (at(bytes, start, 'statement: ')) this.#text('statement', start + 'statement: '.length);
    else if (at(bytes, start, 'execute ')) this.#readNamed('statement', bytes, start + 'execute '.length);
  }

  #duration(bytes: Uint8Array, start: number, end: number): void {
    let i = start;
    let us = 0;
    while (i < end && kindOf[bytes[i]!] === DIGIT) us = us * 10 + bytes[i++]! - 48;
    us *= 1000;
    if (bytes[i] === 46) {
      let unit = 100;
      for (i++; i < end && kindOf[bytes[i]!] === DIGIT; i++) {
        us += (bytes[i]! - 48) * unit;
        unit = Math.floor(unit / 10);
      }
    }
    if (i === start || !at(bytes, i, ' ms')) return;
    this.us = us;
    i += 3;
    while (i < end && bytes[i] === 32) i++;
    if (i >= end) this.kind = 'bare';
    else if (at(bytes, i, 'statement: ')) this.#text('run', i + 'statement: '.length);
    else if (at(bytes, i, 'execute ')) this.#readNamed('run', bytes, i + 'execute '.length);
    else if (at(bytes, i, 'parse ') || at(bytes, i, 'bind ')) this.kind = 'step';
    else if (at(bytes, i, 'fastpath function call:')) this.#text('run', i);
    else if (at(bytes, i, 'plan:')) this.#text('plan', i + 'plan:'.length);
  }

  /** `<unnamed>: SELECT …`, `s1/portal: …`, `fetch from s1: …`. */
  #readNamed(kind: MessageKind, bytes: Uint8Array, start: number): void {
    let i = start;
    while (i < this.end && bytes[i] !== NEWLINE && !(bytes[i] === 58 && bytes[i + 1] === 32)) i++;
    if (bytes[i] === 58 && i + 2 <= this.end) this.#text(kind, i + 2);
  }

  #text(kind: MessageKind, start: number): void {
    this.kind = kind;
    this.start = Math.min(start, this.end);
  }
}
