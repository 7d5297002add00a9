// What a row of the book is called, for the person who is asked about it: its kind in a word, and what tells it from others.
import type { StoredValue, StoredRow } from '@zorivest/store';
import { dayInWords, fieldValue, twoPlaces } from '@zorivest/vocabulary';

/** Finds the row another one belongs to, as it is after the change or, where it goes too, before it. */
export type Look = (table: string, column: string, value: StoredValue) => StoredRow | undefined;

interface TableWords {
  readonly one: string;
  readonly many: string;
  /** What tells this row from others. */
  readonly name: (row: StoredRow, look: Look) => string;
  /** What it belongs to, written first: `SOUN, 6 Oct 2026`. */
  readonly of?: (row: StoredRow, look: Look) => string | null;
  /** Follows from other rows, or is only a note on them: it is counted, not shown one by one. */
  readonly isSecondary?: true;
}

const say = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

const day = (value: unknown): string => dayInWords(say(value));

/** A decimal as it is stored, with its sign and two places where it has fewer. */
function signedDecimal(value: unknown): string {
  const text = say(value);
  if (!/^-?\d+(\.\d+)?$/.test(text) || Number(text) === 0) return '';
  return `${text.startsWith('-') ? '' : '+'}${twoPlaces(text)}`;
}

const decimal = (value: unknown): string => twoPlaces(say(value));

const together = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ');

const fill = (row: StoredRow): string =>
  together(
    say(row['instrument']),
    day(row['time']),
    `${row['action'] === 'BOT' ? 'bought' : 'sold'} ${say(row['quantity'])} at ${decimal(row['price'])}`,
  );

const tradeOf =
  (column: string) =>
  (row: StoredRow, look: Look): string | null => {
    const trade = look('trades', 'exec_id', row[column] ?? null);
    if (trade === undefined) return row[column] === null ? null : `trade ${say(row[column])}`;
    return together(say(trade['instrument']), day(trade['time']), signedDecimal(trade['realized_pnl']));
  };

const accountOf = (row: StoredRow, look: Look): string | null => {
  const account = look('accounts', 'account_id', row['account_id'] ?? null);
  return account === undefined ? null : `account ${say(account['name'])}`;
};

const columnText = (column: string) => (row: StoredRow) => say(row[column]);
/** Of a field whose value is a word of the journal. */
const valueText = (column: string) => (row: StoredRow) => say(fieldValue(column, row[column]));
const quotedColumn = (column: string) => (row: StoredRow) => JSON.stringify(say(row[column]));

const ownerOf = (row: StoredRow, look: Look): string | null => {
  const id = row['owner_id'] ?? null;
  if (row['owner_type'] === 'trade') return tradeOf('owner_id')(row, look);
  if (row['owner_type'] === 'plan') return `plan of ${say(look('trade_plans', 'id', Number(id))?.['ticker'] ?? id)}`;
  if (row['owner_type'] === 'playbook') return `playbook ${say(look('playbooks', 'id', Number(id))?.['name'] ?? id)}`;
  const entry = look('journal_entries', 'id', id);
  return entry === undefined ? `${say(row['owner_type'])} ${say(id)}` : `diary entry ${JSON.stringify(entry['title'])}`;
};

const PLAIN_FILE = /^[\p{L}\p{N}._()-]{1,80}$/u;
const LONGEST_FILE = 80;

/** The sender names a file: a name that could be read as part of a sentence is quoted and shortened. */
export const fileWords = (name: string): string =>
  PLAIN_FILE.test(name) ? name : JSON.stringify(name.length > LONGEST_FILE ? `${name.slice(0, LONGEST_FILE)}…` : name);

const runName = (row: StoredRow): string => fileWords(say(row['file_name'] ?? row['source']));

const importOf = (row: StoredRow, look: Look): string | null => {
  const run = look('import_runs', 'run_id', row['run_id'] ?? null);
  return run === undefined ? null : `import of ${runName(run)}`;
};

const table = (one: string, many: string, name: TableWords['name'], more: Partial<TableWords> = {}): TableWords => ({
  one,
  many,
  name,
  ...more,
});

const secondary = { isSecondary: true } as const;

export const tableWords: Readonly<Record<string, TableWords>> = {
  accounts: table('account', 'accounts', quotedColumn('name')),
  balance_snapshots: table('balance', 'balances', (row) => `${decimal(row['balance'])} on ${day(row['datetime'])}`, {
    of: accountOf,
  }),
  balance_sources: table('source of a balance', 'sources of balances', columnText('source'), secondary),
  bank_transactions: table(
    'movement of money',
    'movements of money',
    (row) => together(day(row['date']), signedDecimal(row['amount']), say(row['description'])),
    { of: accountOf },
  ),
  cash_statements: table(
    'stated cash balance',
    'stated cash balances',
    (row) => `${decimal(row['balance'])} ${say(row['currency'])} on ${day(row['date'])}`,
    { of: accountOf },
  ),
  prices: table('price', 'prices', (row) => together(say(row['instrument']), decimal(row['price']), day(row['date']))),
  trades: table('execution', 'executions', fill, { of: accountOf }),
  transaction_ledger: table('fee', 'fees', (row) => `${say(row['fee_type'])} ${decimal(row['amount'])}`, {
    of: tradeOf('trade_exec_id'),
  }),
  position_events: table('position event', 'position events', (row) =>
    together(valueText('kind')(row), say(row['instrument']), day(row['time'])),
  ),
  structure_choices: table(
    'choice about legs',
    'choices about legs',
    (row) => `${say(row['kind'])} ${say(row['exec_ids'])}`,
  ),
  excursion_metrics: table('excursion', 'excursions', () => '', { of: tradeOf('trade_exec_id') }),
  lot_boxes: table('box of a lot', 'boxes of lots', (row) => `${say(row['lot_id'])}: ${say(row['box'])}`),
  broker_forms: table(
    'broker’s form',
    'brokers’ forms',
    (row) => `Form ${say(row['form'])} of ${say(row['tax_year'])}`,
    { of: accountOf },
  ),
  lot_choices: table('choice of lots', 'choices of lots', columnText('buy_exec_ids'), { of: tradeOf('sell_exec_id') }),
  images: table('image', 'images', quotedColumn('caption'), { of: ownerOf }),
  trade_reports: table('review', 'reviews', () => '', { of: tradeOf('trade_id') }),
  trade_tags: table('tag', 'tags', columnText('tag'), { of: tradeOf('exec_id') }),
  hidden_tags: table('hidden tag', 'hidden tags', columnText('tag')),
  saved_filters: table('saved filter', 'saved filters', quotedColumn('name')),
  trade_plans: table('plan', 'plans', (row) =>
    together(say(row['ticker']), say(row['strategy_name']), `entry ${decimal(row['entry_price'])}`),
  ),
  plan_stops: table('stop of a plan', 'stops of plans', () => '', secondary),
  playbooks: table('playbook', 'playbooks', quotedColumn('name')),
  trip_playbooks: table('playbook of a trade', 'playbooks of trades', () => '', { of: tradeOf('exec_id') }),
  playbook_ticks: table('tick of a rule', 'ticks of rules', columnText('rule_id'), { of: tradeOf('exec_id') }),
  risk_accounts: table('risk account', 'risk accounts', quotedColumn('name')),
  risk_rules: table('set of risk rules', 'sets of risk rules', (row) => `from ${day(row['valid_from'])}`, {
    of: (row, look) =>
      `risk account ${JSON.stringify(look('risk_accounts', 'id', row['risk_account_id'] ?? null)?.['name'] ?? '')}`,
  }),
  watchlists: table('watchlist', 'watchlists', quotedColumn('name')),
  watchlist_items: table('ticker', 'tickers', columnText('ticker'), {
    of: (row, look) =>
      `watchlist ${JSON.stringify(look('watchlists', 'id', row['watchlist_id'] ?? null)?.['name'] ?? '')}`,
  }),
  journal_entries: table('diary entry', 'diary entries', quotedColumn('title')),
  entity_links: table(
    'link',
    'links',
    (row) =>
      `${say(row['source_type']).toLowerCase()} ${say(row['source_id'])} to ${say(row['target_type']).toLowerCase()} ${say(row['target_id'])}`,
  ),
  mistake_entries: table('mistake', 'mistakes', valueText('category'), { of: tradeOf('trade_id') }),
  refused_suspicions: table('refused suspicion', 'refused suspicions', valueText('category'), {
    of: tradeOf('exec_id'),
  }),
  reviewer: table('reviewing model', 'reviewing models', columnText('model')),
  tax_profiles: table('tax profile', 'tax profiles', columnText('tax_year')),
  tax_payments: table('tax payment', 'tax payments', (row) =>
    together(
      `${decimal(row['amount'])} for quarter ${say(row['quarter'])} of ${say(row['tax_year'])}`,
      day(row['paid_on']),
    ),
  ),
  import_runs: table('import', 'imports', runName),
  import_notes: table('note of an import', 'notes of an import', columnText('message'), { ...secondary, of: importOf }),
  import_look_alikes: table('row to decide about', 'rows to decide about', columnText('message'), { of: importOf }),
  stated_fills: table('fill as stated', 'fills as stated', columnText('exec_id'), secondary),
  stated_figures: table('figure as stated', 'figures as stated', () => '', secondary),
  import_profiles: table('import profile', 'import profiles', quotedColumn('name')),
  import_accounts: table('account as files name it', 'accounts as files name them', columnText('named')),
  deleted_fills: table('mark of a deleted fill', 'marks of deleted fills', columnText('exec_id'), secondary),
  import_uploads: table('uploaded file', 'uploaded files', quotedColumn('name'), secondary),
  broker_configs: table('broker connection', 'broker connections', columnText('broker_id')),
  instrument_names: table(
    'name of an instrument',
    'names of instruments',
    (row) => `${say(row['instrument_id'])}: ${say(row['kind'])} ${say(row['value'])}`,
  ),
  kept_bars: table('day of bars', 'days of bars', (row) =>
    together(say(row['ticker']), say(row['interval']), day(row['day'])),
  ),
  fx_rates: table('exchange rate', 'exchange rates', (row) =>
    together(`${say(row['base'])}/${say(row['quote'])} ${say(row['rate'])}`, day(row['date'])),
  ),
  market_providers: table('market-data provider', 'market-data providers', columnText('name')),
  policies: table('pipeline', 'pipelines', quotedColumn('name')),
  pipeline_runs: table('pipeline run', 'pipeline runs', (row) => together(say(row['id']), say(row['status']))),
  pipeline_steps: table('step of a run', 'steps of a run', (row) => together(say(row['step_id']), say(row['status']))),
  pipeline_state: table('place of a pipeline', 'places of pipelines', columnText('entity_key'), secondary),
  pipeline_reports: table('stored report', 'stored reports', quotedColumn('name')),
  report_deliveries: table('delivery', 'deliveries', columnText('recipient')),
  email_templates: table('template', 'templates', quotedColumn('name')),
  mail_settings: table('mail connection', 'mail connections', columnText('smtp_host')),
  settings: table('setting', 'settings', columnText('key')),
};

export const wordsOf = (name: string): TableWords =>
  tableWords[name] ?? table(name.replaceAll('_', ' '), name.replaceAll('_', ' '), () => '');
