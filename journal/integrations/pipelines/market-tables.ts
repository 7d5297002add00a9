// What a pipeline may write: `transform` and `market_data_store` allow no table but those of market data.
import { marketTables, type ValueKind } from '@zorivest/market';

export type Row = Readonly<Record<string, string | number | null>>;
export type WriteMode = 'insert' | 'upsert' | 'replace';

/** Where each kind of market data belongs. */
export const tableOf: Readonly<Record<string, string>> = {
  ohlcv: 'market_ohlcv',
  quote: 'market_quotes',
  news: 'market_news',
  fundamentals: 'market_fundamentals',
  earnings: 'market_earnings',
  dividends: 'market_dividends',
  splits: 'market_splits',
  insider: 'market_insider',
};

/** Our own names for what providers deliver, where the table calls it otherwise. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  market_quotes: { price: 'last' },
  market_news: { title: 'headline' },
};

export interface MappedRecord {
  readonly row: Row;
  /** What had no column. */
  readonly extra: readonly string[];
}

/** A record in the columns of a table; `mapping` names columns for fields of a foreign shape. */
export function mapRecord(
  table: string,
  record: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, string>> = {},
): MappedRecord {
  const spec = marketTables[table];
  const row: Record<string, string | number | null> = {};
  const extra: string[] = [];
  for (const [field, value] of Object.entries(record)) {
    const column = mapping[field] ?? RENAMED[table]?.[field] ?? field;
    const kind = spec?.columns[column];
    if (kind === undefined) extra.push(field);
    else row[column] = cell(value, kind);
  }
  if (table === 'market_news' && row.ticker === undefined && Array.isArray(record.tickers)) {
    row.ticker = typeof record.tickers[0] === 'string' ? record.tickers[0] : null;
  }
  return { row, extra };
}

function cell(value: unknown, kind: ValueKind): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'text') return typeof value === 'string' ? value : JSON.stringify(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return null;
  return kind === 'integer' ? Math.trunc(number) : number;
}

type Fields = Readonly<Record<string, unknown>>;

/** The rows a table stores of one record: a company's figures become one row each, by the quarter they were reported in. */
export function spread(table: string, record: Fields, now: Date): readonly Fields[] {
  if (table !== 'market_fundamentals' || 'metric' in record) return [record];
  const { ticker, provider, ...figures } = record;
  const period = record.period ?? `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`;
  return Object.entries(figures)
    .filter(([, value]) => typeof value === 'number')
    .map(([metric, value]) => ({ ticker, provider, metric, value, period }));
}

const PERIOD = /^\d{4}-(?:Q[1-4]|FY|H[12])$/;

/** Why a row may not be stored; `null` when it is sound. */
export function rowFault(table: string, row: Row): string | null {
  const missing = marketTables[table]?.required.find((column) => row[column] === null || row[column] === undefined);
  if (missing !== undefined) return `"${missing}" is missing`;
  const positive = (column: string) => Number(row[column]) > 0;
  if (table === 'market_ohlcv') {
    const bad = ['open', 'high', 'low', 'close'].find((column) => !positive(column));
    if (bad !== undefined) return `"${bad}" must be above zero`;
    if (Number(row.volume ?? 0) < 0) return '"volume" must not be below zero';
    if (Number(row.high) < Number(row.low)) return '"high" is below "low"';
  }
  if (table === 'market_quotes') {
    const bad = ['last', 'bid', 'ask'].find((column) => (row[column] ?? null) !== null && !positive(column));
    if (bad !== undefined) return `"${bad}" must be above zero`;
  }
  if (table === 'market_news') {
    if (!String(row.url).startsWith('http')) return '"url" must start with http';
    const sentiment = Number(row.sentiment ?? 0);
    if (sentiment < -1 || sentiment > 1) return '"sentiment" must lie between -1 and 1';
  }
  if (table === 'market_fundamentals' && !PERIOD.test(String(row.period))) return '"period" must look like 2026-Q1';
  return null;
}
