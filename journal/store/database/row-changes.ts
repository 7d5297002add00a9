// What a transaction changes, row by row as stored. Triggers of this connection alone copy each row before its first change into
// tables in memory, so no handler and no concept can forget to say what it did, and rows that the engine itself removes or
// empties for a reference are seen too. What a row is afterwards is read from its table when somebody asks.
import type { Connection } from './dialect.ts';

export type StoredValue = string | number | bigint | Uint8Array | null;

/** A row as it is stored, by column. */
export type StoredRow = Readonly<Record<string, StoredValue>>;

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

interface WatchedTable {
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
  readonly #watched: readonly WatchedTable[];

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
   * What is different from how it was at `begin`, in the order in which it was first touched. Rows are read one by one as they are
   * asked for: an import makes a hundred thousand. Without `made` the new ones are left out, and cost nothing.
   */
  *each({ made = true } = {}): Generator<RowChange> {
    const found = this.#touchedTables().flatMap((watched) => this.#changesOf(watched, made));
    const readers = new Map<WatchedTable, RowReaders>();
    for (const { watched, before: from, after: to } of found.toSorted((a, b) => a.seq - b.seq)) {
      const { table } = watched;
      const readAt = readers.get(watched) ?? this.#readers(watched);
      readers.set(watched, readAt);
      const before = from === null ? null : readAt.old(from);
      const after = to === null ? null : readAt.present(to);
      if (before === null || after === null || changedColumns(before, after).length > 0) yield { table, before, after };
    }
  }

  changes(which?: { readonly made?: boolean }): RowChange[] {
    return [...this.each(which)];
  }

  /** A row that was changed or removed, as it was, by the value of one of its columns. */
  before(table: string, column: string, value: StoredValue): StoredRow | undefined {
    const watched = this.#watched.find((one) => one.table === table);
    if (watched?.columns.includes(column) !== true) return undefined;
    const names = watched.columns.map(quote).join(', ');
    return this.#connection
      .prepare(`select ${names} from temp.${oldRows(table)} where ${quote(column)} = ? limit 1`)
      .get(value) as StoredRow | undefined; // the columns of that table
  }

  /** What tells a row of this table from another. */
  keyOf(table: string): readonly string[] {
    return this.#watched.find((watched) => watched.table === table)?.key ?? [];
  }

  #touchedTables(): readonly WatchedTable[] {
    const numbers = new Set(this.#connection.prepare(`select distinct tbl from ${TOUCHED}`).pluck().all());
    return this.#watched.filter(({ number }) => numbers.has(number));
  }

  /** Where the rows of a table lie that may be different: their places, which are small. */
  #changesOf(watched: WatchedTable, made: boolean): ChangeLocation[] {
    const removed = new Map<string, { readonly seq: number; readonly before: number }>();
    const rest: ChangeLocation[] = [];
    for (const { seq, place, oldKey, newKey } of this.#places(watched, made)) {
      if (oldKey !== null && oldKey === newKey) {
        rest.push({ seq, watched, before: place, after: place });
        continue;
      }
      // The engine gives the place of a removed row to the next one: two rows that have nothing to do with each other.
      if (oldKey !== null) removed.set(oldKey, { seq, before: place });
      if (newKey !== null) rest.push({ seq, watched, before: null, after: place, key: newKey });
    }
    // A row that was removed and put in again under its key, at another place, was changed.
    const found = rest.flatMap((each): ChangeLocation[] => {
      if (each.key === undefined) return [each];
      const was = removed.get(each.key);
      removed.delete(each.key);
      if (was === undefined) return made ? [each] : [];
      return [{ ...was, watched, after: each.after }];
    });
    const gone = [...removed.values()].map((was): ChangeLocation => ({ ...was, watched, after: null }));
    return [...gone, ...found];
  }

  #readers({ table, columns }: WatchedTable): RowReaders {
    const names = columns.map(quote).join(', ');
    const old = this.#connection.prepare(`select ${names} from temp.${oldRows(table)} where ${PLACE} = ?`);
    const present = this.#connection.prepare(`select ${names} from main.${quote(table)} where rowid = ?`);
    // The columns named, of a row that is there.
    return { old: (place) => old.get(place) as StoredRow, present: (place) => present.get(place) as StoredRow };
  }

  /** Each place that was touched, with what tells the row that was there and the one that is. */
  *#places({ table, number, key }: WatchedTable, made: boolean) {
    const keyColumns = (of: string, prefix: string) =>
      key.map((name, at) => `${of}.${quote(name)} as ${prefix}${at}`).join(', ');
    const hasOld = this.#connection.prepare(`select 1 from temp.${oldRows(table)} limit 1`).get() !== undefined;
    // What was made counts all the same where something was removed: it may be the same row again.
    if (!made && !hasOld) return;
    const statement = this.#connection.prepare(
      `select t.seq, t.place, o.${PLACE} is not null as was, n.rowid is not null as stays, ${keyColumns('o', 'b')}, ${keyColumns('n', 'a')}
       from ${TOUCHED} t
       left join temp.${oldRows(table)} o on o.${PLACE} = t.place
       left join main.${quote(table)} n on n.rowid = t.place
       where t.tbl = ?`,
    );
    // Each column by its place: a name of the book's cannot meet another's.
    for (const row of statement.iterate(number) as Iterable<Record<string, StoredValue>>) {
      const keyOf = (prefix: string) => JSON.stringify(key.map((_, at) => row[`${prefix}${at}`] ?? null));
      const isMade = !hasOld && row['stays'] === 1;
      yield {
        seq: Number(row['seq']),
        place: Number(row['place']),
        oldKey: row['was'] === 1 ? keyOf('b') : null,
        // Where nothing was removed no row can be an old one again, so its key is not needed.
        newKey: row['stays'] === 1 ? (isMade ? '' : keyOf('a')) : null,
      };
    }
  }
}

interface RowReaders {
  readonly old: (place: number) => StoredRow;
  readonly present: (place: number) => StoredRow;
}

/** A change by where its rows lie. */
interface ChangeLocation {
  readonly seq: number;
  readonly watched: WatchedTable;
  readonly before: number | null;
  readonly after: number | null;
  /** Of a row that is new at its place. */
  readonly key?: string;
}

/** The columns in which two rows of one table differ. */
export function changedColumns(a: StoredRow, b: StoredRow): string[] {
  return Object.keys(a).filter((name) => !sameValue(a[name] ?? null, b[name] ?? null));
}

export function sameValue(a: StoredValue, b: StoredValue): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}

function describe(connection: Connection, table: string): Pick<WatchedTable, 'columns' | 'key'> {
  const columns = connection.pragma(`main.table_info(${quote(table)})`) as Column[];
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const key = primary.length > 0 ? primary : uniqueColumns(connection, table);
  if (key.length === 0) throw new Error(`the table ${table} has no key, so its rows cannot be identified`);
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
function triggersOf({ table, number, columns }: WatchedTable): string {
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
