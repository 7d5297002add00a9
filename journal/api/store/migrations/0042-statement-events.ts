import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// Events come from statements too: each knows its run and the statement's name for it, and a transfer of shares is one.
export const statementEvents: Migration = {
  version: 42,
  name: 'events of statements',
  async up(db) {
    await db.schema
      .createTable('position_events_new')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('kind', 'text', (c) =>
        c.notNull().check(sql`kind in ('split', 'symbol_change', 'expiry', 'exercise', 'assignment', 'transfer')`),
      )
      .addColumn('instrument', 'text', (c) => c.notNull())
      .addColumn('time', ddl.time, (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.references('accounts.account_id').onDelete('cascade'))
      .addColumn('new_shares', ddl.decimal)
      .addColumn('old_shares', ddl.decimal)
      .addColumn('new_instrument', 'text')
      .addColumn('quantity', ddl.decimal)
      .addColumn('settlement_price', ddl.decimal)
      .addColumn('cost_basis', ddl.decimal)
      .addColumn('stock_recorded', ddl.flag, (c) => c.notNull().defaultTo(0))
      .addColumn('source_id', 'text')
      .addColumn('import_batch_id', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
    await sql`insert into position_events_new (id, kind, instrument, time, account_id, new_shares, old_shares,
      new_instrument, quantity, settlement_price, created_at)
      select id, kind, instrument, time, account_id, new_shares, old_shares, new_instrument, quantity, settlement_price,
      created_at from position_events`.execute(db);
    await db.schema.dropTable('position_events').execute();
    await sql`alter table position_events_new rename to position_events`.execute(db);
    await db.schema.createIndex('position_events_by_import').on('position_events').column('import_batch_id').execute();
    await db.schema
      .createIndex('position_events_by_source')
      .on('position_events')
      .columns(['account_id', 'source_id'])
      .execute();
    await db.schema
      .createIndex('position_events_by_instrument')
      .on('position_events')
      .columns(['instrument', 'time'])
      .execute();
  },
};
