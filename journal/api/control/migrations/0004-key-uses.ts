import { ddl } from '../../store/dialect.ts';
import type { Migration } from '../../store/migrate.ts';

export const keyUses: Migration = {
  version: 4,
  name: 'when keys were used',
  async up(db) {
    await db.schema
      .createTable('key_uses')
      .addColumn('key_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
