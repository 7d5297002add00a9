import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What brokers state beside their rows: results and rates of fills, positions and cash. Kept with the run, to be held
// against what the book says.
export const stated: Migration = {
  version: 63,
  name: 'stated by brokers',
  async up(db) {
    await db.schema.alterTable('import_runs').addColumn('stated', ddl.json).execute();
    await db.schema
      .createTable('stated_fills')
      .addColumn('run_id', 'text', (c) => c.notNull().references('import_runs.run_id').onDelete('cascade'))
      .addColumn('exec_id', 'text', (c) => c.notNull())
      .addColumn('realized_pnl', ddl.decimal)
      .addColumn('amount', ddl.decimal)
      .addColumn('currency', 'text')
      .addColumn('fx_rate', ddl.decimal)
      .addColumn('fx_currency', 'text')
      .addColumn('isin', 'text')
      .addPrimaryKeyConstraint('stated_fills_once', ['run_id', 'exec_id'])
      .execute();
  },
};
