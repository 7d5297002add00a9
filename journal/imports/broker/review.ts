// What a person is shown before a file that is known only by its shape is stored.
import type { CashRow, Diagnostics, Execution, Review, ReviewSample } from '../statement/model.ts';

/** What a reader hands over at the end: the rows it noted, without what became of them. */
export interface Guesses extends Pick<Review, 'columns' | 'unclear'> {
  readonly shown: readonly Omit<ReviewSample, 'after'>[];
}

/** How many rows of a file may be shown: nothing of later ones is stored. */
const MOST_SHOWN = 5;

/** Keeps what became of the first rows until the reader says which were shown. */
export class Outcomes {
  readonly #executions = new Map<number, Execution[]>();
  readonly #cash = new Map<number, CashRow>();

  note({ executions, cash }: { readonly executions: readonly Execution[]; readonly cash: readonly CashRow[] }): void {
    for (const execution of executions) {
      const known = this.#executions.get(execution.row);
      if (known !== undefined) known.push(execution);
      else if (this.#executions.size < MOST_SHOWN) this.#executions.set(execution.row, [execution]);
      else break;
    }
    for (const row of cash) {
      if (this.#cash.size >= MOST_SHOWN) break;
      this.#cash.set(row.row, row);
    }
  }

  review({ columns, unclear, shown }: Guesses, { skipped, invalid }: Diagnostics): Review {
    const notes = [...skipped, ...invalid];
    const samples = shown.map(({ row, before }) => {
      const [first, exit] = this.#executions.get(row) ?? [];
      const reason = notes.find((note) => note.row === row)?.reason ?? 'The row was left out';
      const after =
        first === undefined ? (this.#cash.get(row) ?? { reason }) : exit === undefined ? first : { ...first, exit };
      return { row, before, after };
    });
    return { columns, samples, unclear };
  }
}
