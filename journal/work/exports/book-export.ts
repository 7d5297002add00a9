// The whole book as one zip: a table for each concept's rows, pictures as files, and a manifest that says what is in it.
import { hash } from 'node:crypto';
import { type NewMember, packZip } from '@zorivest/imports';
import { type Concept, type Db, schemaVersion } from '@zorivest/store';
import { sql } from 'kysely';
import { type Value, writeTable } from './book-csv.ts';
import { bookTables, type LeavingTable } from './book-tables.ts';

/** What the format is called, and the version of it that is written and read. */
export const BOOK_ZIP = { format: 'zorivest-book', format_version: 1 } as const;

export const MANIFEST = 'manifest.json';

interface Parts {
  readonly leaving: Concept['leaving'];
  readonly version: string;
  readonly now: Date;
}

export async function exportBook(db: Db, { leaving, version, now }: Parts): Promise<Uint8Array> {
  // One moment of the book: nothing that is written meanwhile is half in it.
  return db.transaction().execute(async (tx) => {
    const tables = await bookTables(tx, leaving);
    const members: NewMember[] = [];
    const rows: Record<string, number> = {};
    for (const table of tables.leaving) {
      const found = await rowsOf(tx, table);
      rows[table.member] = found.length;
      members.push({ name: table.member, bytes: writeTable(table.columns, found) });
      for (const { column, folder } of table.files)
        members.push(...(await filesOf(tx, table, { column, folder, ids: found.map(({ id }) => Number(id)) })));
    }
    const manifest = {
      ...BOOK_ZIP,
      schema_version: await schemaVersion(tx),
      zorivest_version: version,
      exported_at: now.toISOString(),
      members: members.map(({ name, bytes }) => ({
        name,
        sha256: hash('sha256', bytes, 'hex'),
        size: bytes.length,
        ...(rows[name] !== undefined && { rows: rows[name] }),
      })),
      left_out: [
        ...tables.staying.map(({ name, why }) => ({ table: name, why })),
        ...tables.leaving.flatMap(({ name, leftOut, withoutRows }) => [
          ...leftOut.map(({ column, why }) => ({ table: name, column, why })),
          ...(withoutRows === null ? [] : [{ table: name, rows: withoutRows.values, why: withoutRows.why }]),
        ]),
      ],
    };
    const first = { name: MANIFEST, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, 'utf8') };
    return packZip([first, ...members]);
  });
}

/** Every row, in the order of its key: the same rows always give the same bytes. */
async function rowsOf(db: Db, { name, columns, sortedBy, withoutRows }: LeavingTable) {
  const list = sql.join(columns.map((column) => sql.ref(column.name)));
  const order = sql.join(sortedBy.map((column) => sql.ref(column)));
  const where =
    withoutRows === null
      ? sql``
      : sql`where ${sql.ref(withoutRows.column)} not in (${sql.join([...withoutRows.values])})`;
  const found = await sql<
    Record<string, Value>
  >`select ${list} from ${sql.table(name)} ${where} order by ${order}`.execute(db);
  return found.rows;
}

async function filesOf(
  db: Db,
  { name }: LeavingTable,
  { column, folder, ids }: { readonly column: string; readonly folder: string; readonly ids: readonly number[] },
): Promise<NewMember[]> {
  const members: NewMember[] = [];
  for (const id of ids) {
    const found = await sql<{
      bytes: Uint8Array;
    }>`select ${sql.ref(column)} as bytes from ${sql.table(name)} where id = ${id}`.execute(db);
    const bytes = found.rows[0]?.bytes ?? new Uint8Array();
    members.push({ name: fileName(folder, id), bytes, isPacked: true });
  }
  return members;
}

/** Pictures are kept as WebP, whatever they came as. */
export function fileName(folder: string, id: number): string {
  return `${folder}/${id}.webp`;
}
