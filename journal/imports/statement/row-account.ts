// Every row of data of an import, counted once by what became of it.
import { leftOutKinds } from '@zorivest/vocabulary';
import type { Diagnostics, LeftOut } from './model.ts';

/** Of a row that gave several things the last of these counts: one that gave a trade and a fee is a row of a trade. */
const FATES = ['deleted', 'known', 'cash', 'events', 'trades', 'changed', 'asked'] as const;
export type RowFate = (typeof FATES)[number];

/** `read` is the sum of all the others. */
export interface RowTable extends Readonly<Record<Exclude<RowFate, 'deleted'>, number>> {
  readonly read: number;
  readonly unreadable: number;
  readonly left_out: readonly LeftOut[];
}

export class RowAccount {
  /** What became of the rows of the file that is being read: a byte a row. */
  #fates = new Uint8Array(4096);
  #last = 0;
  readonly #counts = { known: 0, cash: 0, events: 0, trades: 0, changed: 0, asked: 0, unreadable: 0 };
  readonly #leftOut = new Map<string, LeftOut>();
  /** Rows of the files that have ended. */
  #closed = 0;

  mark(row: number, fate: RowFate): void {
    const code = FATES.indexOf(fate) + 1;
    if (row >= this.#fates.length) {
      const longer = new Uint8Array(Math.max(row + 1, this.#fates.length * 2));
      longer.set(this.#fates);
      this.#fates = longer;
    }
    if (code > (this.#fates[row] ?? 0)) this.#fates[row] = code;
    if (row > this.#last) this.#last = row;
  }

  leaveOut(left: LeftOut): void {
    const key = `${left.kind}|${left.reason}`;
    const known = this.#leftOut.get(key);
    this.#leftOut.set(key, known === undefined ? left : { ...known, count: known.count + left.count });
  }

  /** Fills of the file were reversed by a later row. */
  takeBack(fills: number): void {
    this.#counts.trades -= fills;
    this.#counts.changed += fills;
  }

  /** Ends a file with what its reader says of its rows; how many of them became nothing, which are for the person. */
  close({ total_rows, rows }: Pick<Diagnostics, 'total_rows' | 'rows'>): number {
    for (let i = 0; i < rows.joined.length; i += 2) {
      const [row = 0, into = 0] = [rows.joined[i], rows.joined[i + 1]];
      this.mark(row, FATES[(this.#fates[into] ?? 0) - 1] ?? 'asked');
    }
    for (const row of rows.half_read) this.#fates[row] = 0;
    this.#countFates();
    for (const left of rows.left_out) this.leaveOut(left);
    this.#counts.changed += rows.reversals;
    this.#counts.unreadable += rows.unreadable;
    const lost = Math.max(0, total_rows - (this.table().read - this.#closed));
    this.#counts.asked += lost;
    this.#closed = this.table().read;
    return lost;
  }

  /** Nothing was stored: what would have been is asked about. */
  storeNothing(): void {
    for (const fate of ['trades', 'events', 'cash', 'changed'] as const) {
      this.#counts.asked += this.#counts[fate];
      this.#counts[fate] = 0;
    }
  }

  table(): RowTable {
    const { trades, events, cash, known, changed, asked, unreadable } = this.#counts;
    const left_out = [...this.#leftOut.values()];
    const counted = trades + events + cash + known + changed + asked + unreadable;
    const read = left_out.reduce((sum, { count }) => sum + count, counted);
    return { read, trades, events, cash, known, changed, asked, unreadable, left_out };
  }

  #countFates(): void {
    for (let row = 0; row <= this.#last; row++) {
      const fate = FATES[(this.#fates[row] ?? 0) - 1];
      if (fate === 'deleted')
        this.leaveOut({ kind: 'deleted', reason: leftOutKinds.deleted, count: 1, example_row: row });
      else if (fate !== undefined) this.#counts[fate]++;
    }
    this.#fates.fill(0, 0, this.#last + 1);
    this.#last = 0;
  }
}
