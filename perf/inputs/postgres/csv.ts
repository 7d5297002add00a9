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
const [TIME, USER, DATABASE, PID, SEVERITY, MESSAGE] = [0, 1, 2, 3, 11, 13] as const;

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
    let i = start;
    let message = -1;
    let messageEnd = -1;
    let doubled = false;
    let isLog = false;
    this.#lines = 0;
    for (let column = 0; ; column++) {
      i = this.#field(i, final);
      if (i < 0) return -1;
      switch (column) {
        case TIME:
          entry.timeUs = this.#clock.read(bytes, this.#start, this.#stop);
          break;
        case USER:
          entry.user = this.#user.read(bytes, this.#start, this.#stop);
          break;
        case DATABASE:
          entry.database = this.#database.read(bytes, this.#start, this.#stop);
          break;
        case PID:
          entry.pid = whole(bytes, this.#start, this.#stop);
          break;
        case SEVERITY:
          isLog = this.#stop - this.#start === 3 && at(bytes, this.#start, 'LOG');
          break;
        case MESSAGE:
          message = this.#start;
          messageEnd = this.#stop;
          doubled = this.#doubled;
          break;
        default:
      }
      if (i >= length || bytes[i] === NEWLINE) break;
      i++;
    }
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
