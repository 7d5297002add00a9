// A whole book from its zip, into an unused book: everything, or nothing.
import { WorkbookError } from '@zorivest/imports';
import { type Call, conflict, type Db, schemaVersion, type WriteScope } from '@zorivest/store';
import { sql } from 'kysely';
import { bringForward, type Forwarding } from './book-forward.ts';
import { type ArrivedParts, isConstraint, openZip, readManifest, takeParts, unfit } from './book-parts.ts';
import { bookTables, type LeavingTable } from './book-tables.ts';

export async function importBook(call: Call, forwarding: Forwarding, bytes: Uint8Array): Promise<ArrivedParts> {
  try {
    return await call.write((scope) => takeBook(scope, forwarding, bytes));
  } catch (error) {
    if (error instanceof WorkbookError) throw unfit(error.message);
    // The database refuses what contradicts itself: a trade of an account that is not there, an id twice.
    if (isConstraint(error)) throw unfit(`Its rows contradict each other: ${error.message}.`);
    throw error;
  }
}

async function takeBook(scope: WriteScope, forwarding: Forwarding, bytes: Uint8Array): Promise<ArrivedParts> {
  const { leaving } = forwarding;
  // Other calls are informed what they wait for. Nothing goes to the bin, which would hold the whole book again, row by row.
  scope.nameImport('of a whole book');
  await mustBeUnused(scope.db, (await bookTables(scope.db, leaving)).leaving);
  const schema = await schemaVersion(scope.db);
  let zip = openZip(bytes);
  let manifest = readManifest(zip, schema);
  if (manifest.schema_version < schema) {
    zip = openZip(await bringForward(zip, manifest, forwarding));
    manifest = readManifest(zip, schema);
  }
  const arrived = await takeParts(scope, leaving, zip, manifest);
  scope.audit({ resource: 'setting', id: 'book', after: { imported: true } });
  scope.audit({
    resource: 'book',
    id: 'import',
    after: { from_version: manifest.zorivest_version, rows: arrived.tables, files: arrived.files },
  });
  return arrived;
}

/** A new book holds what `init` made: settings and one account at most, which are replaced. */
async function mustBeUnused(db: Db, tables: readonly LeavingTable[]): Promise<void> {
  for (const { name, isReplaced, isForReading } of tables) {
    if (isForReading) continue;
    const where =
      name === 'accounts' ? sql`where is_system = 0` : name === 'trade_totals' ? sql`where trade_count > 0` : sql``;
    const found = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)} ${where}`.execute(db);
    const count = found.rows[0]?.count ?? 0;
    const free = name === 'accounts' ? 1 : isReplaced && name !== 'trade_totals' ? Number.POSITIVE_INFINITY : 0;
    if (count > free)
      throw conflict(
        `a whole book is taken into an empty one, and this one has ${count} ${name.replaceAll('_', ' ')}: make another with \`zorivest init --home FOLDER\` and import it there`,
      );
  }
}
