// What a request did, in a sentence: `deleted trade E1 (AAPL) and 3 rows that hung on it`.
import type { Change, Connection, RowChange, StoredRow } from '@zorivest/store';
import { keyColumns, keyText } from './rows.ts';

/** What a person calls a row of a table, where the name of the table does not say it. */
const nouns: Readonly<Record<string, string>> = {
  trades: 'fill',
  trade_reports: 'report',
  trade_plans: 'plan',
  trade_tags: 'tag',
  mistake_entries: 'mistake',
  entity_links: 'link',
  journal_entries: 'diary entry',
  balance_snapshots: 'balance',
  bank_transactions: 'movement of money',
  transaction_ledger: 'fee',
  position_events: 'event',
  tax_profiles: 'tax profile',
  lot_choices: 'choice of lots',
  watchlist_items: 'line of a watchlist',
  import_runs: 'import',
  fx_rates: 'rate',
  excursion_metrics: 'excursion',
  structure_choices: 'choice of structure',
};

export const nounOf = (table: string): string => nouns[table] ?? table.replace(/s$/, '').replaceAll('_', ' ');

const NAMES = ['instrument', 'ticker', 'name', 'title', 'tag', 'key', 'category', 'date', 'tax_year'] as const;
const TRADES = ['trade_id', 'trade_exec_id', 'exec_id', 'linked_trade_id', 'sell_exec_id'] as const;

/** What a row is about: its instrument, that of its trade, or what it is called. */
function subjectOf(connection: Connection, row: StoredRow): string | null {
  if (typeof row['instrument'] === 'string') return row['instrument'];
  for (const column of TRADES) {
    const id = row[column];
    if (typeof id !== 'string') continue;
    const found = connection.prepare('select instrument from main.trades where exec_id = ?').pluck().get(id);
    if (typeof found === 'string') return found;
  }
  if (typeof row['owner_id'] === 'string' && row['owner_type'] === 'trade')
    return subjectOf(connection, { exec_id: row['owner_id'] });
  const named = NAMES.map((name) => row[name]).find((value) => value !== null && value !== undefined && value !== '');
  return named === undefined || named === null || named instanceof Uint8Array ? null : String(named).slice(0, 80);
}

const MOST_NAMED = 3;

export function describeChange(
  connection: Connection,
  rows: readonly RowChange[],
  changes: readonly Change[],
  operation: string,
): string {
  const [change] = changes;
  const verb = verbOf(rows);
  const main = mainRows(connection, rows, changes);
  const subjects = [...new Set(main.flatMap((row) => subjectOf(connection, row.before ?? row.after ?? {}) ?? []))];
  const named =
    subjects.slice(0, MOST_NAMED).join(', ') +
    (subjects.length > MOST_NAMED ? ` and ${subjects.length - MOST_NAMED} more` : '');
  const resource = (change?.resource ?? operation).replaceAll('_', ' ');
  const of = changes.filter(({ resource: other }) => other === change?.resource).length;
  const thing = of > 1 ? `${of} ${resource}s` : `${resource} ${String(change?.id ?? '')}`.trim();
  const hanging = rows.length - main.length;
  const rest = hanging > 0 ? `, with ${hanging === 1 ? 'a row' : `${hanging} rows`} that hung on it` : '';
  return `${verb} ${thing}${named === '' || thing.includes(named) ? '' : ` (${named})`}${rest}`;
}

function verbOf(rows: readonly RowChange[]): string {
  if (rows.some(({ before, after }) => before !== null && after === null)) return 'deleted';
  return rows.some(({ before }) => before !== null) ? 'changed' : 'recorded';
}

/** The rows that the audit speaks of; where none has its id, the first table that was touched. */
function mainRows(
  connection: Connection,
  rows: readonly RowChange[],
  changes: readonly Change[],
): readonly RowChange[] {
  const ids = new Set(changes.map(({ id }) => String(id)));
  const own = rows.filter(({ table, before, after }) => {
    const key = JSON.parse(keyText(keyColumns(connection, table), before ?? after ?? {})) as unknown[];
    return key.length === 1 && ids.has(String(key[0]));
  });
  return own.length > 0 ? own : rows.filter(({ table }) => table === rows[0]?.table);
}
