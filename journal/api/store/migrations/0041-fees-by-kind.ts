import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const feesByKind: Migration = {
  version: 41,
  name: 'fees by kind',
  async up(db) {
    // The parts of a trade's cost that are no commission, where its statement tells them apart.
    await db.schema
      .createTable('transaction_ledger')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('trade_exec_id', 'text', (c) =>
        c.notNull().references('trades.exec_id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('fee_type', 'text', (c) => c.notNull())
      .addColumn('amount', ddl.decimal, (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('transaction_ledger_by_trade')
      .on('transaction_ledger')
      .column('trade_exec_id')
      .execute();
  },
};
