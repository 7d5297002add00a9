import type { BookExecution } from '../trades/columns.ts';

/** More changes than this and they are worked into the whole. */
const MOST_LATER = 1000;

/** The executions by their ids. A change is noted next to the whole: copying it each time would cost more than the change. */
export class RowsById {
  readonly #all: ReadonlyMap<string, BookExecution>;
  readonly #later: ReadonlyMap<string, BookExecution | null>;

  private constructor(
    all: ReadonlyMap<string, BookExecution>,
    later: ReadonlyMap<string, BookExecution | null> = new Map<string, BookExecution | null>(),
  ) {
    this.#all = all;
    this.#later = later;
  }

  static of(executions: readonly BookExecution[]): RowsById {
    const all = new Map<string, BookExecution>();
    for (const execution of executions) all.set(execution.exec_id, execution);
    return new RowsById(all);
  }

  /** Those of these ids that there are. */
  named(ids: Iterable<string>): BookExecution[] {
    const found: BookExecution[] = [];
    for (const id of ids) {
      const later = this.#later.get(id);
      const row = later === undefined ? this.#all.get(id) : later;
      if (row !== undefined && row !== null) found.push(row);
    }
    return found;
  }

  /** After these have changed: `rows` are those of them that there are now. */
  with(changed: ReadonlySet<string>, rows: readonly BookExecution[]): RowsById {
    const later = new Map(this.#later);
    for (const id of changed) later.set(id, null);
    for (const row of rows) later.set(row.exec_id, row);
    if (later.size <= MOST_LATER) return new RowsById(this.#all, later);
    const all = new Map(this.#all);
    for (const [id, row] of later)
      if (row === null) all.delete(id);
      else all.set(id, row);
    return new RowsById(all);
  }
}
