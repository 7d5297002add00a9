import { instrumentFacts } from '@zorivest/domain';
import type { AssetClass } from '@zorivest/words';
import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// A trade knows the root of its contract and whether its time is known; every kind of event has its figures; a person's
// word on which legs belong together is kept.
export const positions: Migration = {
  version: 53,
  name: 'positions',
  async up(db) {
    await db.schema.alterTable('trades').addColumn('root', 'text').execute();
    await db.schema
      .alterTable('trades')
      .addColumn('time_known', ddl.flag, (c) => c.notNull().defaultTo(1))
      .execute();
    const { rows: traded } = await sql<{ instrument: string; asset_class: AssetClass }>`
      select distinct instrument, asset_class from trades`.execute(db);
    for (const { instrument, asset_class } of traded) {
      // EQUITY was also what a symbol meant that said something else: BTC-USD, ESU6.
      const decided = instrumentFacts(instrument, asset_class === 'EQUITY' ? undefined : asset_class);
      if (decided.root !== null || decided.asset_class !== asset_class)
        await sql`update trades set root = ${decided.root}, asset_class = ${decided.asset_class}
          where instrument = ${instrument} and asset_class = ${asset_class}`.execute(db);
    }

    await db.schema
      .createTable('position_events_new')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('kind', 'text', (c) => c.notNull())
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
      .addColumn('from_account_id', 'text', (c) => c.references('accounts.account_id').onDelete('cascade'))
      .addColumn('to_account_id', 'text', (c) => c.references('accounts.account_id').onDelete('cascade'))
      .addColumn('linked_event_id', 'integer')
      .addColumn('lots', ddl.json)
      .addColumn('lot_ids', ddl.json)
      .addColumn('cash_per_share', ddl.decimal)
      .addColumn('price', ddl.decimal)
      .addColumn('allocation', ddl.decimal)
      .addColumn('amount_per_share', ddl.decimal)
      .addColumn('amount', ddl.decimal)
      .addColumn('value', ddl.decimal)
      .execute();
    // A statement's transfer says by its sign which way the shares went.
    await sql`insert into position_events_new (id, kind, instrument, time, account_id, new_shares, old_shares,
      new_instrument, quantity, settlement_price, cost_basis, stock_recorded, source_id, import_batch_id, created_at,
      from_account_id, to_account_id)
      select id, kind, instrument, time, account_id, new_shares, old_shares, new_instrument,
      case when kind = 'transfer' then ltrim(quantity, '-') else quantity end,
      settlement_price, cost_basis, stock_recorded, source_id, import_batch_id, created_at,
      case when kind = 'transfer' and quantity like '-%' then account_id end,
      case when kind = 'transfer' and quantity not like '-%' then account_id end
      from position_events`.execute(db);
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

    // By the ids of executions and without a reference to them: it holds when a statement is taken back and read again.
    await db.schema
      .createTable('structure_choices')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('join', 'split')`))
      .addColumn('exec_ids', ddl.json, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
  },
};
