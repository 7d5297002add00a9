import { ddl } from '../../store/dialect.ts';
import type { Migration } from '../../store/migrate.ts';

export const approvals: Migration = {
  version: 2,
  name: 'approvals, and what a token binds',
  async up(db) {
    await db.schema
      .createTable('approvals')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('key_id', 'text', (c) => c.notNull())
      .addColumn('session', 'text')
      .addColumn('tool', 'text', (c) => c.notNull())
      .addColumn('effect', 'text', (c) => c.notNull())
      .addColumn('arguments', ddl.json, (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('writes', ddl.json, (c) => c.notNull())
      .addColumn('client', ddl.json)
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('asked_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .addColumn('usable_until', 'bigint')
      .execute();
    await db.schema.alterTable('confirmation_tokens').addColumn('binds_arguments', ddl.flag).execute();
    await db.schema.createIndex('approvals_by_time').on('approvals').column('asked_at').execute();
  },
};
