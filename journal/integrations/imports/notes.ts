// What a run notes about its rows: enough to see what is wrong with a file, and everything that an undo needs.
import type { ImportOutcome } from '@zorivest/vocabulary';
import type { ImportNoteRow } from './tables.ts';

interface Note extends Omit<ImportNoteRow, 'id' | 'run_id'> {
  readonly outcome: ImportOutcome;
}

export interface NewNote {
  readonly outcome: ImportOutcome;
  readonly message: string;
  readonly row?: number;
  readonly ref?: string;
  /** What was there before: an undo puts it back. */
  readonly before?: unknown;
}

/** Notes beyond this are counted, not stored, unless an undo needs them. */
const MOST_NOTES = 10_000;

export class RunNotes {
  readonly all: Note[] = [];
  #written = 0;

  add({ outcome, message, row, ref, before }: NewNote): void {
    if (this.all.length >= MOST_NOTES && before === undefined) return;
    this.all.push({
      outcome,
      message,
      row: row ?? null,
      ref: ref ?? null,
      before: before === undefined ? null : JSON.stringify(before),
    });
  }

  /** Those added since the last call. */
  unwritten(): readonly Note[] {
    const fresh = this.all.slice(this.#written);
    this.#written = this.all.length;
    return fresh;
  }
}
