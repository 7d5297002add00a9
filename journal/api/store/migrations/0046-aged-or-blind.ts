import type { Migration } from '../migrate.ts';

// The standard deduction is larger for each person who is 65 or older, or blind.
export const agedOrBlind: Migration = {
  version: 46,
  name: 'aged or blind',
  async up(db) {
    await db.schema
      .alterTable('tax_profiles')
      .addColumn('aged_or_blind', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
