// The whole book as one zip: a table for each concept's rows, pictures as files, and a manifest that says what is in it.
import { createHash, hash } from 'node:crypto';
import { ZipWriter } from '@zorivest/imports';
import { type Concept, type Db, schemaVersion } from '@zorivest/store';
import { sql } from 'kysely';
import { type Value, writeHead, writeRows } from './book-csv.ts';
import { bookTables, type LeavingTable } from './book-tables.ts';

/** What the format is called, and the version of it that is written and read. */
export const BOOK_ZIP = { format: 'zorivest-book', format_version: 1 } as const;

export const MANIFEST = 'manifest.json';

interface Parts {
  readonly leaving: Concept['leaving'];
  readonly version: string;
  readonly now: Date;
}

interface ManifestMember {
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly rows?: number;
}

export async function exportBook(db: Db, { leaving, version, now }: Parts): Promise<Uint8Array> {
  // One moment of the book: nothing that is written meanwhile is half in it.
  return db.transaction().execute(async (tx) => {
    const tables = await bookTables(tx, leaving);
    const zip = new ZipWriter();
    const members: ManifestMember[] = [];
    for (const table of tables.leaving) {
      members.push(await addTable(tx, zip, table));
      for (const { column, folder } of table.files) members.push(...(await addFiles(tx, zip, table, column, folder)));
    }
    const manifest = {
      ...BOOK_ZIP,
      schema_version: await schemaVersion(tx),
      zorivest_version: version,
      exported_at: now.toISOString(),
      members,
      left_out: [
        ...tables.staying.map(({ name, why }) => ({ table: name, why })),
        ...tables.leaving.flatMap(({ name, leftOut, withoutRows }) => [
          ...leftOut.map(({ column, why }) => ({ table: name, column, why })),
          ...(withoutRows === null ? [] : [{ table: name, rows: withoutRows.values, why: withoutRows.why }]),
        ]),
      ],
    };
    zip.add(MANIFEST, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, 'utf8')]);
    return zip.end();
  });
}

/** Rows read, written and packed together: a table of a million rows takes no more memory than one of a thousand. */
const ROWS_PER_READ = 2000;

async function addTable(db: Db, zip: ZipWriter, table: LeavingTable): Promise<ManifestMember> {
  const digest = createHash('sha256');
  let [size, rows] = [0, 0];
  const member = zip.open(table.member);
  const write = (bytes: Buffer): void => {
    digest.update(bytes);
    size += bytes.length;
    member.write(bytes);
  };
  write(writeHead(table.columns));
  for await (const some of rowsOf(db, table)) {
    rows += some.length;
    write(writeRows(table.columns, some));
  }
  member.end();
  return { name: table.member, sha256: digest.digest('hex'), size, rows };
}

/** Every row, in the order of its key: the same rows always give the same bytes. */
async function* rowsOf(
  db: Db,
  { name, columns, sortedBy, isKeyed, withoutRows }: LeavingTable,
): AsyncGenerator<Record<string, Value>[]> {
  const list = sql.join(columns.map((column) => sql.ref(column.name)));
  const key = sql.join(sortedBy.map((column) => sql.ref(column)));
  const isWanted =
    withoutRows === null
      ? sql`true`
      : sql`${sql.ref(withoutRows.column)} not in (${sql.join([...withoutRows.values])})`;
  // Without a key there is no place to go on from; such tables are small.
  const limit = isKeyed ? sql`limit ${ROWS_PER_READ}` : sql``;
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<
      Record<string, Value>
    >`select ${list} from ${sql.table(name)} where ${isWanted} and ${after} order by ${key} ${limit}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!isKeyed || rows.length < ROWS_PER_READ || last === undefined) return;
    after = sql`(${key}) > (${sql.join(sortedBy.map((column) => last[column] ?? null))})`;
  }
}

async function addFiles(
  db: Db,
  zip: ZipWriter,
  { name }: LeavingTable,
  column: string,
  folder: string,
): Promise<ManifestMember[]> {
  const ids = await sql<{ id: number }>`select id from ${sql.table(name)} order by id`.execute(db);
  const members: ManifestMember[] = [];
  for (const { id } of ids.rows) {
    const found = await sql<{
      bytes: Uint8Array;
    }>`select ${sql.ref(column)} as bytes from ${sql.table(name)} where id = ${id}`.execute(db);
    const bytes = found.rows[0]?.bytes ?? new Uint8Array();
    const member = fileName(folder, id);
    zip.add(member, [bytes], true);
    members.push({ name: member, sha256: hash('sha256', bytes, 'hex'), size: bytes.length });
  }
  return members;
}

/** Pictures are stored as WebP, in whatever format they came. */
export function fileName(folder: string, id: number): string {
  return `${folder}/${id}.webp`;
}
