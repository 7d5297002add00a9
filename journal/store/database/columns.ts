// A table's columns, each described once: how its value looks in a row and how outside. The row's type, what an insert
// or a change writes and what the contract shows follow from the description; a new column is one line.
import { decimalText, decimalValue, fineDecimalText, flagValue, shownTime, timeText } from './codec.ts';

export interface Column<Shown, Stored> {
  store(this: void, value: Shown): Stored;
  show(this: void, stored: Stored): Shown;
  /** Stored as text that does not sort by its value. */
  readonly isDecimal?: boolean;
}

const same = <T>(value: T): T => value;

export const text: Column<string, string> = { store: same, show: same };
export const integer: Column<number, number> = { store: same, show: same };
/** An exact number. */
export const decimal: Column<number, string> = { store: decimalText, show: decimalValue, isDecimal: true };
/** The same with up to 18 decimals: a coin's quantity or price. */
export const fineDecimal: Column<number, string> = { store: fineDecimalText, show: decimalValue, isDecimal: true };
/** Any ISO-8601 time; stored in UTC so that text order is time order. */
export const time: Column<string, string> = { store: timeText, show: shownTime };
/** A time the service wrote itself, in the store's form already. */
export const stamp: Column<string, string> = { store: same, show: shownTime };
export const flag: Column<boolean, number> = { store: flagValue, show: (stored) => stored === 1 };

/** One of a few words: the contract allows no other, and nothing else writes the table. */
export function word<W extends string>(): Column<W, W> {
  return { store: same, show: same };
}

export function json<T>(): Column<T, string> {
  return { store: (value) => JSON.stringify(value), show: (stored) => JSON.parse(stored) as T }; // written by `store`
}

export function optional<S, T>({ store, show, ...rest }: Column<S, T>): Column<S | null, T | null> {
  return {
    ...rest,
    store: (value) => (value === null || value === undefined ? null : store(value)),
    show: (stored) => (stored === null ? null : show(stored)),
  };
}

type Columns = Readonly<Record<string, Column<unknown, unknown>>>;
type StoredValues<C extends Columns> = { [N in keyof C]: ReturnType<C[N]['store']> };
type ShownValues<C extends Columns> = { [N in keyof C]: ReturnType<C[N]['show']> };
type Nullable<C extends Columns> = { [N in keyof C]: null extends ReturnType<C[N]['show']> ? N : never }[keyof C];
/** What an insert needs: a column that may be null may be left out. */
type New<C extends Columns> = Omit<ShownValues<C>, Nullable<C>> & {
  [N in Nullable<C>]?: ShownValues<C>[N] | undefined;
};
type Change<C extends Columns> = { [N in keyof C]?: ShownValues<C>[N] | undefined };

export class Shape<C extends Columns> {
  readonly names: readonly (keyof C & string)[];
  readonly #columns: C;

  constructor(columns: C) {
    this.#columns = columns;
    this.names = Object.keys(columns);
  }

  /** These columns and more. */
  with<D extends Columns>(more: D): Shape<C & D> {
    return new Shape({ ...this.#columns, ...more });
  }

  store(values: New<C>): StoredValues<C> {
    // An absent value is stored as null; one value per column, each made by it.
    return this.#each((name, column) => column.store((values as ShownValues<C>)[name])) as StoredValues<C>;
  }

  /** The columns a change names. */
  change(values: Change<C>): Partial<StoredValues<C>> {
    const changed: Partial<Record<string, unknown>> = {};
    for (const name of this.names) {
      const value = values[name];
      if (value !== undefined) changed[name] = this.#columns[name]?.store(value);
    }
    return changed as Partial<StoredValues<C>>; // each of them stored by its own column
  }

  show(row: StoredValues<C>): ShownValues<C> {
    return this.#each((name, column) => column.show(row[name])) as ShownValues<C>; // one value per column, each made by it
  }

  isDecimal(name: string): boolean {
    return this.#columns[name]?.isDecimal === true;
  }

  #each(value: (name: keyof C & string, column: C[string]) => unknown): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const name of this.names) made[name] = value(name, this.#columns[name]);
    return made;
  }
}

/** A table's row as it is stored. */
export type RowOf<S> = S extends Shape<infer C> ? StoredValues<C> : never;
