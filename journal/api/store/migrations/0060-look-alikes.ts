import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// Rows of statements that may be in the book already, from another source: they wait for the person's word, which is
// kept beyond their run.
export const lookAlikes: Migration = {
  version: 60,
  name: 'look-alikes',
  async up(db) {
    await db.schema
      .createTable('import_look_alikes')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('run_id', 'text', (c) => c.notNull().references('import_runs.run_id').onDelete('cascade'))
      .addColumn('row', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('ref', 'text', (c) => c.notNull())
      .addColumn('like', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('payload', ddl.json, (c) => c.notNull())
      .addColumn('decision', 'text')
      .addColumn('decided_at', ddl.time)
      .execute();
    await db.schema
      .createIndex('import_look_alikes_by_run')
      .on('import_look_alikes')
      .columns(['run_id', 'id'])
      .execute();
    await db.schema.createIndex('import_look_alikes_by_ref').on('import_look_alikes').column('ref').execute();
  },
};
