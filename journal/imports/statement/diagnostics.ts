import type { LeftOutKind } from '@zorivest/vocabulary';
import type { Diagnostics, LeftOut, RowNote } from './model.ts';

/** A file of a million bad rows is described by its first ten thousand: enough to see what is wrong, bounded in memory. */
const MOST_NOTES = 10_000;
/** Rows are left out for a few reasons; where a reason quotes its row, those beyond this are grouped by their kind. */
const MOST_REASONS = 200;

/** Collects what happened to each row while a file is read. */
export class RowLog {
  #parsed = 0;
  #reversals = 0;
  #leftOut = 0;
  #unreadable = 0;
  readonly #skipped: RowNote[] = [];
  readonly #invalid: RowNote[] = [];
  readonly #reasons = new Map<string, { -readonly [Key in keyof LeftOut]: LeftOut[Key] }>();
  readonly #joined: number[] = [];
  readonly #halfRead: number[] = [];
  readonly #warnings = new Set<string>();
  #breaksOff = false;

  countParsed(rows = 1): void {
    this.#parsed += rows;
  }

  /** A row that is part of what another row tells. */
  join(row: number, into: number): void {
    this.#parsed++;
    this.#joined.push(row, into);
  }

  /** A row that reverses another row, or one of an earlier file. */
  takeBack(): void {
    this.#reversals++;
  }

  skip(row: number, kind: LeftOutKind, reason: string): void {
    this.#leftOut++;
    this.#group(row, kind, reason);
    if (this.#skipped.length < MOST_NOTES) this.#skipped.push({ row, reason });
  }

  invalid(row: number, reason: string): void {
    this.#unreadable++;
    if (this.#invalid.length < MOST_NOTES) this.#invalid.push({ row, reason });
  }

  /** Part of a row that has given something already cannot be read: what it gave stands, and the row is reported. */
  spoil(row: number, reason: string): void {
    this.#parsed--;
    this.#halfRead.push(row);
    this.invalid(row, reason);
  }

  /** The same warning is reported once. */
  warn(text: string): void {
    if (this.#warnings.size < MOST_NOTES) this.#warnings.add(text);
  }

  /** The file is refused, or broken, from here on: what came before it stands. */
  breakOff(reason: string): void {
    this.#breaksOff = true;
    this.warn(reason);
  }

  diagnostics(): Diagnostics {
    const warnings = [...this.#warnings];
    const unlisted = this.#leftOut + this.#unreadable - this.#skipped.length - this.#invalid.length;
    if (unlisted > 0) warnings.push(`${unlisted} more rows were left out and are not listed one by one.`);
    return {
      total_rows: this.#parsed + this.#reversals + this.#leftOut + this.#unreadable,
      parsed: this.#parsed,
      skipped: this.#skipped,
      invalid: this.#invalid,
      warnings,
      rows: {
        left_out: [...this.#reasons.values()],
        unreadable: this.#unreadable,
        reversals: this.#reversals,
        joined: this.#joined,
        half_read: this.#halfRead,
        ...(this.#breaksOff && { breaks_off: true }),
      },
    };
  }

  #group(row: number, kind: LeftOutKind, stated: string): void {
    const key = `${kind}|${stated}`;
    const isFull = this.#reasons.size >= MOST_REASONS && !this.#reasons.has(key);
    const [name, reason] = isFull ? [kind, 'For further reasons of this kind'] : [key, stated];
    const known = this.#reasons.get(name);
    if (known === undefined) this.#reasons.set(name, { kind, reason, count: 1, example_row: row });
    else known.count++;
  }
}
