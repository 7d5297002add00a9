// The lines MariaDB writes into nearly every record, in one order and one form: read straight through, without looking
// each key up. Anything else, one blank fewer included, is left to the reader of any header.
import { DIGIT, kindOf, NEWLINE } from './lexeme.ts';

const COLON = 58;
const [L, R, B, N, F] = [76, 82, 66, 78, 70];
const NO_SCAN = '# Full_scan: No  Full_join: No  Tmp_table: No  Tmp_table_on_disk: No'.length;
const NO_SORT = '# Filesort: No  Filesort_on_disk: No  Merge_passes: 0  Priority_queue: No'.length;

/** What the two lines with numbers say. */
export interface Figures {
  queryUs: number;
  lockUs: number;
  rowsSent: number;
  rowsExamined: number;
  rowsAffected: number;
  bytesSent: number;
  hasQueryTime: boolean;
}

export class CommonLines {
  /** The index after the number that was read last. */
  #end = 0;

  /** `# Query_time: S  Lock_time: S  Rows_sent: N  Rows_examined: N`: the index of its newline, or -1. */
  times(into: Figures, bytes: Uint8Array, start: number): number {
    const query = this.#seconds(bytes, start + 14);
    let at = this.#end;
    if (bytes[at + 2] !== L || bytes[at + 11] !== COLON) return -1;
    const lock = this.#seconds(bytes, at + 13);
    at = this.#end;
    if (bytes[at + 2] !== R || bytes[at + 11] !== COLON) return -1;
    const sent = this.#integer(bytes, at + 13);
    at = this.#end;
    if (bytes[at + 2] !== R || bytes[at + 15] !== COLON) return -1;
    const examined = this.#integer(bytes, at + 17);
    if (bytes[this.#end] !== NEWLINE) return -1;
    into.queryUs = query;
    into.lockUs = lock;
    into.rowsSent = sent;
    into.rowsExamined = examined;
    into.hasQueryTime = true;
    return this.#end;
  }

  /** `# Rows_affected: N  Bytes_sent: N`. */
  affected(into: Figures, bytes: Uint8Array, start: number): number {
    const affected = this.#integer(bytes, start + 17);
    const at = this.#end;
    if (bytes[at + 2] !== B || bytes[at + 12] !== COLON) return -1;
    const sent = this.#integer(bytes, at + 14);
    if (bytes[this.#end] !== NEWLINE) return -1;
    into.rowsAffected = affected;
    into.bytesSent = sent;
    return this.#end;
  }

  /** Lines on which every answer is No: each Yes would make them longer. */
  nothing(bytes: Uint8Array, start: number): number {
    if (bytes[start + 2] !== F) return -1;
    const length = bytes[start + 3] === 117 ? NO_SCAN : NO_SORT;
    const end = start + length;
    return bytes[end] === NEWLINE && bytes[end - 2] === N && bytes[start + 13 - (length === NO_SORT ? 1 : 0)] === N
      ? end
      : -1;
  }

  /** Whole digits of a count; one beyond 2^53 wrapped around and counts as nothing. */
  #integer(bytes: Uint8Array, start: number): number {
    let i = start;
    let value = 0;
    let c = bytes[i]!;
    while (kindOf[c] === DIGIT) {
      value = value * 10 + c - 48;
      c = bytes[++i]!;
    }
    this.#end = i;
    return value <= Number.MAX_SAFE_INTEGER ? value : 0;
  }

  /** Seconds with exactly six digits behind the point; any other form is no match for the caller. */
  #seconds(bytes: Uint8Array, start: number): number {
    const whole = this.#integer(bytes, start);
    const point = this.#end;
    if (bytes[point] !== 46 || whole > 1e10) {
      this.#end = start;
      return 0;
    }
    const fraction = this.#integer(bytes, point + 1);
    if (this.#end !== point + 7) this.#end = start;
    return whole * 1e6 + fraction;
  }
}
