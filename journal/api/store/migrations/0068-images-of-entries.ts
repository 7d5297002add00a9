import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// Entries of the diary have images too. A constraint cannot be changed in place: the table is made anew.
export const imagesOfEntries: Migration = {
  version: 68,
  name: 'images of entries',
  async up(db) {
    await db.schema
      .createTable('images_new')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('owner_type', 'text', (c) =>
        c.notNull().check(sql`owner_type in ('trade', 'report', 'plan', 'journal_entry')`),
      )
      .addColumn('owner_id', 'text', (c) => c.notNull())
      .addColumn('data', ddl.bytes, (c) => c.notNull())
      .addColumn('thumbnail', ddl.bytes, (c) => c.notNull())
      .addColumn('mime_type', 'text', (c) => c.notNull())
      .addColumn('caption', 'text', (c) => c.notNull())
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('file_size', 'integer', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
    await sql`
      insert into images_new
        (id, owner_type, owner_id, data, thumbnail, mime_type, caption, width, height, file_size, created_at)
      select id, owner_type, owner_id, data, thumbnail, mime_type, caption, width, height, file_size, created_at
      from images`.execute(db);
    await db.schema.dropTable('images').execute();
    await db.schema.alterTable('images_new').renameTo('images').execute();
    await db.schema.createIndex('images_by_owner').on('images').columns(['owner_type', 'owner_id']).execute();
  },
};
