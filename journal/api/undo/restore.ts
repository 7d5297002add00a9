// Takes back what one request did: every row returns to what it was, or none does. Rows that somebody has changed since are
// named, and nothing is guessed.
import {
  changedColumns,
  type Connection,
  type Db,
  Fault,
  notFound,
  type Restoring,
  type StoredValue,
  type StoredRow,
  type WriteScope,
} from '@zorivest/store';
import { nounOf, nounsOf } from './describe.ts';
import { dependentsOf, missingParents, referenceColumns } from './dependents.ts';
import { findRow, type BinRow, keyText, mergeRows, quote, unpackRow } from './rows.ts';

/** Written again with every change, so it does not show whose change it was. */
const STAMPS: ReadonlySet<string> = new Set(['updated_at']);

function changedSince(detail: string): Fault {
  return new Fault(409, detail, { code: 'changed_since' });
}

export interface BinEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly key_id: string | null;
  readonly label: string | null;
  readonly operation: string;
  readonly what: string;
  readonly audit_ids: string;
  readonly restored_at: string | null;
}

export const auditIdsOf = ({ audit_ids }: Pick<BinEntry, 'audit_ids'>): number[] => JSON.parse(audit_ids) as number[];

export interface RestoreParts {
  readonly connection: Connection;
  readonly scope: WriteScope;
  readonly now: Date;
  /** What concepts have to say about rows of theirs that come back. */
  readonly restoring: Restoring;
}

export async function restoreEntry(parts: RestoreParts, entry: BinEntry): Promise<{ rows: number }> {
  const { connection, scope, now, restoring } = parts;
  const { db, audit } = scope;
  const rows = await rowsOf(db, connection, entry.id);
  if (rows.length === 0) throw notFound('entry in the bin', entry.id);
  for (const row of rows) refuseIfChanged(connection, row);
  for (const row of rows) if (row.before === null) refuseWithWork(connection, row, rows);
  // References are looked at when all of it is there.
  connection.pragma('defer_foreign_keys=ON');
  // What was made goes first: what comes back may need its place.
  for (const row of rows) if (row.before === null) removeRow(connection, row);
  for (const row of rows) if (row.before !== null && row.after !== null) changeRow(connection, row);
  for (const row of rows) if (row.before !== null && row.after === null) insertRow(connection, row);
  for (const row of rows) refuseWithoutParents(connection, row);
  for (const [table, own] of Map.groupBy(rows, ({ table: name }) => name)) {
    await restoring[table]?.(
      scope,
      own.map(({ before, after }) => ({ before, after })),
    );
  }
  await db.updateTable('bin').set({ restored_at: now.toISOString() }).where('id', '=', entry.id).execute();
  await auditReversed(db, audit, auditIdsOf(entry));
  return { rows: rows.length };
}

async function rowsOf(db: Db, connection: Connection, id: number): Promise<BinRow[]> {
  const stored = await db.selectFrom('bin_rows').selectAll().where('bin_id', '=', id).orderBy('id').execute();
  const rows = stored.map(({ tbl, before, after }) => ({
    table: tbl,
    before: before === null ? null : unpackRow(before),
    after: after === null ? null : unpackRow(after),
  }));
  return mergeRows(connection, rows).filter(
    // What a request made and removed again, or gave its value back.
    ({ before, after }) => before === null || after === null || changedColumns(before, after).length > 0,
  );
}

const nameOf = ({ table, key, before, after }: BinRow): string =>
  `the ${nounOf(table)} ${(JSON.parse(keyText(key, before ?? after ?? {})) as unknown[]).join(' ')}`;

/** Only a reference was taken away: whatever else was done to the row since stays. */
function isUnlinked(connection: Connection, { table, before, after }: BinRow): boolean {
  if (before === null || after === null) return false;
  const references = referenceColumns(connection, table);
  return changedColumns(before, after).every((column) => references.includes(column) && after[column] === null);
}

function refuseIfChanged(connection: Connection, row: BinRow): void {
  const { table, key, before, after } = row;
  const current = findRow(connection, table, key, after ?? before ?? {});
  if (after === null) {
    if (current !== null) throw changedSince(`${nameOf(row)} is there again`);
    return;
  }
  if (current === null) throw changedSince(`${nameOf(row)} has been removed since`);
  const columns = before !== null && isUnlinked(connection, row) ? changedColumns(before, after) : Object.keys(after);
  const changed = changedColumns(pick(after, columns), current).filter((column) => !STAMPS.has(column));
  if (changed.length > 0)
    throw changedSince(`${nameOf(row)} has been changed since: ${changed.join(', ')}; take that back first`);
}

/** A row from before a column was added does not state its value. */
const pick = (row: StoredRow, columns: readonly string[]): StoredRow =>
  Object.fromEntries(columns.map((name) => [name, row[name] ?? null]));

function refuseWithWork(connection: Connection, row: BinRow, all: readonly BinRow[]): void {
  if (row.after === null) return;
  const dependents = dependentsOf(connection, row.table, row.after);
  const work = [...dependents].flatMap(([table, count]) => {
    const own = all.filter(({ table: other, before }) => other === table && before === null).length;
    const more = count - own;
    return more > 0 ? [`${more} ${more === 1 ? nounOf(table) : nounsOf(table)}`] : [];
  });
  if (work.length > 0)
    throw changedSince(
      `${nameOf(row)} has other records that would be deleted with it: ${work.join(', ')}; delete those first`,
    );
}

function refuseWithoutParents(connection: Connection, row: BinRow): void {
  if (row.before === null) return;
  const [missing] = missingParents(connection, row.table, row.before);
  if (missing === undefined) return;
  const value = String(row.before[missing.column]);
  throw changedSince(`${nameOf(row)} needs the ${nounOf(missing.parent)} ${JSON.stringify(value)}, which is gone`);
}

const valuesOf = (row: StoredRow, columns: readonly string[]): StoredValue[] =>
  columns.map((name) => row[name] ?? null);

function whereKey({ key, before, after }: BinRow): {
  readonly where: string;
  readonly values: readonly StoredValue[];
} {
  return { where: key.map((name) => `${quote(name)} = ?`).join(' and '), values: valuesOf(after ?? before ?? {}, key) };
}

function removeRow(connection: Connection, row: BinRow): void {
  const { where, values } = whereKey(row);
  connection.prepare(`delete from main.${quote(row.table)} where ${where}`).run(...values);
}

function changeRow(connection: Connection, row: BinRow): void {
  const { table, before, after } = row;
  if (before === null || after === null) return;
  const columns = changedColumns(before, after);
  const { where, values } = whereKey(row);
  const set = columns.map((name) => `${quote(name)} = ?`).join(', ');
  connection
    .prepare(`update main.${quote(table)} set ${set} where ${where}`)
    .run(...valuesOf(before, columns), ...values);
}

function insertRow(connection: Connection, row: BinRow): void {
  const { table, before } = row;
  if (before === null) return;
  const columns = Object.keys(before);
  try {
    connection
      .prepare(
        `insert into main.${quote(table)} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      .run(...valuesOf(before, columns));
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT')) throw error;
    throw changedSince(`another ${nounOf(table)} stands in the place of ${nameOf(row)} by now`);
  }
}

/** The audit tells of it as of any change: what was after is before. */
async function auditReversed(db: Db, audit: WriteScope['audit'], ids: readonly number[]): Promise<void> {
  const parse = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));
  for (const id of ids) {
    const row = await db.selectFrom('audit_log').selectAll().where('id', '=', id).executeTakeFirst();
    if (row)
      audit({
        resource: row.resource_type,
        id: row.resource_id,
        before: parse(row.after),
        after: parse(row.before),
      });
  }
}
