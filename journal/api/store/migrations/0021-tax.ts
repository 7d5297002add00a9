import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const tax: Migration = {
  version: 21,
  name: 'tax',
  async up(db) {
    await db.schema
      .createTable('tax_profiles')
      .addColumn('tax_year', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('filing_status', 'text', (c) => c.notNull())
      .addColumn('state_tax_rate', ddl.decimal, (c) => c.notNull())
      .addColumn('state', 'text')
      .addColumn('agi_estimate', ddl.decimal, (c) => c.notNull())
      .addColumn('qualified_dividends', ddl.decimal, (c) => c.notNull())
      .addColumn('withholding', ddl.decimal, (c) => c.notNull())
      .addColumn('prior_year_tax', ddl.decimal)
      .addColumn('prior_year_agi', ddl.decimal)
      .addColumn('capital_loss_carryforward', ddl.decimal, (c) => c.notNull())
      .addColumn('long_carryforward', ddl.decimal, (c) => c.notNull())
      .addColumn('wash_sale_method', 'text', (c) => c.notNull())
      .addColumn('default_cost_basis', 'text', (c) => c.notNull())
      .addColumn('include_drip_wash_detection', ddl.flag, (c) => c.notNull())
      .addColumn('include_spousal_accounts', ddl.flag, (c) => c.notNull())
      .addColumn('section_475_elected', ddl.flag, (c) => c.notNull())
      .execute();

    // Payments add up: several may be made for one quarter.
    await db.schema
      .createTable('tax_payments')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('tax_year', 'integer', (c) => c.notNull())
      .addColumn('quarter', 'integer', (c) => c.notNull().check(sql`quarter between 1 and 4`))
      .addColumn('amount', ddl.decimal, (c) => c.notNull())
      .addColumn('paid_on', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();

    // Which purchases a sale sold, where a person said so.
    await db.schema
      .createTable('lot_choices')
      .addColumn('sell_exec_id', 'text', (c) =>
        c.primaryKey().notNull().references('trades.exec_id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('buy_exec_ids', ddl.json, (c) => c.notNull())
      .addColumn('chosen_at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
