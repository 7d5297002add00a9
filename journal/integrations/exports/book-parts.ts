// What the zip of a whole book states about itself and its contents: checked before a row is stored, and read into tables of an
// unused book. Every name in it is looked up among what this program expects, never on the disk.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { WorkbookError, Zip } from '@zorivest/imports';
import { type Concept, type Db, Fault, type WriteScope } from '@zorivest/store';
import { sql } from 'kysely';
import { z } from 'zod';
import { readTable, TableFault, type Value } from './book-csv.ts';
import { BOOK_ZIP, fileName, MANIFEST } from './book-export.ts';
import { bookTables, type LeavingTable } from './book-tables.ts';
import { rowCheck } from './book-values.ts';

const manifestSchema = z.object({
  format: z.literal(BOOK_ZIP.format),
  format_version: z.int(),
  schema_version: z.int().min(1),
  zorivest_version: z.string().max(100),
  members: z
    .array(
      z.object({
        name: z.string().max(300),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
        size: z.int().min(0),
        rows: z.int().min(0).optional(),
      }),
    )
    .max(500_000),
});

type ManifestMember = z.output<typeof manifestSchema>['members'][number];

export interface Manifest {
  readonly zorivest_version: string;
  /** The newest step of the book it was written from. */
  readonly schema_version: number;
  /** By their names. */
  readonly members: ReadonlyMap<string, ManifestMember>;
}

/** Of one part; CSV of rows that repeat packs well, a bomb to a thousandth. */
const LIMITS = { mostUnpacked: 2 ** 30, mostRatio: 200, freeUnpacked: 32 << 20, mostMembers: 500_000 };
/** Of all parts together. */
const MOST_UNPACKED = 4 * 2 ** 30;

export interface ArrivedParts {
  /** Rows, by the table they are in. */
  readonly tables: Record<string, number>;
  readonly files: number;
  readonly to_do: string[];
}

export const openZip = (bytes: Uint8Array): Zip => new Zip(bytes, LIMITS);

/** Everything that is in it, into tables of the steps that its book had taken. */
export async function takeParts(
  target: Pick<WriteScope, 'db' | 'insertMany'>,
  leaving: Concept['leaving'],
  zip: Zip,
  manifest: Manifest,
): Promise<ArrivedParts> {
  const { db } = target;
  const { leaving: tables } = await bookTables(db, leaving);
  mustBeWhole(zip, manifest, tables);
  // Rows refer to each other across tables: foreign keys are checked once all rows are there.
  await sql`pragma defer_foreign_keys = on`.execute(db);
  for (const { name } of tables.filter(({ isReplaced }) => isReplaced).toReversed())
    await sql`delete from ${sql.table(name)}`.execute(db);
  const counts: Record<string, number> = {};
  const to_do: string[] = [];
  let files = 0;
  for (const table of tables) {
    const member = manifest.members.get(table.member);
    if (table.isForReading) {
      for (const _ of checkedBytes(zip, table.member, member?.sha256)) void _;
      continue;
    }
    const taken = await takeTable(target, zip, table, manifest);
    if (member?.rows !== undefined && member.rows !== taken.rows)
      throw unfit(`${table.member} has ${taken.rows} rows, where the manifest says ${member.rows}.`);
    files += taken.rows * table.files.length;
    counts[table.name] = taken.rows;
    to_do.push(...taken.to_do);
  }
  await mustNameEachOther(db, zip, tables);
  return { tables: counts, files, to_do };
}

export function unfit(reason: string): Fault {
  return new Fault(422, `This file cannot be imported, and nothing was changed. ${reason}`, { code: 'unfit_book' });
}

/** How many unusable rows are named; the others are counted. */
const MOST_NAMED = 20;

/** How many rows are stored before other work gets a turn: a process that does not react for long is ended. */
const ROWS_PER_INSERT = 1000;

/** The rows of a table, each checked and stored as it is read; throws where one of them cannot be taken. */
async function takeTable(
  { insertMany }: Pick<WriteScope, 'insertMany'>,
  zip: Zip,
  table: LeavingTable,
  manifest: Manifest,
): Promise<{ readonly rows: number; readonly to_do: string[] }> {
  const check = rowCheck(table);
  const faults: string[] = [];
  const to_do: string[] = [];
  let [rows, line] = [0, 0];
  function* fitRows(): Generator<Record<string, unknown>> {
    for (const read of readTable(
      table.columns,
      checkedBytes(zip, table.member, manifest.members.get(table.member)?.sha256),
    )) {
      rows += 1;
      line = read.line;
      const fault = read.fault ?? check(read.row);
      if (fault !== null) faults.push(`line ${line}: ${fault}`);
      // Once one cannot be taken none is: the others are only looked at.
      if (faults.length > 0 || read.row === undefined) continue;
      to_do.push(...toDo(table, read.row));
      yield { ...read.row, ...arriving(table), ...filesFor(zip, table, read.row, manifest) };
    }
  }
  const fit = fitRows();
  let isOver = false;
  function* someRows(): Generator<Record<string, unknown>> {
    for (let n = 0; n < ROWS_PER_INSERT; n += 1) {
      const next = fit.next();
      isOver = next.done === true;
      if (next.done === true) return;
      yield next.value;
    }
  }
  try {
    while (!isOver) {
      insertMany<Record<string, unknown>>(table.name as never, columnsOf(table), someRows());
      await setImmediate();
    }
  } catch (error) {
    if (error instanceof TableFault) throw unfit(`${table.member} ${error.message}.`);
    if (isConstraint(error)) throw unfit(`${table.member}, line ${line}: ${error.message}.`);
    throw error;
  }
  if (faults.length > 0) throw unfit(`${table.member}, ${listFaults(faults)}.`);
  return { rows, to_do };
}

function listFaults(faults: readonly string[]): string {
  const named = faults.slice(0, MOST_NAMED).join('; ');
  return faults.length > MOST_NAMED ? `${named}; and ${faults.length - MOST_NAMED} more` : named;
}

/** Rows that name a row of another table which is not there. */
async function mustNameEachOther(db: Db, zip: Zip, tables: readonly LeavingTable[]): Promise<void> {
  const found = await sql<{ table: string; rowid: number | null; parent: string }>`
    select "table", rowid, parent from pragma_foreign_key_check limit ${MOST_NAMED}`.execute(db);
  if (found.rows.length === 0) return;
  const faults: string[] = [];
  for (const { table: name, rowid, parent } of found.rows) {
    const table = tables.find((one) => one.name === name);
    if (table === undefined || rowid === null) continue;
    const list = sql.join(table.sortedBy.map((column) => sql.ref(column)));
    const keys = await sql<Record<string, Value>>`
      select ${list} from ${sql.table(name)} where rowid = ${rowid}`.execute(db);
    faults.push(
      `${table.member}, line ${lineOf(zip, table, keys.rows[0] ?? {})}: it names a row that is not in ${parent}.csv`,
    );
  }
  throw unfit(`Its rows contradict each other: ${listFaults(faults)}.`);
}

/** Where a row stands in its file, by its key. */
function lineOf(zip: Zip, { member, columns, sortedBy }: LeavingTable, key: Readonly<Record<string, Value>>): number {
  for (const { line, row } of readTable(columns, zip.chunks(member)))
    if (row !== undefined && sortedBy.every((column) => row[column] === key[column])) return line;
  return 0;
}

export function isConstraint(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');
}

/** `newest` is the newest step of this program: what a later one wrote cannot be read. */
export function readManifest(zip: Zip, newest: number): Manifest {
  if (!zip.has(MANIFEST)) throw unfit('It has no manifest.json: it is not an exported book.');
  if ((zip.members.get(MANIFEST)?.size ?? 0) > LONGEST_MANIFEST) throw unfit('Its manifest.json is too large.');
  let read: unknown;
  try {
    read = JSON.parse(zip.text(MANIFEST));
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    throw unfit('Its manifest.json is not JSON.');
  }
  const manifest = manifestSchema.safeParse(read);
  if (!manifest.success) throw unfit('Its manifest.json is not one of an exported book.');
  const { format_version, schema_version, zorivest_version } = manifest.data;
  if (format_version !== BOOK_ZIP.format_version || schema_version > newest)
    throw unfit(
      `It was written by Zorivest ${zorivest_version} (format ${format_version}, schema ${schema_version}), which is newer: this program reads format ${BOOK_ZIP.format_version}, up to schema ${newest}. Update Zorivest to import it.`,
    );
  const members = new Map(manifest.data.members.map((member) => [member.name, member]));
  if (members.size < manifest.data.members.length) throw unfit('Its manifest names a part twice.');
  return { zorivest_version, schema_version, members };
}

const LONGEST_MANIFEST = 128 << 20;

/** The parts the manifest names and no others, each one that this program would write. */
function mustBeWhole(zip: Zip, { members }: Manifest, tables: readonly LeavingTable[]): void {
  const folders = tables.flatMap(({ files }) => files.map(({ folder }) => folder));
  const isFile = new RegExp(`^(?:${folders.join('|')})/[1-9][0-9]{0,15}\\.webp$`);
  const known = new Set(tables.map(({ member }) => member));
  for (const name of members.keys()) {
    if (!known.has(name) && !isFile.test(name)) throw unfit(`Its part ${JSON.stringify(name)} belongs to no book.`);
    if (!zip.has(name)) throw unfit(`Its part ${name} is missing.`);
  }
  let size = 0;
  for (const member of zip.members.values()) {
    if (member.name !== MANIFEST && !members.has(member.name))
      throw unfit(`Its part ${JSON.stringify(member.name)} is not in the manifest.`);
    size += member.size;
  }
  if (size > MOST_UNPACKED) throw unfit('It would unpack to more than 4 GB.');
  for (const { member } of tables) if (!members.has(member)) throw unfit(`Its part ${member} is missing.`);
}

/** The part's bytes; throws at the end where they are not those the manifest was written for. */
function* checkedBytes(zip: Zip, name: string, sha256: string | undefined): Generator<Uint8Array> {
  const digest = createHash('sha256');
  for (const chunk of zip.chunks(name)) {
    digest.update(chunk);
    yield chunk;
  }
  if (digest.digest('hex') !== sha256) throw unfit(`Its part ${name} was changed: its hash is not the manifest's.`);
}

function columnsOf({ columns, leftOut, files }: LeavingTable): string[] {
  return [
    ...columns.map(({ name }) => name),
    ...leftOut.map(({ column }) => column),
    ...files.map(({ column }) => column),
  ];
}

function arriving({ leftOut }: LeavingTable): Record<string, Value> {
  return Object.fromEntries(leftOut.map(({ column, arrives }) => [column, arrives]));
}

function filesFor(zip: Zip, { files }: LeavingTable, row: Readonly<Record<string, Value>>, { members }: Manifest) {
  if (files.length === 0) return {};
  if (row['mime_type'] !== 'image/webp') throw unfit('It contains a picture that is not WebP.');
  return Object.fromEntries(
    files.map(({ column, folder }) => {
      const name = fileName(folder, Number(row['id']));
      const member = members.get(name);
      if (member === undefined) throw unfit(`Its part ${name} is missing.`);
      const bytes = Buffer.concat([...checkedBytes(zip, name, member.sha256)]);
      if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
        throw unfit(`Its part ${name} is not a picture.`);
      return [column, bytes];
    }),
  );
}

/** What never travels and has to be given again, for a row it was of. */
function toDo({ leftOut, sortedBy }: LeavingTable, row: Readonly<Record<string, Value>>): string[] {
  return leftOut.flatMap(({ again }) =>
    again === undefined ? [] : [`${again} ${String(row['name'] ?? row[sortedBy[0] ?? ''] ?? '')}`.trim()],
  );
}
