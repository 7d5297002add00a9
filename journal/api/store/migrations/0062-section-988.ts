import type { Migration } from '../migrate.ts';

// How results of foreign currency are taxed is the person's to say; ordinary income unless it was personal money.
export const currencyResults: Migration = {
  version: 62,
  name: 'currency results',
  async up(db) {
    await db.schema.alterTable('tax_profiles').addColumn('section_988', 'text').execute();
  },
};
