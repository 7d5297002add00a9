import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// Statements that wait in the home to be imported: what they are, and the key that opens each.
export const uploads: Migration = {
  version: 54,
  name: 'uploads',
  async up(db) {
    await db.schema
      .createTable('import_uploads')
      .addColumn('upload_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('size', 'integer', (c) => c.notNull())
      .addColumn('sha256', 'text', (c) => c.notNull())
      .addColumn('cipher_key', 'text', (c) => c.notNull())
      .addColumn('cipher_iv', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('run_id', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
