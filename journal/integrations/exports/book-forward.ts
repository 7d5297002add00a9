// The zip of an older version, as this version would have written it. Its rows go into an empty book of that version's steps, which
// then takes the steps since, as the book itself would have: what a step fills in for rows that were there it fills in for these.
// Decision 77.
import { join } from 'node:path';
import type { Zip } from '@zorivest/imports';
import {
  type Concept,
  type Database,
  dialectOf,
  discardDatabase,
  closeDatabase,
  insertMany,
  migrate,
  type Migration,
  openConnection,
  type RandomBytes,
} from '@zorivest/store';
import { Kysely } from 'kysely';
import { exportBook } from './book-export.ts';
import { type Manifest, takeParts } from './book-parts.ts';

export interface Forwarding {
  readonly leaving: Concept['leaving'];
  /** Contains the book during the move, encrypted with a key that is discarded afterwards. */
  readonly folder: string;
  readonly steps: readonly Migration[];
  readonly random: RandomBytes;
  readonly now: () => Date;
}

const KEY_BYTES = 32;

export async function bringForward(
  zip: Zip,
  manifest: Manifest,
  { leaving, folder, steps, random, now }: Forwarding,
): Promise<Uint8Array> {
  const path = join(folder, `older-book-${random(6).toString('hex')}.db`);
  const connection = openConnection(path, random(KEY_BYTES), { create: true });
  const db = new Kysely<Database>({ dialect: dialectOf(connection) });
  try {
    const taken = steps.filter(({ version }) => version <= manifest.schema_version);
    await migrate(connection, taken, now);
    await db
      .transaction()
      .execute((tx) =>
        takeParts(
          { db: tx, insertMany: (table, columns, rows) => insertMany(connection, table, columns, rows) },
          leaving,
          zip,
          manifest,
        ),
      );
    await migrate(connection, steps, now);
    return await exportBook(db, { leaving, version: manifest.zorivest_version, now: now() });
  } finally {
    await closeDatabase(db, connection);
    discardDatabase(path);
  }
}
