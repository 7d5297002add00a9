// `log_destination = stderr`: lines with a prefix; a message's further lines begin with a tab.
import type { Classes } from '../statements/classes.ts';
import { Feed } from '../files/feed.ts';
import { lineEnd, NEWLINE } from '../files/bytes.ts';
import { PrefixReader } from './prefix.ts';
import { Runs } from './runs.ts';

const TAB = 9;

export class StderrLog extends Feed {
  readonly #runs: Runs;
  readonly #prefix: PrefixReader;
  #scratch = Buffer.allocUnsafe(4096);
  #line = 1;

  constructor(classes: Classes, prefix: string) {
    super();
    this.#runs = new Runs(classes);
    this.#prefix = new PrefixReader(prefix);
  }

  protected override record(start: number, final: boolean): number {
    const { bytes, length } = this;
    const prefix = this.#prefix;
    let end = lineEnd(bytes, start, length);
    const firstEnd = end;
    let lines = 1;
    while (end < length && bytes[end + 1] === TAB && end + 1 < length) {
      end = lineEnd(bytes, end + 1, length);
      lines++;
    }
    if (end + 1 >= length && !final) return -1;
    const startLine = this.#line;
    this.#line += lines;
    if (prefix.read(bytes, start, firstEnd)) {
      if (prefix.isLog) {
        const entry = {
          timeUs: prefix.timeUs,
          pid: prefix.pid,
          user: prefix.user,
          database: prefix.database,
          startLine,
          endLine: this.#line - 1,
        };
        if (lines === 1) this.#runs.add(bytes, prefix.message, trimEnd(bytes, prefix.message, end), entry);
        else this.#runs.add(this.#scratch, 0, this.#joinLines(prefix.message, end), entry);
      }
    } else if (end > start) this.notes.orphanLines += lines;
    return Math.min(end + 1, length);
  }

  protected override finish(): void {
    this.#runs.end();
    this.notes.unknownZone = this.#prefix.unknownZone;
    this.notes.durations = this.#runs.durations;
  }

  /** The message without the tabs the server put before its further lines. */
  #joinLines(start: number, end: number): number {
    const { bytes } = this;
    if (this.#scratch.length < end - start) this.#scratch = Buffer.allocUnsafe((end - start) * 2);
    const scratch = this.#scratch;
    let length = 0;
    for (let i = start; i < end; i++) {
      const c = bytes[i]!;
      scratch[length++] = c;
      if (c === NEWLINE && bytes[i + 1] === TAB) i++;
    }
    return length;
  }
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  return end > start && bytes[end - 1] === 13 ? end - 1 : end;
}
