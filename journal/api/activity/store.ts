// Where the record is kept: for 90 days, and never more than its share of the disk.
import type { Insertable } from 'kysely';
import type { Control } from '../control/control.ts';
import type { ActivityTables } from './tables.ts';

export type NewRow = Insertable<ActivityTables['activity']>;

const DAY = 86_400_000;
const KEPT = 90 * DAY;
const MOST_BYTES = 200 * 1024 * 1024;
const TIDY_EVERY = 3_600_000;
const MOST_WAITING = 10_000;
/** The oldest rows go in slices of this many: a stop must not wait for a large deletion. */
const SLICE = 50;
const SLICES_AT_ONCE = 20;

interface Waiting {
  readonly row: NewRow;
  readonly isGuess: boolean;
}

export class ActivityStore {
  readonly #control: Control;
  readonly #mostBytes: number;
  #waiting: Waiting[] = [];
  #tidiedAt = 0;

  constructor(control: Control, mostBytes: number = MOST_BYTES) {
    this.#control = control;
    this.#mostBytes = mostBytes;
  }

  /** `isGuess`: nobody reported it, so it takes the place of no row that somebody did. */
  add(row: NewRow, isGuess = false): void {
    this.#waiting.push({ row, isGuess });
  }

  /** Everything that waits, in one transaction. A call that is reported twice is one row. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const rows = this.#waiting;
    this.#waiting = [];
    try {
      const { db } = this.#control;
      this.#control.transact(() => {
        for (const { row, isGuess } of rows) {
          const insert = db.insertInto('activity').values(row);
          this.#control.run(
            insert.onConflict((existing) => {
              const same = existing.columns(['key_id', 'call_id']);
              return isGuess ? same.doNothing() : same.doUpdateSet(row);
            }),
          );
        }
      });
    } catch {
      // The vault was locked, or the disk is full; they are tried again, the newest of them.
      this.#waiting = [...rows, ...this.#waiting].slice(-MOST_WAITING);
    }
  }

  /** Once an hour what is too old goes; what is too much goes a slice at a time, until it fits. */
  tidy(now: number): void {
    try {
      if (now - this.#tidiedAt >= TIDY_EVERY) {
        const { db } = this.#control;
        this.#control.run(db.deleteFrom('activity').where('at', '<', new Date(now - KEPT).toISOString()));
        this.#tidiedAt = now;
      }
      for (let slice = 0; slice < SLICES_AT_ONCE && this.#bytes() > this.#mostBytes; slice += 1) this.#dropOldest();
    } catch {
      // The vault was locked, or the disk is full: another try in a moment.
    }
  }

  #dropOldest(): void {
    const { db } = this.#control;
    const oldest = db.selectFrom('activity').select('id').orderBy('at').orderBy('id').limit(SLICE);
    this.#control.run(db.deleteFrom('activity').where('id', 'in', oldest));
  }

  /** What control.db takes without its empty pages: nearly all of it is this record, and asking costs nothing. */
  #bytes(): number {
    const { connection } = this.#control;
    const of = (name: string) => Number(connection.pragma(name, { simple: true }));
    return (of('page_count') - of('freelist_count')) * of('page_size');
  }
}
