// The part of the book a pipeline may read, as tables and sample rows.
import { sql } from 'kysely';
import { type Db, Fault, notFound } from '@zorivest/store';
import { readableTables } from './readable.ts';

export async function tablesToRead(db: Db) {
  const tables = await db.introspection.getTables();
  return tables
    .filter(({ name }) => readableTables.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, columns }) => ({
      name,
      columns: columns
        .filter((column) => readableTables.get(name)?.has(column.name))
        .map((column) => ({ name: column.name, type: column.dataType, nullable: column.isNullable })),
    }));
}

export async function sampleRows(db: Db, table: string, limit: number): Promise<Record<string, unknown>[]> {
  const known = (await db.introspection.getTables()).some(({ name }) => name === table);
  if (!known) throw notFound('table', table);
  const columns = readableTables.get(table);
  if (!columns) throw new Fault(403, `table "${table}" may not be read here`);
  const list = sql.join([...columns].map((column) => sql.ref(column)));
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${list} from ${sql.table(table)} limit ${sql.lit(limit)}`.execute(db);
  return rows;
}
