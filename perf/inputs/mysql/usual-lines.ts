// The four header lines that MariaDB writes into nearly every record, always in this form:
//
//   # Query_time: 0.000123  Lock_time: 0.000010  Rows_sent: 1  Rows_examined: 20
//   # Rows_affected: 0  Bytes_sent: 512
//   # Full_scan: No  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No
//   # Filesort: No  Filesort_on_disk: No  Merge_passes: 0  Priority_queue: No
//
// They are most of a log's header lines, so they are read here straight through. A line in any other form, be it one
// blank fewer, is answered with NOT_USUAL and left to the reader of any header line, which looks up each key.
import { DIGIT, DOT, kindOf, NEWLINE } from '../files/bytes.ts';

export const NOT_USUAL = -1;

/** Where the figures of these lines go. */
export interface Figures {
  queryUs: number;
  lockUs: number;
  rowsSent: number;
  rowsExamined: number;
  rowsAffected: number;
  bytesSent: number;
  hasQueryTime: boolean;
}

/** The text before a number. Its first letter and the place of its colon tell it from all others that servers write. */
interface Label {
  readonly length: number;
  readonly letter: number;
  readonly letterAt: number;
  readonly colonAt: number;
}

function label(text: string): Label {
  const letterAt = text.search(/[A-Z]/);
  return { length: text.length, letter: text.charCodeAt(letterAt), letterAt, colonAt: text.indexOf(':') };
}

const QUERY_TIME = label('# Query_time: ');
const LOCK_TIME = label('  Lock_time: ');
const ROWS_SENT = label('  Rows_sent: ');
const ROWS_EXAMINED = label('  Rows_examined: ');
const ROWS_AFFECTED = label('# Rows_affected: ');
const BYTES_SENT = label('  Bytes_sent: ');

const FULL_SCAN = label('# Full_scan: ');
const FILESORT = label('# Filesort: ');
const NO_SCAN = '# Full_scan: No  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No'.length;
const NO_SORT = '# Filesort: No  Filesort_on_disk: No  Merge_passes: 0  Priority_queue: No'.length;

/** No such line is longer: where fewer bytes are left, the line may not be there whole. */
export const LONGEST_USUAL = 160;

const [COLON, ZERO, NO] = [58, 48, 78];
const [Q, R, F] = [81, 82, 70];
const MOST_SECONDS = 1e10;
const MICRO_DIGITS = 6;

/** Each method returns the index of the newline that ends the line, or NOT_USUAL. Nothing is filled in half. */
export class UsualLines {
  /** The index after the number or label read last; NOT_USUAL once something else stood there. */
  #at = 0;

  /** `start` is where the line begins; at least LONGEST_USUAL bytes follow it. */
  readLine(into: Figures, bytes: Uint8Array, start: number): number {
    switch (bytes[start + 2]) {
      case Q:
        return this.#readTimes(into, bytes, start);
      case R:
        return this.#readAffected(into, bytes, start);
      case F:
        return this.#readNoes(bytes, start);
      default:
        // `#` alone.
        return bytes[start + 1] === NEWLINE ? start + 1 : NOT_USUAL;
    }
  }

  #readTimes(into: Figures, bytes: Uint8Array, start: number): number {
    this.#at = start;
    const query = this.#readSeconds(bytes, QUERY_TIME);
    const lock = this.#readSeconds(bytes, LOCK_TIME);
    const sent = this.#readCount(bytes, ROWS_SENT);
    const examined = this.#readCount(bytes, ROWS_EXAMINED);
    if (!this.#isAtEnd(bytes)) return NOT_USUAL;
    into.queryUs = query;
    into.lockUs = lock;
    into.rowsSent = sent;
    into.rowsExamined = examined;
    into.hasQueryTime = true;
    return this.#at;
  }

  #readAffected(into: Figures, bytes: Uint8Array, start: number): number {
    this.#at = start;
    const affected = this.#readCount(bytes, ROWS_AFFECTED);
    const sent = this.#readCount(bytes, BYTES_SENT);
    if (!this.#isAtEnd(bytes)) return NOT_USUAL;
    into.rowsAffected = affected;
    into.bytesSent = sent;
    return this.#at;
  }

  /** A line on which every answer is No: each Yes makes it longer, so its length, first and last answer tell. */
  #readNoes(bytes: Uint8Array, start: number): number {
    const isScan = bytes[start + FULL_SCAN.colonAt] === COLON;
    const firstAnswer = start + (isScan ? FULL_SCAN : FILESORT).length;
    const end = start + (isScan ? NO_SCAN : NO_SORT);
    return bytes[end] === NEWLINE && bytes[end - 2] === NO && bytes[firstAnswer] === NO ? end : NOT_USUAL;
  }

  #isAtEnd(bytes: Uint8Array): boolean {
    return this.#at !== NOT_USUAL && bytes[this.#at] === NEWLINE;
  }

  #skipLabel(bytes: Uint8Array, { length, letter, letterAt, colonAt }: Label): void {
    const at = this.#at;
    if (at === NOT_USUAL) return;
    this.#at = bytes[at + letterAt] === letter && bytes[at + colonAt] === COLON ? at + length : NOT_USUAL;
  }

  /** A count beyond 2^53 wrapped around and counts as nothing. */
  #readCount(bytes: Uint8Array, before: Label): number {
    this.#skipLabel(bytes, before);
    if (this.#at === NOT_USUAL) return 0;
    const value = this.#readDigits(bytes);
    return value <= Number.MAX_SAFE_INTEGER ? value : 0;
  }

  /** Seconds with exactly six digits behind the point, in microseconds. */
  #readSeconds(bytes: Uint8Array, before: Label): number {
    this.#skipLabel(bytes, before);
    if (this.#at === NOT_USUAL) return 0;
    const whole = this.#readDigits(bytes);
    const point = this.#at;
    this.#at = point + 1;
    const fraction = this.#readDigits(bytes);
    const isUsual = bytes[point] === DOT && whole <= MOST_SECONDS && this.#at === point + 1 + MICRO_DIGITS;
    if (!isUsual) this.#at = NOT_USUAL;
    return whole * 1e6 + fraction;
  }

  #readDigits(bytes: Uint8Array): number {
    let i = this.#at;
    let value = 0;
    let c = bytes[i]!;
    while (kindOf[c] === DIGIT) {
      value = value * 10 + c - ZERO;
      c = bytes[++i]!;
    }
    this.#at = i;
    return value;
  }
}
