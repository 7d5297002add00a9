// The part of the book a pipeline may read, as tables and sample rows.
import { sql } from 'kysely';
import { Fault, notFound } from '../core/fault.ts';
import type { Db } from '../store/index.ts';
import { isDeniedTable } from './sql.ts';

export async function readableTables(db: Db) {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => !isDeniedTable(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => ({ name: column.name, type: column.dataType, nullable: column.isNullable })),
    }));
}

export async function sampleRows(db: Db, table: string, limit: number): Promise<Record<string, unknown>[]> {
  if (isDeniedTable(table)) throw new Fault(403, `table "${table}" may not be read here`);
  const known = (await readableTables(db)).some(({ name }) => name === table);
  if (!known) throw notFound('table', table);
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} limit ${sql.lit(limit)}`.execute(db);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        value instanceof Uint8Array ? `[${value.length} bytes]` : value,
      ]),
    ),
  );
}
