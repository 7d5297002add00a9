import type { Migration } from '../migrate.ts';

// What the person has agreed to, word for word: the next approval is asked for against it.
export const approvedText: Migration = {
  version: 66,
  name: 'approved text',
  async up(db) {
    await db.schema.alterTable('policies').addColumn('approved_text', 'text').execute();
  },
};
