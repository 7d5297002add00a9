import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const imports: Migration = {
  version: 30,
  name: 'import log, bank transactions, brokers, identifiers',
  async up(db) {
    await db.schema
      .createTable('import_runs')
      .addColumn('run_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('file_name', 'text')
      .addColumn('file_hash', 'text')
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('counts', ddl.json, (c) => c.notNull())
      .addColumn('warnings', ddl.json, (c) => c.notNull())
      .addColumn('started_at', ddl.time, (c) => c.notNull())
      .addColumn('finished_at', ddl.time, (c) => c.notNull())
      .addColumn('undone_at', ddl.time)
      .execute();
    await db.schema.createIndex('import_runs_by_time').on('import_runs').columns(['started_at', 'run_id']).execute();

    // What happened to rows that did not simply come in, and what a run changed, so that it can be taken back.
    await db.schema
      .createTable('import_notes')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('run_id', 'text', (c) => c.notNull().references('import_runs.run_id').onDelete('cascade'))
      .addColumn('row', 'integer')
      .addColumn('outcome', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('ref', 'text')
      .addColumn('before', ddl.json)
      .execute();
    await db.schema.createIndex('import_notes_by_run').on('import_notes').columns(['run_id', 'id']).execute();
    await db.schema.createIndex('trades_by_import').on('trades').column('import_batch_id').execute();

    await db.schema
      .createTable('import_profiles')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('profile', ddl.json, (c) => c.notNull())
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('bank_transactions')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id').onDelete('cascade'))
      .addColumn('date', 'text', (c) => c.notNull())
      .addColumn('value_date', 'text')
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('memo', 'text', (c) => c.notNull())
      .addColumn('amount', ddl.decimal, (c) => c.notNull())
      .addColumn('currency', 'text', (c) => c.notNull())
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('symbol', 'text')
      .addColumn('reference_id', 'text')
      .addColumn('dedup_hash', 'text', (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('import_batch_id', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addUniqueConstraint('bank_transactions_once', ['account_id', 'dedup_hash'])
      .execute();
    await db.schema
      .createIndex('bank_transactions_by_date')
      .on('bank_transactions')
      .columns(['account_id', 'date', 'id'])
      .execute();
    await db.schema
      .createIndex('bank_transactions_by_import')
      .on('bank_transactions')
      .column('import_batch_id')
      .execute();

    // Where a recorded balance came from; one without a row here was entered by hand.
    await db.schema
      .createTable('balance_sources')
      .addColumn('snapshot_id', 'integer', (c) =>
        c.primaryKey().notNull().references('balance_snapshots.id').onDelete('cascade'),
      )
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('import_batch_id', 'text')
      .execute();

    await db.schema
      .createTable('broker_configs')
      .addColumn('broker_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.account_id'))
      .addColumn('credentials', 'text')
      .addColumn('cursor', 'text')
      .addColumn('last_sync', ddl.time)
      .addColumn('last_error', 'text')
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('identifier_cache')
      .addColumn('id_type', 'text', (c) => c.notNull())
      .addColumn('id_value', 'text', (c) => c.notNull())
      .addColumn('ticker', 'text')
      .addColumn('exchange', 'text')
      .addColumn('security_type', 'text')
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('confidence', 'real', (c) => c.notNull())
      .addColumn('resolved_at', ddl.time, (c) => c.notNull())
      .addColumn('expires_at', ddl.time, (c) => c.notNull())
      .addPrimaryKeyConstraint('identifier_cache_once', ['id_type', 'id_value'])
      .execute();
  },
};
