// KEY.txt.gz as it streams by: `[events]`, one event a line, `[functions]`, one name a line. SPX's own writer damages
// lines beyond 128 bytes (many metrics): a value, a blank or the newline is lost. Such lines are repaired.
import { type CallListener, ProfileBuilder } from './profile.ts';

const NEWLINE = 10;
const BLANK = 32;
/** The most functions SPX can record; a higher index means a damaged file. */
const FUNCTIONS = 65_536;
/** A line longer than this is no line of SPX. */
const LONGEST_LINE = 1 << 20;

export class EventReader {
  builder: ProfileBuilder | null = null;
  readonly names: string[] = [];
  repairedLines = 0;
  badLines = 0;
  hasEvents = false;
  hasFunctions = false;
  readonly #expectedMetrics: number;
  readonly #listener: CallListener | null;
  #rest: Buffer = Buffer.alloc(0);
  #values = new Float64Array(0);

  /** `metrics`: how many columns the metadata promises; 0 when there is no metadata. */
  constructor(metrics: number, listener: CallListener | null = null) {
    this.#expectedMetrics = metrics;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, start);
      if (end === -1) break;
      this.#line(bytes, start, end);
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    if (this.#rest.length > LONGEST_LINE) {
      this.badLines++;
      this.#rest = Buffer.alloc(0);
    }
  }

  /** The last line has no newline when it is a name, and is cut off when it is an event. */
  end(): void {
    if (this.#rest.length > 0 && this.hasFunctions) this.names.push(this.#rest.toString('utf8'));
    this.#rest = Buffer.alloc(0);
  }

  #line(bytes: Buffer, start: number, end: number): void {
    if (this.hasFunctions) {
      if (this.names.length < FUNCTIONS) this.names.push(bytes.toString('utf8', start, end));
      return;
    }
    if (bytes[start] === 91) {
      const section = bytes.toString('latin1', start, end).trim();
      if (section === '[events]') this.hasEvents = true;
      else if (section === '[functions]') this.hasFunctions = true;
      return;
    }
    if (!this.hasEvents || end === start) return;
    if (!this.#plainEvent(bytes, start, end)) this.#repair(bytes.toString('latin1', start, end).split(' '));
  }

  /** The whole and undamaged line, digit by digit. False when there is anything odd about it. */
  #plainEvent(bytes: Buffer, start: number, end: number): boolean {
    const builder = this.builder ?? this.#begin(bytes, start, end);
    if (builder === null) return true;
    let i = start;
    let fn = 0;
    while (i < end && bytes[i] !== BLANK) {
      const digit = bytes[i++]! - 48;
      if (digit < 0 || digit > 9) return false;
      fn = fn * 10 + digit;
    }
    const flag = bytes[++i]! - 48;
    if (i === start + 1 || (flag !== 0 && flag !== 1) || (i + 1 < end && bytes[i + 1] !== BLANK)) return false;
    i += 2;
    const values = this.#values;
    for (let m = 0; m < builder.metricCount; m++) {
      const from = i;
      let value = 0;
      const negative = bytes[i] === 45;
      if (negative) i++;
      while (i < end && bytes[i] !== BLANK) {
        const digit = bytes[i]! - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
        i++;
      }
      if (i < end && bytes[i] === 46) {
        while (i < end && bytes[i] !== BLANK) i++;
        value = Math.abs(Number(bytes.toString('latin1', from, i)));
      }
      if (i === from || Number.isNaN(value) || (i < end && bytes[i] !== BLANK)) return false;
      values[m] = negative ? -value : value;
      i++;
    }
    if (i - 1 !== end) return false;
    if (!this.#possible(fn, flag === 1)) return false;
    builder.event(fn, flag === 1, values);
    return true;
  }

  /** The first event tells how many metrics there are, unless the metadata did. Null when it tells nothing. */
  #begin(bytes: Buffer, start: number, end: number): ProfileBuilder | null {
    const found = bytes.toString('latin1', start, end).split(' ').length - 2;
    const count = this.#expectedMetrics || found;
    if (count < 1) {
      this.badLines++;
      return null;
    }
    this.#values = new Float64Array(count);
    this.builder = new ProfileBuilder(count, this.#listener);
    return this.builder;
  }

  /** Indexes are handed out one by one, so a start can be at most one beyond the highest. */
  #possible(fn: number, start: boolean): boolean {
    const builder = this.builder!;
    return start ? fn <= builder.highestIndex + 1 && fn < FUNCTIONS : fn === builder.openFunction;
  }

  #repair(tokens: readonly string[]): void {
    const builder = this.builder!;
    const full = builder.metricCount + 2;
    this.repairedLines++;
    if (tokens.length <= full) {
      if (!this.#patch(tokens)) this.badLines++;
      return;
    }
    // Two events on one line: the last `full` tokens are the second, whose index is glued to the first one's value.
    const glued = tokens.length - full;
    if (glued < 2 || glued >= full) {
      this.badLines++;
      return;
    }
    const token = tokens[glued]!;
    const previous = String(builder.last[glued - 2]);
    const head = tokens.slice(0, glued);
    const start = tokens[glued + 1] === '1';
    const first = this.#read([...head, '']);
    if (first === null) {
      this.badLines++;
      return;
    }
    // What the second event may be depends on the frame the first one leaves open.
    const highest = Math.max(builder.highestIndex, first.start ? first.fn : -1);
    const open = first.start ? first.fn : builder.below;
    const splits = Array.from({ length: token.length }, (_, at) => [token.slice(0, at), token.slice(at)] as const);
    const fitting = splits.filter(([value, index]) => {
      const fn = Number(index);
      return /^\d+$/.test(index) && /^-?[\d.]*$/.test(value) && (start ? fn <= highest + 1 : fn === open);
    });
    const split =
      fitting.find(([value]) => value === previous) ?? fitting.find(([value]) => value === '') ?? fitting[0];
    if (!split || !this.#patch([...head, split[0]]) || !this.#patch([split[1], ...tokens.slice(glued + 1)]))
      this.badLines++;
  }

  /** An event of fewer or empty tokens: a lost value is the one before it. False when it cannot be an event. */
  #patch(tokens: readonly string[]): boolean {
    const event = this.#read(tokens);
    if (event === null || event.fn >= FUNCTIONS) return false;
    this.builder!.event(event.fn, event.start, event.values);
    return true;
  }

  #read(tokens: readonly string[]): { fn: number; start: boolean; values: Float64Array } | null {
    const builder = this.builder!;
    const [index = '', flag = ''] = tokens;
    if (!/^\d+$/.test(index) || (flag !== '0' && flag !== '1')) return null;
    const values = Float64Array.from(builder.last, (before, m) => {
      const text = tokens[m + 2] ?? '';
      return text === '' || Number.isNaN(Number(text)) ? before : Number(text);
    });
    const fn = Number(index);
    if (fn > builder.highestIndex + 1 && flag === '1') return null;
    return { fn, start: flag === '1', values };
  }
}
