// What a transaction changes, row by row as stored. Triggers of this connection alone copy each row before its first change into
// tables in memory, so no handler and no concept can forget to say what it did, and rows that the engine itself removes or
// empties for a reference are seen too. What a row is afterwards is read from its table when somebody asks.
import type { Connection } from './dialect.ts';

export type Stored = string | number | bigint | Uint8Array | null;

/** A row as it is stored, by column. */
export type StoredRow = Readonly<Record<string, Stored>>;

export interface RowChange {
  readonly table: string;
  /** Null where the transaction made the row. */
  readonly before: StoredRow | null;
  /** Null where the transaction removed it. */
  readonly after: StoredRow | null;
}

interface Column {
  readonly name: string;
  /** Its place in the primary key, from 1. */
  readonly pk: number;
}

interface Watched {
  readonly table: string;
  readonly number: number;
  readonly columns: readonly string[];
  /** What tells one row from another, for good: numbers of rows hold within a transaction only. */
  readonly key: readonly string[];
}

const TOUCHED = 'touched_rows';
/** Where a row was in its table, in the copy of it. */
const PLACE = 'touched_place';

const quote = (name: string) => `"${name}"`;
const oldRows = (table: string) => quote(`old_${table}`);

export class RowCapture {
  readonly #connection: Connection;
  readonly #watched: readonly Watched[];

  /** Watches every table of the book but these. The schema must not change afterwards. */
  constructor(connection: Connection, except: readonly string[]) {
    this.#connection = connection;
    const names = connection
      .prepare(`select name from main.sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'`)
      .pluck()
      .all() as string[];
    const skipped = new Set(except);
    this.#watched = names
      .filter((name) => !skipped.has(name))
      .map((table, number) => ({ table, number, ...describe(connection, table) }));
    // A row that an `insert or replace` puts aside counts as removed.
    connection.pragma('recursive_triggers=ON');
    connection.exec(
      `create temp table ${TOUCHED} (seq integer primary key, tbl integer not null, place integer not null, unique (tbl, place))`,
    );
    for (const watched of this.#watched) connection.exec(triggersOf(watched));
  }

  /** At the start of a transaction: what was changed before it is no part of it. */
  begin(): void {
    const tables = this.#touchedTables();
    if (tables.length === 0) return;
    for (const { table } of tables) this.#connection.exec(`delete from ${oldRows(table)}`);
    this.#connection.exec(`delete from ${TOUCHED}`);
  }

  /** Whether anything was touched since `begin`; it may have been given the value it had. */
  get hasAny(): boolean {
    return this.#connection.prepare(`select 1 from ${TOUCHED} limit 1`).get() !== undefined;
  }

  /**
   * What is different from how it was at `begin`, in the order in which it was first touched. Without `made` the rows that are
   * new are left out, and cost nothing: an import makes a hundred thousand.
   */
  changes({ made = true } = {}): RowChange[] {
    const found = this.#touchedTables().flatMap((watched) => this.#changesOf(watched, made));
    return found.toSorted((a, b) => a.seq - b.seq).map(({ change }) => change);
  }

  /** What tells a row of this table from another. */
  keyOf(table: string): readonly string[] {
    return this.#watched.find((watched) => watched.table === table)?.key ?? [];
  }

  #touchedTables(): readonly Watched[] {
    const numbers = new Set(this.#connection.prepare(`select distinct tbl from ${TOUCHED}`).pluck().all());
    return this.#watched.filter(({ number }) => numbers.has(number));
  }

  #changesOf(watched: Watched, made: boolean): Found[] {
    const { table } = watched;
    const removed = new Map<string, { readonly seq: number; readonly before: StoredRow }>();
    const rest: Found[] = [];
    for (const { seq, before, after } of this.#places(watched, made)) {
      const isSame = before !== null && after !== null && this.#key(watched, before) === this.#key(watched, after);
      if (isSame) {
        if (changedColumns(before, after).length > 0) rest.push({ seq, change: { table, before, after } });
        continue;
      }
      // The engine gives the place of a removed row to the next one: two rows that have nothing to do with each other.
      if (before !== null) removed.set(this.#key(watched, before), { seq, before });
      if (after !== null) rest.push({ seq, change: { table, before: null, after } });
    }
    // A row that was removed and put in again under its key, at another place, was changed.
    const found = rest.flatMap((each): Found[] => {
      const { before, after } = each.change;
      if (before !== null || after === null) return [each];
      const key = this.#key(watched, after);
      const was = removed.get(key);
      removed.delete(key);
      if (was === undefined) return made ? [each] : [];
      if (changedColumns(was.before, after).length === 0) return [];
      return [{ seq: was.seq, change: { table, before: was.before, after } }];
    });
    const gone = [...removed.values()].map(({ seq, before }): Found => ({
      seq,
      change: { table, before, after: null },
    }));
    return [...gone, ...found];
  }

  #key({ key }: Watched, row: StoredRow): string {
    return JSON.stringify(key.map((name) => row[name]));
  }

  /** Each place that was touched: the row that was there and the one that is. */
  *#places({ table, number, columns }: Watched, made: boolean) {
    const named = (of: string, prefix: string) =>
      columns.map((name, at) => `${of}.${quote(name)} as ${prefix}${at}`).join(', ');
    // What was made counts all the same where something was removed: it may be the same row again.
    const isAll = made || this.#connection.prepare(`select 1 from temp.${oldRows(table)} limit 1`).get() !== undefined;
    if (!isAll) return;
    const statement = this.#connection.prepare(
      `select t.seq, o.${PLACE} is not null as was, n.rowid is not null as stays, ${named('o', 'b')}, ${named('n', 'a')}
       from ${TOUCHED} t
       left join temp.${oldRows(table)} o on o.${PLACE} = t.place
       left join main.${quote(table)} n on n.rowid = t.place
       where t.tbl = ?`,
    );
    // Each column by its place: a name of the book's cannot meet another's.
    for (const row of statement.iterate(number) as Iterable<Record<string, Stored>>) {
      const read = (prefix: string): StoredRow =>
        Object.fromEntries(columns.map((name, at) => [name, row[`${prefix}${at}`] ?? null]));
      yield {
        seq: Number(row['seq']),
        before: row['was'] === 1 ? read('b') : null,
        after: row['stays'] === 1 ? read('a') : null,
      };
    }
  }
}

interface Found {
  readonly seq: number;
  readonly change: RowChange;
}

/** The columns in which two rows of one table differ. */
export function changedColumns(a: StoredRow, b: StoredRow): string[] {
  return Object.keys(a).filter((name) => !sameValue(a[name] ?? null, b[name] ?? null));
}

export function sameValue(a: Stored, b: Stored): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}

function describe(connection: Connection, table: string): Pick<Watched, 'columns' | 'key'> {
  const columns = connection.pragma(`main.table_info(${quote(table)})`) as Column[];
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const key = primary.length > 0 ? primary : uniqueColumns(connection, table);
  if (key.length === 0) throw new Error(`the table ${table} has no key, so its rows cannot be told apart`);
  return { columns: columns.map(({ name }) => name), key: key.map(({ name }) => name) };
}

function uniqueColumns(connection: Connection, table: string): { readonly name: string }[] {
  const indexes = connection.pragma(`main.index_list(${quote(table)})`) as { name: string; unique: number }[];
  const unique = indexes.find((index) => index.unique === 1);
  return unique === undefined
    ? []
    : (connection.pragma(`main.index_info(${quote(unique.name)})`) as { name: string }[]);
}

/** Names inside a trigger stand alone; a table of this connection is found before one of the file. */
function triggersOf({ table, number, columns }: Watched): string {
  const [names, olds] = [columns.map(quote), columns.map((name) => `old.${quote(name)}`)];
  const unseen = (place: string) => `not exists (select 1 from ${TOUCHED} where tbl = ${number} and place = ${place})`;
  // Without `or ignore`: what the statement outside says about conflicts would hold here too.
  const touch = (place: string) =>
    `insert into ${TOUCHED} (tbl, place) select ${number}, ${place} where ${unseen(place)};`;
  const keepOld = `insert into ${oldRows(table)} (${[PLACE, ...names].join(', ')})
    select ${['old.rowid', ...olds].join(', ')} where ${unseen('old.rowid')};`;
  const trigger = (verb: string, body: string) =>
    `create temp trigger ${quote(`watch_${verb}_${table}`)} after ${verb} on main.${quote(table)} begin ${body} end;`;
  return `
    create temp table ${oldRows(table)} as select 0 as ${PLACE}, * from main.${quote(table)} limit 0;
    create index temp.${quote(`old_place_${table}`)} on ${oldRows(table)} (${PLACE});
    ${trigger('insert', touch('new.rowid'))}
    ${trigger('update', `${keepOld} ${touch('old.rowid')} ${touch('new.rowid')}`)}
    ${trigger('delete', `${keepOld} ${touch('old.rowid')}`)}`;
}
