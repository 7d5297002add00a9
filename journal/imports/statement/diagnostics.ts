import type { Diagnostics, RowNote } from './model.ts';

/** A file of a million bad rows is told by its first ten thousand: enough to see what is wrong, bounded in memory. */
const MOST_NOTES = 10_000;

/** Collects what happened to each row while a file is read. */
export class RowLog {
  #total = 0;
  #parsed = 0;
  #unlisted = 0;
  readonly #skipped: RowNote[] = [];
  readonly #invalid: RowNote[] = [];
  readonly #warnings = new Set<string>();

  countParsed(rows = 1): void {
    this.#total += rows;
    this.#parsed += rows;
  }

  skip(row: number, reason: string): void {
    this.#total++;
    this.#note(this.#skipped, row, reason);
  }

  invalid(row: number, reason: string): void {
    this.#total++;
    this.#note(this.#invalid, row, reason);
  }

  /** The same warning is told once. */
  warn(text: string): void {
    if (this.#warnings.size < MOST_NOTES) this.#warnings.add(text);
  }

  diagnostics(): Diagnostics {
    const warnings = [...this.#warnings];
    if (this.#unlisted > 0) warnings.push(`${this.#unlisted} more rows were left out and are not listed one by one.`);
    return {
      total_rows: this.#total,
      parsed: this.#parsed,
      skipped: this.#skipped,
      invalid: this.#invalid,
      warnings,
    };
  }

  #note(list: RowNote[], row: number, reason: string): void {
    if (list.length < MOST_NOTES) list.push({ row, reason });
    else this.#unlisted++;
  }
}
