import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What currencies were worth in others, day by day.
export const fxRates: Migration = {
  version: 61,
  name: 'fx rates',
  async up(db) {
    await db.schema
      .createTable('fx_rates')
      .addColumn('date', 'text', (c) => c.notNull())
      .addColumn('base', 'text', (c) => c.notNull())
      .addColumn('quote', 'text', (c) => c.notNull())
      .addColumn('rate', ddl.decimal, (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('fx_rates_key', ['base', 'quote', 'date'])
      .execute();
  },
};
