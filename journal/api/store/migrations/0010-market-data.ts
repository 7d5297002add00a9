import { ddl } from '../dialect.ts';
import type { Migration } from '../migrate.ts';

/** Column -> type, `!` for what must be there. Written out here: a migration must mean the same thing years later. */
const tables: Readonly<Record<string, { columns: Readonly<Record<string, string>>; key: readonly string[] }>> = {
  market_ohlcv: {
    columns: {
      ticker: 'text!',
      timestamp: 'text!',
      open: 'real!',
      high: 'real!',
      low: 'real!',
      close: 'real!',
      volume: 'real',
      vwap: 'real',
      trade_count: 'integer',
      adj_close: 'real',
      provider: 'text!',
    },
    key: ['ticker', 'timestamp', 'provider'],
  },
  market_quotes: {
    columns: {
      ticker: 'text!',
      bid: 'real',
      ask: 'real',
      last: 'real!',
      volume: 'real',
      change: 'real',
      change_pct: 'real',
      timestamp: 'text!',
      provider: 'text!',
    },
    key: ['ticker', 'timestamp', 'provider'],
  },
  market_news: {
    columns: {
      ticker: 'text',
      headline: 'text!',
      summary: 'text',
      source: 'text',
      url: 'text!',
      published_at: 'text',
      sentiment: 'real',
      provider: 'text!',
    },
    key: ['url', 'provider'],
  },
  market_fundamentals: {
    columns: { ticker: 'text!', metric: 'text!', value: 'real!', period: 'text!', provider: 'text!' },
    key: ['ticker', 'metric', 'period', 'provider'],
  },
  market_earnings: {
    columns: {
      ticker: 'text!',
      fiscal_period: 'text!',
      fiscal_year: 'integer!',
      report_date: 'text!',
      eps_actual: 'real',
      eps_estimate: 'real',
      eps_surprise: 'real',
      revenue_actual: 'real',
      revenue_estimate: 'real',
      provider: 'text!',
    },
    key: ['ticker', 'fiscal_period', 'fiscal_year'],
  },
  market_dividends: {
    columns: {
      ticker: 'text!',
      dividend_amount: 'real!',
      currency: 'text',
      ex_date: 'text!',
      record_date: 'text',
      pay_date: 'text',
      declaration_date: 'text',
      provider: 'text!',
    },
    key: ['ticker', 'ex_date'],
  },
  market_splits: {
    columns: {
      ticker: 'text!',
      execution_date: 'text!',
      ratio_from: 'real!',
      ratio_to: 'real!',
      provider: 'text!',
    },
    key: ['ticker', 'execution_date'],
  },
  market_insider: {
    columns: {
      ticker: 'text!',
      name: 'text!',
      title: 'text',
      transaction_date: 'text!',
      transaction_code: 'text!',
      shares: 'real!',
      price: 'real',
      value: 'real',
      shares_owned_after: 'real',
      provider: 'text!',
    },
    key: ['ticker', 'name', 'transaction_date', 'transaction_code'],
  },
};

export const marketData: Migration = {
  version: 10,
  name: 'market data and mail',
  async up(db) {
    await db.schema
      .createTable('market_providers')
      .addColumn('name', 'text', (c) => c.primaryKey().notNull())
      .addColumn('is_enabled', ddl.flag, (c) => c.notNull())
      .addColumn('api_key', 'text')
      .addColumn('api_secret', 'text')
      .addColumn('rate_limit', 'integer')
      .addColumn('timeout', 'integer')
      .addColumn('last_test_status', 'text')
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('fetch_cache')
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('entity_key', 'text', (c) => c.notNull())
      .addColumn('payload_json', ddl.json, (c) => c.notNull())
      .addColumn('etag', 'text')
      .addColumn('last_modified', 'text')
      .addColumn('fetched_at', 'integer', (c) => c.notNull())
      .addColumn('ttl_seconds', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('fetch_cache_key', ['provider', 'entity_key'])
      .execute();
    await db.schema
      .createTable('mail_settings')
      .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('provider_preset', 'text')
      .addColumn('smtp_host', 'text', (c) => c.notNull())
      .addColumn('port', 'integer', (c) => c.notNull())
      .addColumn('security', 'text', (c) => c.notNull())
      .addColumn('username', 'text')
      .addColumn('password', 'text')
      .addColumn('from_email', 'text', (c) => c.notNull())
      .addColumn('updated_at', ddl.time, (c) => c.notNull())
      .execute();
    for (const [table, { columns, key }] of Object.entries(tables)) {
      let create = db.schema.createTable(table);
      for (const [column, kind] of Object.entries(columns)) {
        const type = kind.replace('!', '') as 'text' | 'real' | 'integer';
        create = create.addColumn(column, type, (c) => (kind.endsWith('!') ? c.notNull() : c));
      }
      await create.execute();
      await db.schema
        .createIndex(`${table}_key`)
        .unique()
        .on(table)
        .columns([...key])
        .execute();
    }
  },
};
