import type { Migration } from '../migrate.ts';

// The guard and the confirmation tokens live in control.db, which took these rows over before the book was opened. The
// audit is now read by time, merged with control.db's own.
export const controlMovedOut: Migration = {
  version: 48,
  name: 'control moved out',
  async up(db) {
    for (const table of ['mcp_guard', 'mcp_guard_calls', 'confirmation_tokens']) {
      await db.schema.dropTable(table).execute();
    }
    await db.schema.createIndex('audit_log_by_time').on('audit_log').column('at').execute();
  },
};
