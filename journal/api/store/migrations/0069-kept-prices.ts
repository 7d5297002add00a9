import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

// What providers said about prices and will not say differently later: bars of days that are over, and each ticker's last
// quote. Bars are a row for each range that was asked for, because they are read as they were fetched.
export const keptPrices: Migration = {
  version: 69,
  name: 'kept prices',
  async up(db) {
    await db.schema
      .createTable('kept_bars')
      .addColumn('ticker', 'text', (c) => c.notNull())
      .addColumn('interval', 'text', (c) => c.notNull())
      .addColumn('start_day', 'text', (c) => c.notNull())
      .addColumn('end_day', 'text', (c) => c.notNull())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('fetched_at', 'integer', (c) => c.notNull())
      .addColumn('last_at', ddl.time, (c) => c.notNull())
      .addColumn('last_price', 'real', (c) => c.notNull())
      .addColumn('bars_json', ddl.json, (c) => c.notNull())
      .addPrimaryKeyConstraint('kept_bars_key', ['ticker', 'interval', 'start_day', 'end_day'])
      .execute();
    await db.schema
      .createTable('kept_quotes')
      .addColumn('ticker', 'text', (c) => c.primaryKey().notNull())
      .addColumn('price', 'real', (c) => c.notNull())
      .addColumn('quoted_at', ddl.time, (c) => c.notNull())
      .addColumn('provider', 'text', (c) => c.notNull())
      .execute();
  },
};
