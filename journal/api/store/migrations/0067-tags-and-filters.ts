import type { Migration } from '../migrate.ts';
import { ddl } from '../dialect.ts';

// Tags on trades that have no review, tags that are no longer offered, and filters by name.
export const tagsAndFilters: Migration = {
  version: 67,
  name: 'tags and filters',
  async up(db) {
    await db.schema
      .createTable('trade_tags')
      .addColumn('exec_id', 'text', (c) =>
        c.notNull().references('trades.exec_id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('tag', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('trade_tags_once', ['exec_id', 'tag'])
      .execute();
    await db.schema
      .createTable('hidden_tags')
      .addColumn('tag', 'text', (c) => c.primaryKey().notNull())
      .execute();
    await db.schema
      .createTable('saved_filters')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('query', ddl.json, (c) => c.notNull())
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
