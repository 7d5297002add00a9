import type { Migration } from '../../store/migrate.ts';

export const guardCallKeys: Migration = {
  version: 5,
  name: 'whose calls the guard counted',
  async up(db) {
    await db.schema.alterTable('mcp_guard_calls').addColumn('key_id', 'text').execute();
  },
};
