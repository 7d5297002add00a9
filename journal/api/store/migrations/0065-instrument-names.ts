import { sql } from 'kysely';
import type { Migration } from '../migrate.ts';

// What a statement names by its ISIN only keeps it, so that one answer of the person names it in every row and in later
// statements.
export const instrumentNames: Migration = {
  version: 65,
  name: 'names of instruments',
  async up(db) {
    for (const table of ['trades', 'bank_transactions', 'position_events'])
      await db.schema.alterTable(table).addColumn('isin', 'text').execute();
    await db.schema
      .createTable('instrument_names')
      .addColumn('isin', 'text', (c) => c.primaryKey())
      // What the statements call it.
      .addColumn('name', 'text')
      // What the person calls it; null until they have said.
      .addColumn('instrument', 'text')
      .addColumn('updated_at', 'text', (c) => c.notNull())
      .execute();
    await sql`
      update trades set isin = instrument
      where length(instrument) = 12 and instrument glob '[A-Z][A-Z][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][A-Z0-9][0-9]'`.execute(
      db,
    );
    await sql`
      insert into instrument_names (isin, updated_at)
      select isin, max(created_at) from trades where isin is not null group by isin`.execute(db);
    await db.schema.createIndex('trades_by_isin').on('trades').column('isin').execute();
  },
};
