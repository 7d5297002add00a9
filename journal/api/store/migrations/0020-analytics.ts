import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const analytics: Migration = {
  version: 20,
  name: 'analytics',
  async up(db) {
    await db.schema
      .createTable('position_events')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('kind', 'text', (c) =>
        c.notNull().check(sql`kind in ('split', 'symbol_change', 'expiry', 'exercise', 'assignment')`),
      )
      .addColumn('instrument', 'text', (c) => c.notNull())
      .addColumn('time', ddl.time, (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.account_id').onDelete('cascade'))
      .addColumn('new_shares', ddl.decimal)
      .addColumn('old_shares', ddl.decimal)
      .addColumn('new_instrument', 'text')
      .addColumn('quantity', ddl.decimal)
      .addColumn('settlement_price', ddl.decimal)
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('excursion_metrics')
      .addColumn('trade_exec_id', 'text', (c) =>
        c.primaryKey().notNull().references('trades.exec_id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('mfe_dollars', ddl.decimal)
      .addColumn('mfe_pct', ddl.decimal)
      .addColumn('mae_dollars', ddl.decimal)
      .addColumn('mae_pct', ddl.decimal)
      .addColumn('bso_pct', ddl.decimal)
      .addColumn('best_exit_price', ddl.decimal)
      .addColumn('holding_bars', 'integer', (c) => c.notNull())
      .addColumn('data_source', 'text', (c) => c.notNull())
      .addColumn('computed_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('reviewer')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('protocol', 'text', (c) => c.notNull())
      .addColumn('endpoint', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('api_key', 'text')
      .addColumn('input_cents_per_million', ddl.decimal, (c) => c.notNull())
      .addColumn('output_cents_per_million', ddl.decimal, (c) => c.notNull())
      .execute();
  },
};
