// What the database itself says of its tables.
import { sql } from 'kysely';
import type { Db } from './store.ts';

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  /** Its place in the primary key, from 1; 0 where it is no part of it. */
  readonly pk: number;
  /** 1 where it may not be nothing. */
  readonly notnull: number;
}

export async function tableColumns(db: Db, table: string): Promise<TableColumn[]> {
  const { rows } =
    await sql<TableColumn>`select name, type, pk, "notnull" from pragma_table_info(${table}) order by cid`.execute(db);
  return rows;
}

/** The newest step that the book has taken. */
export async function schemaVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from schema_migrations`.execute(db);
  return rows[0]?.version ?? 0;
}
