// `log_line_prefix`: what stands before `LOG:  ` on every line of a log written to stderr.
import { DIGIT, kindOf } from '../files/bytes.ts';
import { at } from '../files/bytes.ts';
import { RepeatedText } from './repeated-text.ts';
import { LogClock } from './time.ts';

/** PostgreSQL's own default, Debian's now and before, and what Amazon's and older servers write. */
export const DEFAULT_PREFIXES = [
  '%m [%p] %q%u@%d ',
  '%m [%p] ',
  '%t [%p-%l] %q%u@%d ',
  '%t [%p-%l] ',
  '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: ',
  '%t [%p] %q%u@%d ',
  '%t [%p] ',
  '%t:%r:%u@%d:[%p]:',
  '%m:%r:%u@%d:[%p]:',
] as const;

type Step = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'escape'; readonly letter: string };

const SEVERITIES = [
  'LOG',
  'ERROR',
  'FATAL',
  'PANIC',
  'WARNING',
  'NOTICE',
  'INFO',
  'DEBUG',
  'DETAIL',
  'HINT',
  'QUERY',
  'CONTEXT',
  'STATEMENT',
  'LOCATION',
] as const;

/** Reads the prefix of one line after another. */
export class PrefixReader {
  readonly #steps: readonly Step[];
  readonly #clock = new LogClock();
  readonly #users = new RepeatedText();
  readonly #databases = new RepeatedText();
  timeUs = Number.NaN;
  pid = 0;
  user = '';
  database = '';
  isLog = false;
  /** Where the message begins. */
  message = 0;

  constructor(prefix: string) {
    this.#steps = stepsOf(prefix);
  }

  get unknownZone(): boolean {
    return this.#clock.unknownZone;
  }

  /** True when the line from `start` to `end` begins with this prefix and a severity. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.timeUs = Number.NaN;
    this.pid = 0;
    this.user = this.database = '';
    let i = start;
    for (let s = 0; s < this.#steps.length; s++) {
      const step = this.#steps[s]!;
      if (step.kind === 'literal') {
        if (!at(bytes, i, step.text)) return false;
        i += step.text.length;
      } else if (step.letter === 'q') {
        // A process without a session writes nothing further.
        if (this.#severityAt(bytes, i, end)) return true;
      } else {
        const next = this.#escape(step.letter, bytes, i, end, this.#steps[s + 1]);
        if (next < 0) return false;
        i = next;
      }
    }
    return this.#severityAt(bytes, i, end);
  }

  #escape(letter: string, bytes: Uint8Array, start: number, end: number, next: Step | undefined): number {
    if (letter === 'm' || letter === 't') {
      this.timeUs = this.#clock.read(bytes, start, end);
      return Number.isNaN(this.timeUs) ? -1 : this.#clock.end;
    }
    if (letter === 'p' || letter === 'l') {
      let i = start;
      let value = 0;
      while (i < end && kindOf[bytes[i]!] === DIGIT) value = value * 10 + bytes[i++]! - 48;
      if (i === start) return -1;
      if (letter === 'p') this.pid = value;
      return i;
    }
    const stop = textEnd(bytes, start, end, next);
    if (stop < 0) return -1;
    if (letter === 'n')
      this.timeUs = Math.round(Number(Buffer.from(bytes.subarray(start, stop)).toString('latin1')) * 1e6);
    else if (letter === 'u') this.user = this.#users.read(bytes, start, stop);
    else if (letter === 'd') this.database = this.#databases.read(bytes, start, stop);
    else if (letter === 'c') this.pid ||= sessionPid(Buffer.from(bytes.subarray(start, stop)).toString('latin1'));
    return stop;
  }

  #severityAt(bytes: Uint8Array, start: number, end: number): boolean {
    let i = start;
    while (i < end && bytes[i] === 32) i++;
    for (const severity of SEVERITIES) {
      if (!at(bytes, i, severity)) continue;
      i += severity.length;
      if (severity === 'DEBUG' && kindOf[bytes[i]!] === DIGIT) i++;
      if (!at(bytes, i, ':  ')) return false;
      this.isLog = severity === 'LOG';
      this.message = i + 3;
      return true;
    }
    return false;
  }
}

/** Text ends where the next literal begins, or at a blank before another escape or the severity. */
function textEnd(bytes: Uint8Array, start: number, end: number, next: Step | undefined): number {
  const stop = next?.kind === 'literal' ? next.text : ' ';
  for (let i = start; i <= end - stop.length; i++) if (at(bytes, i, stop)) return i;
  return next === undefined ? start : -1;
}

/** `%c`: the session's start and the process, both in hexadecimal. */
function sessionPid(text: string): number {
  const pid = Number.parseInt(text.split('.')[1] ?? '', 16);
  return Number.isNaN(pid) ? 0 : pid;
}

function stepsOf(prefix: string): Step[] {
  const steps: Step[] = [];
  for (const match of prefix.matchAll(/%-?\d*([a-zA-Z%])|[^%]+/g)) {
    const letter = match[1];
    if (letter === undefined || letter === '%') {
      const text = letter ?? match[0];
      const before = steps.at(-1);
      if (before?.kind === 'literal') steps[steps.length - 1] = { kind: 'literal', text: before.text + text };
      else steps.push({ kind: 'literal', text });
    } else steps.push({ kind: 'escape', letter });
  }
  return steps;
}
