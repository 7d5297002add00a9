import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const accountsAndTrades: Migration = {
  version: 1,
  name: 'accounts and trades',
  async up(db) {
    await db.schema
      .createTable('accounts')
      .addColumn('account_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('account_type', 'text', (c) => c.notNull())
      .addColumn('institution', 'text', (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('is_tax_advantaged', ddl.flag, (c) => c.notNull())
      .addColumn('is_spousal', ddl.flag, (c) => c.notNull())
      .addColumn('broker_id', 'text')
      .addColumn('notes', 'text')
      .addColumn('is_archived', ddl.flag, (c) => c.notNull())
      .addColumn('is_system', ddl.flag, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('balance_snapshots')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id').onDelete('cascade'))
      .addColumn('datetime', ddl.time, (c) => c.notNull())
      .addColumn('balance', ddl.decimal, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('balance_snapshots_by_account')
      .on('balance_snapshots')
      .columns(['account_id', 'datetime', 'id'])
      .execute();

    await db.schema
      .createTable('trades')
      .addColumn('exec_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('time', ddl.time, (c) => c.notNull())
      .addColumn('instrument', 'text', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull().check(sql`action in ('BOT', 'SLD')`))
      .addColumn('quantity', ddl.decimal, (c) => c.notNull())
      .addColumn('price', ddl.decimal, (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id'))
      .addColumn('commission', ddl.decimal, (c) => c.notNull())
      .addColumn('realized_pnl', ddl.decimal, (c) => c.notNull())
      .addColumn('notes', 'text')
      .addColumn('asset_class', 'text', (c) => c.notNull())
      .addColumn('multiplier', ddl.decimal, (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('order_id', 'text')
      .addColumn('routing', 'text')
      .addColumn('risk_amount', ddl.decimal)
      .addColumn('import_batch_id', 'text')
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('trades_by_time').on('trades').columns(['time', 'exec_id']).execute();
    await db.schema.createIndex('trades_by_account').on('trades').columns(['account_id', 'time', 'exec_id']).execute();
    await db.schema
      .createIndex('trades_by_instrument')
      .on('trades')
      .columns(['instrument', 'time', 'exec_id'])
      .execute();
    await db.schema.createIndex('trades_by_fingerprint').on('trades').column('fingerprint').execute();

    // True totals without counting a million rows: kept by the trade repository in the same transaction as the trade.
    await db.schema
      .createTable('trade_totals')
      .addColumn('account_id', 'text', (c) =>
        c.primaryKey().notNull().references('accounts.account_id').onDelete('cascade'),
      )
      .addColumn('trade_count', 'integer', (c) => c.notNull())
      .addColumn('realized_pnl', ddl.decimal, (c) => c.notNull())
      .execute();

    await sql`insert into accounts (account_id, name, account_type, institution, currency, is_tax_advantaged,
      is_spousal, is_archived, is_system, created_at)
      values ('SYSTEM_DEFAULT', 'Unassigned', 'broker', '', 'USD', 0, 0, 0, 1, '1970-01-01T00:00:00.000Z')`.execute(db);
  },
};
