// A slow log, record by record.
import type { Classes } from '../statements/classes.ts';
import { Feed } from '../files/feed.ts';
import { Header } from './header.ts';
import { microseconds } from './header-values.ts';
import { at, HASH, latin1, lineEnd, NEWLINE, newlineFrom } from '../files/bytes.ts';
import { closesStatement } from './lexeme.ts';
import { isBanner, isHeader, Statement } from './statement.ts';

/** Enough bytes after a newline to tell whether a header follows. */
const LOOKAHEAD = 16;

export class SlowLogScanner extends Feed {
  readonly #classes: Classes;
  readonly #header = new Header();
  readonly #statement = new Statement();
  #line = 1;
  #timestampUs = Number.NaN;
  #skipping = false;

  constructor(classes: Classes) {
    super();
    this.#classes = classes;
  }

  protected override record(start: number, final: boolean): number {
    return this.#skipping ? this.#skip(start, final) : this.#statementAt(start, final);
  }

  /** A statement beyond the largest buffer is classed by its beginning, and read on to its end. */
  protected override oversized(): number {
    super.oversized();
    this.#skipping = true;
    return this.length - LOOKAHEAD;
  }

  #statementAt(start: number, final: boolean): number {
    const { bytes, length } = this;
    const header = this.#header;
    header.begin();
    let i = start;
    let line = this.#line;
    let schema = '';
    let seconds = Number.NaN;
    let settings = 0;
    let spareStart = -1;
    let spareEnd = -1;
    let begun = false;
    while (i < length) {
      const c = bytes[i]!;
      if (c === HASH) {
        if (begun && (header.hasQueryTime || settings > 0) && opens(bytes, i, length, header)) break;
        if (bytes[i + 2] === 97 && at(bytes, i, COMMAND)) {
          const end = lineEnd(bytes, i, length);
          return end === length && !final ? -1 : this.#command(i, end, line, seconds);
        }
        // After `SET timestamp` the statement begins, even when it begins with a comment.
        if (!(settings & SET)) {
          const end = header.line(bytes, i, length);
          if (end === length && !final) return -1;
          begun = true;
          line++;
          i = Math.min(end + 1, length);
          continue;
        }
      }
      const setting = begun ? settingAt(bytes, i, settings) : 0;
      if (
        setting === 0 &&
        begun &&
        !isBanner(bytes, i, length) &&
        (c !== NEWLINE || settings > 0 || header.hasQueryTime)
      ) {
        if (schema !== '') this.#use(schema);
        this.#statement.scan(bytes, i, length, final);
        if (!this.#statement.complete) return -1;
        const { newlines } = this.#statement;
        return this.#count(line + Math.max(0, newlines - 1), line + newlines, seconds);
      }
      const end = newlineFrom(bytes, i, length);
      if (end === length && !final) return -1;
      const next = Math.min(end + 1, length);
      if (setting === 0) {
        if (isBanner(bytes, i, length)) {
          if (begun) break;
          return this.#banner(i);
        }
        if (!begun) {
          if (end > i) this.notes.orphanLines++;
          this.#line++;
          return next;
        }
      } else {
        settings |= setting;
        if (setting === USE) schema = latin1(bytes, i + 4, end).replace(/;?\s*$/, '');
        else seconds = timestampOf(bytes, i, end);
        spareStart = i;
        spareEnd = end;
      }
      line++;
      i = next;
    }
    if (i >= length && !final) return -1;
    if (!begun || !header.hasQueryTime) {
      this.#line = line;
      return i;
    }
    // No statement follows: the `use` or `SET timestamp` itself was it, or the log has none.
    if (schema !== '') this.#use(schema);
    const from = spareStart === -1 ? i : spareStart;
    this.#statement.scan(bytes, from, spareStart === -1 ? i : spareEnd, true);
    this.#statement.next = i;
    return this.#count(line - 1, line, seconds);
  }

  #command(i: number, end: number, line: number, seconds: number): number {
    this.#statement.scan(this.bytes, i + 2, end, true);
    this.#statement.next = Math.min(end + 1, this.length);
    return this.#count(line, line + 1, seconds);
  }

  #count(lastLine: number, nextLine: number, seconds: number): number {
    const header = this.#header;
    const statement = this.#statement;
    this.#timestampUs = Number.isNaN(seconds)
      ? Number.isNaN(header.startUs)
        ? header.timeUs
        : header.startUs
      : seconds;
    this.#classes.add(this.bytes, header, statement, this.#timestampUs, this.#line, lastLine);
    this.#line = nextLine;
    return statement.next;
  }

  /** `Schema:` of this record, where there is one, has already been read and says the same. */
  #use(name: string): void {
    this.#header.useSchema(name.startsWith('`') && name.endsWith('`') ? name.slice(1, -1).replaceAll('``', '`') : name);
  }

  /** The banner is one line here; the `Tcp port:` and `Time Id Command` lines after it are dropped as orphans would be. */
  #banner(start: number): number {
    const { bytes, length } = this;
    let i = start;
    for (let lines = 0; lines < 3 && i < length; lines++) {
      if (lines > 0 && bytes[i] === HASH) break;
      i = lineEnd(bytes, i, length) + 1;
      this.#line++;
    }
    this.notes.banners++;
    return Math.min(i, length);
  }

  /** Inside an oversized statement: on to the first header after a line that ends a statement. */
  #skip(start: number, final: boolean): number {
    const { bytes, length } = this;
    let newline = bytes.indexOf(NEWLINE, start);
    while (newline !== -1 && newline + LOOKAHEAD < length) {
      this.#line++;
      if (closesStatement(bytes, newline) && isHeader(bytes, newline + 1, length)) {
        this.#skipping = false;
        return newline + 1;
      }
      newline = bytes.indexOf(NEWLINE, newline + 1);
    }
    if (final) return length;
    return length - LOOKAHEAD > start ? length - LOOKAHEAD : -1;
  }
}

const COMMAND = '# administrator command: ';
const TIMESTAMP = 'SET timestamp=';
const USE = 1;
const SET = 2;

/** True when this header line can only belong to the next record. */
function opens(bytes: Uint8Array, i: number, limit: number, header: Header): boolean {
  if (!isHeader(bytes, i, limit)) return false;
  return (
    at(bytes, i, '# User@Host:') || at(bytes, i, '# Time:') || (header.hasQueryTime && at(bytes, i, '# Query_time:'))
  );
}

/** Which of the two lines the server itself puts before a statement stands here; each is taken once. */
function settingAt(bytes: Uint8Array, i: number, taken: number): number {
  const c = bytes[i];
  if (c === 117 && !(taken & USE)) return at(bytes, i, 'use ') ? USE : 0;
  if (c !== 83 || taken & SET || bytes[i + 3] !== 32) return 0;
  // `SET timestamp=`, recognised by two letters, because it is in nearly every record.
  if (bytes[i + 4] === 116 && bytes[i + 13] === 61) return SET;
  return at(bytes, i, TIMESTAMP) || at(bytes, i, 'SET insert_id=') || at(bytes, i, 'SET last_insert_id=') ? SET : 0;
}

function timestampOf(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start + 4] === 116) return microseconds(bytes, start + TIMESTAMP.length, end);
  const key = latin1(bytes, start, end).indexOf('timestamp=');
  return key === -1 ? Number.NaN : microseconds(bytes, start + key + 'timestamp='.length, end);
}
