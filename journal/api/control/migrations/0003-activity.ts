import { ddl } from '../../store/dialect.ts';
import type { Migration } from '../../store/migrate.ts';

export const activity: Migration = {
  version: 3,
  name: 'activity',
  async up(db) {
    await db.schema
      .createTable('activity')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('call_id', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('via', 'text', (c) => c.notNull())
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('key_id', 'text')
      .addColumn('client', ddl.json)
      .addColumn('arguments', 'text')
      .addColumn('confirmed_by', 'text', (c) => c.notNull())
      .addColumn('duration_ms', 'real', (c) => c.notNull())
      .addColumn('answer_bytes', 'integer', (c) => c.notNull())
      .addColumn('request_ids', ddl.json, (c) => c.notNull())
      .addColumn('at', ddl.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('activity_by_time').on('activity').column('at').execute();
    await db.schema.createIndex('activity_by_call').on('activity').columns(['key_id', 'call_id']).unique().execute();
  },
};
