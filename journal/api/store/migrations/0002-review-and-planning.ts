import { sql } from 'kysely';
import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

export const reviewAndPlanning: Migration = {
  version: 2,
  name: 'review and planning',
  async up(db) {
    await db.schema
      .createTable('images')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('owner_type', 'text', (c) => c.notNull().check(sql`owner_type in ('trade', 'report', 'plan')`))
      .addColumn('owner_id', 'text', (c) => c.notNull())
      .addColumn('data', ddl.bytes, (c) => c.notNull())
      .addColumn('thumbnail', ddl.bytes, (c) => c.notNull())
      .addColumn('mime_type', 'text', (c) => c.notNull())
      .addColumn('caption', 'text', (c) => c.notNull())
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('file_size', 'integer', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('images_by_owner').on('images').columns(['owner_type', 'owner_id']).execute();

    await db.schema
      .createTable('trade_reports')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('trade_id', 'text', (c) =>
        c.notNull().unique().references('trades.exec_id').onDelete('cascade').onUpdate('cascade'),
      )
      .addColumn('setup_quality', 'integer', (c) => c.notNull())
      .addColumn('execution_quality', 'integer', (c) => c.notNull())
      .addColumn('followed_plan', ddl.flag, (c) => c.notNull())
      .addColumn('emotional_state', 'text', (c) => c.notNull())
      .addColumn('lessons_learned', 'text', (c) => c.notNull())
      .addColumn('tags', ddl.json, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('trade_plans')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('ticker', 'text', (c) => c.notNull())
      .addColumn('direction', 'text', (c) => c.notNull())
      .addColumn('conviction', 'text', (c) => c.notNull())
      .addColumn('strategy_name', 'text', (c) => c.notNull())
      .addColumn('strategy_description', 'text', (c) => c.notNull())
      .addColumn('entry_price', ddl.decimal, (c) => c.notNull())
      .addColumn('stop_loss', ddl.decimal, (c) => c.notNull())
      .addColumn('target_price', ddl.decimal, (c) => c.notNull())
      .addColumn('entry_conditions', 'text', (c) => c.notNull())
      .addColumn('exit_conditions', 'text', (c) => c.notNull())
      .addColumn('timeframe', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('linked_trade_id', 'text', (c) => c.references('trades.exec_id').onDelete('set null'))
      .addColumn('account_id', 'text', (c) => c.references('accounts.account_id'))
      .addColumn('shares_planned', 'integer')
      .addColumn('position_size', ddl.decimal)
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .addColumn('executed_at', ddl.time)
      .addColumn('cancelled_at', ddl.time)
      .execute();
    await db.schema.createIndex('trade_plans_by_ticker').on('trade_plans').columns(['ticker', 'direction']).execute();

    await db.schema
      .createTable('watchlists')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .execute();
    await db.schema
      .createTable('watchlist_items')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('watchlist_id', 'integer', (c) => c.notNull().references('watchlists.id').onDelete('cascade'))
      .addColumn('ticker', 'text', (c) => c.notNull())
      .addColumn('notes', 'text', (c) => c.notNull())
      .addColumn('added_at', ddl.time, (c) => c.notNull())
      .addUniqueConstraint('watchlist_items_once', ['watchlist_id', 'ticker'])
      .execute();

    await db.schema
      .createTable('journal_entries')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('tags', ddl.json, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addColumn('updated_at', ddl.time)
      .execute();
    await db.schema
      .createIndex('journal_entries_by_time')
      .on('journal_entries')
      .columns(['created_at', 'id'])
      .execute();
    await db.schema
      .createTable('entity_links')
      .addColumn('source_type', 'text', (c) => c.notNull())
      .addColumn('source_id', 'text', (c) => c.notNull())
      .addColumn('target_type', 'text', (c) => c.notNull())
      .addColumn('target_id', 'text', (c) => c.notNull())
      .addColumn('link_type', 'text', (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .addPrimaryKeyConstraint('entity_links_once', [
        'source_type',
        'source_id',
        'target_type',
        'target_id',
        'link_type',
      ])
      .execute();
    await db.schema
      .createIndex('entity_links_by_target')
      .on('entity_links')
      .columns(['target_type', 'target_id'])
      .execute();

    await db.schema
      .createTable('mistake_entries')
      .addColumn('id', 'integer', ddl.id)
      .addColumn('trade_id', 'text', (c) => c.notNull().references('trades.exec_id').onDelete('cascade'))
      .addColumn('category', 'text', (c) => c.notNull())
      .addColumn('estimated_cost', ddl.decimal)
      .addColumn('notes', 'text')
      .addColumn('auto_detected', ddl.flag, (c) => c.notNull())
      .addColumn('created_at', ddl.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('mistake_entries_by_trade').on('mistake_entries').column('trade_id').execute();
  },
};
