import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// A statement says at which rate it booked what was traded or paid in another currency than its account's, and it may
// close with a balance in one: all three are kept with the row they are of.
export const foreignMoney: Migration = {
  version: 64,
  name: 'foreign money',
  async up(db) {
    for (const table of ['trades', 'bank_transactions']) {
      await db.schema.alterTable(table).addColumn('fx_rate', ddl.decimal).execute();
      await db.schema.alterTable(table).addColumn('fx_currency', 'text').execute();
    }
    // Null: the account's.
    await db.schema.alterTable('balance_snapshots').addColumn('currency', 'text').execute();
    await sql`
      update trades set (fx_rate, fx_currency) = (
        select s.fx_rate, s.fx_currency from stated_fills s
        where s.exec_id = trades.exec_id and s.run_id = trades.import_batch_id)
      where exists (
        select 1 from stated_fills s
        where s.exec_id = trades.exec_id and s.run_id = trades.import_batch_id
          and s.fx_rate is not null and s.fx_currency is not null)`.execute(db);
  },
};
