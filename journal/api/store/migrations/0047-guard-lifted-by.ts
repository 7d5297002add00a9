import type { Migration } from '../migrate.ts';

// Who may lift the guard's lock, and when a key last lifted one that a limit had put on.
export const guardLiftedBy: Migration = {
  version: 47,
  name: 'guard lifted by',
  async up(db) {
    await db.schema.alterTable('mcp_guard').addColumn('lifted_by', 'text').execute();
    await db.schema.alterTable('mcp_guard').addColumn('limit_lifted_at', 'text').execute();
    // A lock from before says nothing about who put it on: as then, anyone may lift it.
    await db
      .updateTable('mcp_guard' as never)
      .set({ lifted_by: 'anyone' } as never)
      .where('is_locked' as never, '=', 1 as never)
      .execute();
  },
};
