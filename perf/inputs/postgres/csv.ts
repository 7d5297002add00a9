// `log_destination = csvlog`: one row an entry, of which six columns are needed. Read on bytes, a row at a time.
import type { Classes } from '../statements/classes.ts';
import { Feed } from '../files/feed.ts';
import { NEWLINE } from '../files/bytes.ts';
import { at } from '../files/bytes.ts';
import { RepeatedText } from './repeated-text.ts';
import { type Entry, Runs } from './runs.ts';
import { LogClock } from './time.ts';

const COMMA = 44;
const QUOTE = 34;
const LONGEST_TIME = 64;
/** The first four columns are time, user, database and process. */
const [PID, SEVERITY, MESSAGE] = [3, 11, 13] as const;

export class CsvLog extends Feed {
  readonly #runs: Runs;
  readonly #clock = new LogClock();
  readonly #user = new RepeatedText();
  readonly #database = new RepeatedText();
  readonly #entry: Entry = { timeUs: 0, pid: 0, user: '', database: '', startLine: 0, endLine: 0 };
  #scratch = Buffer.allocUnsafe(4096);
  #line = 1;
  /** The field the last call of `field` found, without its quotes; `doubled` when quotes in it are doubled. */
  #start = 0;
  #stop = 0;
  #doubled = false;
  #lines = 0;

  constructor(classes: Classes) {
    super();
    this.#runs = new Runs(classes);
  }

  protected override record(start: number, final: boolean): number {
    const { bytes, length } = this;
    const entry = this.#entry;
    this.#lines = 0;
    let i = this.#readTime(start, final);
    if (i < 0) return -1;
    if (this.#hasField(i)) {
      if ((i = this.#field(i + 1, final)) < 0) return -1;
      entry.user = this.#user.read(bytes, this.#start, this.#stop);
    }
    if (this.#hasField(i)) {
      if ((i = this.#field(i + 1, final)) < 0) return -1;
      entry.database = this.#database.read(bytes, this.#start, this.#stop);
    }
    if (this.#hasField(i)) {
      if ((i = this.#field(i + 1, final)) < 0) return -1;
      entry.pid = whole(bytes, this.#start, this.#stop);
    }
    if (this.#hasField(i) && (i = this.#skip(i + 1, SEVERITY - PID - 1, final)) < 0) return -1;
    let isLog = false;
    if (this.#hasField(i)) {
      if ((i = this.#field(i + 1, final)) < 0) return -1;
      isLog = this.#stop - this.#start === 3 && at(bytes, this.#start, 'LOG');
    }
    if (this.#hasField(i) && (i = this.#skip(i + 1, MESSAGE - SEVERITY - 1, final)) < 0) return -1;
    let message = -1;
    let messageEnd = -1;
    let doubled = false;
    if (this.#hasField(i)) {
      if ((i = this.#field(i + 1, final)) < 0) return -1;
      message = this.#start;
      messageEnd = this.#stop;
      doubled = this.#doubled;
    }
    if (this.#hasField(i) && (i = this.#skip(i + 1, Number.POSITIVE_INFINITY, final)) < 0) return -1;
    entry.startLine = this.#line;
    entry.endLine = this.#line + this.#lines;
    this.#line = entry.endLine + 1;
    if (isLog && message >= 0 && !Number.isNaN(entry.timeUs)) {
      if (doubled) {
        const end = this.#unescape(message, messageEnd);
        this.#runs.add(this.#scratch, 0, end, entry);
      } else this.#runs.add(bytes, message, messageEnd, entry);
    } else if (message < 0 && i > start) this.notes.orphanLines++;
    return Math.min(i + 1, length);
  }

  protected override finish(): void {
    this.#runs.end();
    this.notes.unknownZone = this.#clock.unknownZone;
    this.notes.durations = this.#runs.durations;
  }

  /** Whether another field follows the one that ended at `i`. */
  #hasField(i: number): boolean {
    return i < this.length && this.bytes[i] === COMMA;
  }

  /** The first field, where it is a time as the server writes it; anything else is a field like any other. */
  #readTime(start: number, final: boolean): number {
    const { bytes, length } = this;
    const entry = this.#entry;
    // Near the end of the bytes it may be cut off.
    if (start + LONGEST_TIME < length) {
      entry.timeUs = this.#clock.read(bytes, start, length);
      if (bytes[this.#clock.end] === COMMA && !Number.isNaN(entry.timeUs)) return this.#clock.end;
    }
    const i = this.#field(start, final);
    if (i >= 0) entry.timeUs = this.#clock.read(bytes, this.#start, this.#stop);
    return i;
  }

  /** Skips `count` fields from `start`. Returns what `field` does; a row may end before. */
  #skip(start: number, count: number, final: boolean): number {
    const { bytes, length } = this;
    let left = count;
    for (let i = start; i < length; i++) {
      if (bytes[i] === QUOTE) {
        for (i++; i < length; i++) {
          const c = bytes[i]!;
          if (c === NEWLINE) this.#lines++;
          else if (c === QUOTE) {
            if (i + 1 >= length && !final) return -1;
            if (bytes[i + 1] !== QUOTE || i + 1 >= length) break;
            i++;
          }
        }
      }
      while (i < length && bytes[i] !== COMMA && bytes[i] !== NEWLINE) i++;
      if (i >= length) break;
      if (bytes[i] === NEWLINE || --left === 0) return i;
    }
    return final ? length : -1;
  }

  /** Finds the field at `start`. Returns the index of the comma or newline behind it, -1 when that is not there yet. */
  #field(start: number, final: boolean): number {
    const { bytes, length } = this;
    this.#doubled = false;
    let i = start;
    if (bytes[i] !== QUOTE || i >= length) {
      while (i < length && bytes[i] !== COMMA && bytes[i] !== NEWLINE) i++;
      this.#start = start;
      this.#stop = bytes[i - 1] === 13 && bytes[i] === NEWLINE && i > start ? i - 1 : i;
      return i < length || final ? i : -1;
    }
    for (i++; i < length; i++) {
      const c = bytes[i]!;
      if (c === NEWLINE) this.#lines++;
      else if (c === QUOTE) {
        if (i + 1 >= length && !final) return -1;
        if (bytes[i + 1] !== QUOTE || i + 1 >= length) break;
        this.#doubled = true;
        i++;
      }
    }
    if (i >= length && !final) return -1;
    this.#start = start + 1;
    this.#stop = i;
    while (i < length && bytes[i] !== COMMA && bytes[i] !== NEWLINE) i++;
    return i < length || final ? i : -1;
  }

  #unescape(start: number, end: number): number {
    const { bytes } = this;
    if (this.#scratch.length < end - start) this.#scratch = Buffer.allocUnsafe((end - start) * 2);
    const scratch = this.#scratch;
    let length = 0;
    for (let i = start; i < end; i++) {
      scratch[length++] = bytes[i]!;
      if (bytes[i] === QUOTE && bytes[i + 1] === QUOTE) i++;
    }
    return length;
  }
}

function whole(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 10 + bytes[i]! - 48;
  return value > 0 ? value : 0;
}
