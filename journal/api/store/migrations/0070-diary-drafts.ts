import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What the person has begun to write in the diary: in the encrypted book, since a browser keeps nothing sealed.
export const diaryDrafts: Migration = {
  version: 70,
  name: 'diary drafts',
  async up(db) {
    await db.schema
      .createTable('journal_drafts')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('journal_entry_id', 'text')
      .addColumn('entry_updated_at', 'text')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('tags', 'text', (c) => c.notNull())
      .addColumn('writer', 'text', (c) => c.notNull())
      .addColumn('kept_at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
