// The book as it is made: every table, with what is not plain from its columns. Decimals are exact, so they are text, as are
// times (UTC, so that text order is time order) and JSON; a flag is 0 or 1.
import { sql } from 'kysely';
import { makeAppendOnly } from '../dialect.ts';
import { runStatements, type Migration } from '../migrate.ts';

const statements = [
  // Accounts and what they held.
  `create table accounts (
    account_id text not null primary key, name text not null, account_type text not null,
    institution text not null, currency text not null, is_tax_advantaged integer not null,
    is_spousal integer not null, broker_id text, notes text, is_archived integer not null,
    is_system integer not null, created_at text not null, reports_basis text)`,
  `create table balance_snapshots (
    id integer primary key autoincrement,
    account_id text not null references accounts (account_id) on delete cascade, datetime text not null,
    balance text not null, currency text)`,
  'create index balance_snapshots_by_account on balance_snapshots (account_id, datetime, id)',
  // Where a recorded balance came from; one without a row here was entered by hand.
  `create table balance_sources (
    snapshot_id integer not null primary key references balance_snapshots (id) on delete cascade,
    source text not null, import_batch_id text)`,
  `create table bank_transactions (
    id integer primary key autoincrement,
    account_id text not null references accounts (account_id) on delete cascade, date text not null,
    value_date text, description text not null, memo text not null, amount text not null, currency text not null,
    category text not null, symbol text, reference_id text, dedup_hash text not null, source text not null,
    import_batch_id text, created_at text not null, fx_rate text, fx_currency text, isin text, qualified integer,
    constraint bank_transactions_once unique (account_id, dedup_hash))`,
  'create index bank_transactions_by_date on bank_transactions (account_id, date, id)',
  'create index bank_transactions_by_import on bank_transactions (import_batch_id)',
  // What a person says there was of a currency on the evening of a day.
  `create table cash_statements (
    account_id text not null references accounts (account_id) on delete cascade, currency text not null,
    date text not null, balance text not null, created_at text not null,
    constraint cash_statements_key primary key (account_id, currency, date))`,

  // Executions and their own tables.
  `create table trades (
    exec_id text not null primary key, time text not null, instrument text not null,
    action text not null check (action in ('BOT', 'SLD')), quantity text not null, price text not null,
    account_id text not null references accounts (account_id), commission text not null,
    realized_pnl text not null, notes text, asset_class text not null, multiplier text not null,
    currency text not null, order_id text, routing text, risk_amount text, import_batch_id text,
    fingerprint text not null, created_at text not null, root text, time_known integer default 1 not null,
    fx_rate text, fx_currency text, isin text, settles_on text, tags_of text)`,
  'create index trades_by_time on trades (time, exec_id)',
  'create index trades_by_account on trades (account_id, time, exec_id)',
  'create index trades_by_instrument on trades (instrument, time, exec_id)',
  'create index trades_by_import on trades (import_batch_id)',
  'create index trades_by_fingerprint on trades (fingerprint)',
  'create index trades_by_isin on trades (isin)',
  // Exact totals without counting a million rows: updated in the same transaction as the trade.
  `create table trade_totals (
    account_id text not null primary key references accounts (account_id) on delete cascade,
    trade_count integer not null, realized_pnl text not null)`,
  // The parts of a trade's cost that are no commission, where its statement tells them apart.
  `create table transaction_ledger (
    id integer primary key autoincrement,
    trade_exec_id text not null references trades (exec_id) on delete cascade on update cascade,
    fee_type text not null, amount text not null, currency text not null)`,
  'create index transaction_ledger_by_trade on transaction_ledger (trade_exec_id)',
  // What happens to a position without a trade.
  `create table position_events (
    id integer primary key autoincrement, kind text not null, instrument text not null, time text not null,
    account_id text references accounts (account_id) on delete cascade, new_shares text, old_shares text,
    new_instrument text, quantity text, settlement_price text, cost_basis text,
    stock_recorded integer default 0 not null, source_id text, import_batch_id text, created_at text not null,
    from_account_id text references accounts (account_id) on delete cascade,
    to_account_id text references accounts (account_id) on delete cascade, linked_event_id integer, lots text,
    lot_ids text, cash_per_share text, price text, allocation text, amount_per_share text, amount text,
    value text, isin text)`,
  'create index position_events_by_import on position_events (import_batch_id)',
  'create index position_events_by_source on position_events (account_id, source_id)',
  'create index position_events_by_instrument on position_events (instrument, time)',
  // By the ids of executions and without a reference to them: it survives undoing an import and reading the statement again.
  `create table structure_choices (
    id integer primary key autoincrement, kind text not null check (kind in ('join', 'split')),
    exec_ids text not null, created_at text not null)`,
  `create table excursion_metrics (
    trade_exec_id text not null primary key references trades (exec_id) on delete cascade on update cascade,
    mfe_dollars text, mfe_pct text, mae_dollars text, mae_pct text, bso_pct text, best_exit_price text,
    holding_bars integer not null, trip text not null, data_source text not null, computed_at text not null)`,
  // The purchases that a sale sold, where the person chose them.
  `create table lot_choices (
    sell_exec_id text not null primary key references trades (exec_id) on delete cascade on update cascade,
    buy_exec_ids text not null, chosen_at text not null)`,
  // The box of Form 8949 of a lot, where the person chose it. A lot is computed: its id is that of the purchase.
  'create table lot_boxes (lot_id text not null primary key, box text not null, set_at text not null)',
  // Brokers' forms of a year's sales, each with its rows as JSON; a corrected one takes the place of the one before.
  `create table broker_forms (
    id integer primary key autoincrement,
    account_id text not null references accounts (account_id) on delete cascade on update cascade,
    tax_year integer not null, form text not null, file_name text, sales text not null, imported_at text not null,
    unique (account_id, tax_year, form))`,

  // Review and planning.
  `create table images (
    id integer primary key autoincrement,
    owner_type text not null check (owner_type in ('trade', 'report', 'plan', 'playbook', 'journal_entry')),
    owner_id text not null, data blob not null, thumbnail blob not null, mime_type text not null,
    caption text not null, width integer not null, height integer not null, file_size integer not null,
    created_at text not null)`,
  'create index images_by_owner on images (owner_type, owner_id)',
  `create table trade_reports (
    id integer primary key autoincrement,
    trade_id text not null unique references trades (exec_id) on delete cascade on update cascade,
    setup_quality integer not null, execution_quality integer not null, followed_plan integer not null,
    emotional_state text not null, lessons_learned text not null, tags text not null, created_at text not null)`,
  // Tags on trades that have no review.
  `create table trade_tags (
    exec_id text not null references trades (exec_id) on delete cascade on update cascade, tag text not null,
    constraint trade_tags_once primary key (exec_id, tag))`,
  // Tags that are no longer offered.
  'create table hidden_tags (tag text not null primary key)',
  'create table saved_filters (name text not null primary key, query text not null, updated_at text not null)',
  `create table trade_plans (
    id integer primary key autoincrement, ticker text not null, direction text not null,
    conviction text not null, strategy_name text not null, strategy_description text not null,
    entry_price text not null, stop_loss text not null, target_price text not null,
    entry_conditions text not null, exit_conditions text not null, timeframe text not null, status text not null,
    linked_trade_id text references trades (exec_id) on delete set null,
    account_id text references accounts (account_id), shares_planned integer, position_size text,
    created_at text not null, updated_at text, executed_at text, cancelled_at text)`,
  'create index trade_plans_by_ticker on trade_plans (ticker, direction)',
  // Every stop and target a plan has had, from when: R is measured by the stop that held when the trade was opened.
  `create table plan_stops (
    plan_id integer not null references trade_plans (id) on delete cascade, at text not null,
    stop_loss text not null, target_price text not null, constraint plan_stops_once primary key (plan_id, at))`,
  `create table watchlists (
    id integer primary key autoincrement, name text not null unique, description text not null,
    created_at text not null, updated_at text)`,
  `create table watchlist_items (
    id integer primary key autoincrement,
    watchlist_id integer not null references watchlists (id) on delete cascade, ticker text not null,
    notes text not null, added_at text not null, constraint watchlist_items_once unique (watchlist_id, ticker))`,
  `create table journal_entries (
    id text not null primary key, title text not null, body text not null, tags text not null,
    created_at text not null, updated_at text)`,
  'create index journal_entries_by_time on journal_entries (created_at, id)',
  // What the person has begun to write: in the encrypted book, since a browser keeps nothing sealed.
  `create table drafts (
    form text not null primary key, fields text not null, writer text not null, kept_at text not null)`,
  `create table entity_links (
    source_type text not null, source_id text not null, target_type text not null, target_id text not null,
    link_type text not null, created_at text not null,
    constraint entity_links_once primary key (source_type, source_id, target_type, target_id, link_type))`,
  'create index entity_links_by_target on entity_links (target_type, target_id)',
  `create table mistake_entries (
    id integer primary key autoincrement, trade_id text not null references trades (exec_id) on delete cascade,
    category text not null, estimated_cost text, notes text, auto_detected integer not null,
    created_at text not null)`,
  'create index mistake_entries_by_trade on mistake_entries (trade_id)',
  // A suspected mistake that the person rejected.
  `create table refused_suspicions (
    exec_id text not null references trades (exec_id) on delete cascade on update cascade, category text not null,
    at text not null, constraint refused_suspicions_once primary key (exec_id, category))`,
  // Setups and their rules; which trades belong to one in addition to tags and plans, and what was ticked by hand.
  `create table playbooks (
    id integer primary key autoincrement, name text not null unique, description text not null,
    instruments text not null, rules text not null, entry_long text, exit_long text, entry_short text, exit_short text,
    created_at text not null, updated_at text)`,
  `create table trip_playbooks (
    exec_id text not null primary key references trades (exec_id) on delete cascade on update cascade,
    playbook_id integer not null references playbooks (id) on delete cascade)`,
  `create table playbook_ticks (
    playbook_id integer not null references playbooks (id) on delete cascade, rule_id text not null,
    exec_id text not null references trades (exec_id) on delete cascade on update cascade,
    followed integer not null, at text not null,
    constraint playbook_ticks_once primary key (playbook_id, rule_id, exec_id))`,
  // Limits that accounts are held to, and every set of rules with the day it holds from.
  `create table risk_accounts (
    id integer primary key autoincrement, name text not null unique, account_ids text not null, start text not null,
    from_day text not null, day_ends text not null, fees_count integer not null, warn_at text not null,
    warn_emails text not null, warn_webhooks text not null, refuse_plans integer not null, payouts text not null,
    source text not null, seen_on text, created_at text not null, updated_at text)`,
  `create table risk_rules (
    risk_account_id integer not null references risk_accounts (id) on delete cascade, valid_from text not null,
    rules text not null, constraint risk_rules_once primary key (risk_account_id, valid_from))`,
  // What somebody was warned of already: of each account, rule and day the highest level.
  `create table risk_warnings (
    risk_account_id integer not null references risk_accounts (id) on delete cascade, rule text not null,
    day text not null, level text not null, at text not null,
    constraint risk_warnings_once primary key (risk_account_id, rule, day))`,
  `create table reviewer (
    id integer not null primary key, protocol text not null, endpoint text not null, model text not null,
    api_key text, input_cents_per_million text not null, output_cents_per_million text not null)`,

  // Tax.
  `create table tax_profiles (
    tax_year integer not null primary key, filing_status text not null, state_tax_rate text not null, state text,
    agi_estimate text not null, qualified_dividends text not null, withholding text not null,
    prior_year_tax text, prior_year_agi text, capital_loss_carryforward text not null,
    long_carryforward text not null, wash_sale_method text not null, default_cost_basis text not null,
    include_drip_wash_detection integer not null, include_spousal_accounts integer not null,
    section_475_elected integer not null, state_brackets text, state_deduction text, section_1256_roots text,
    year_end_prices text, aged_or_blind integer default 0 not null, section_988 text, collectibles text)`,
  // Payments add up: several may be made for one quarter.
  `create table tax_payments (
    id integer primary key autoincrement, tax_year integer not null,
    quarter integer not null check (quarter between 1 and 4), amount text not null, paid_on text not null,
    created_at text not null)`,

  // Statements and brokers.
  `create table import_runs (
    run_id text not null primary key, kind text not null, source text not null, file_name text, file_hash text,
    account_id text not null, status text not null, counts text not null, row_counts text not null,
    warnings text not null, started_at text not null, finished_at text not null, undone_at text)`,
  'create index import_runs_by_time on import_runs (started_at, run_id)',
  // What happened to rows that were not simply imported, and what a run changed, so that it can be undone.
  `create table import_notes (
    id integer primary key autoincrement, run_id text not null references import_runs (run_id) on delete cascade,
    row integer, outcome text not null, message text not null, ref text, before text)`,
  'create index import_notes_by_run on import_notes (run_id, id)',
  // Possible duplicates from another source: they wait for the person's decision, beyond their run.
  `create table import_look_alikes (
    id integer primary key autoincrement, run_id text not null references import_runs (run_id) on delete cascade,
    row integer not null, kind text not null, ref text not null, "like" text not null, message text not null,
    payload text not null, decision text, decided_at text)`,
  'create index import_look_alikes_by_run on import_look_alikes (run_id, id)',
  'create index import_look_alikes_by_ref on import_look_alikes (ref)',
  // Figures that brokers state in addition to the fills, to be reconciled with the book.
  `create table stated_fills (
    run_id text not null references import_runs (run_id) on delete cascade, exec_id text not null,
    realized_pnl text, amount text, currency text, fx_rate text, fx_currency text, isin text,
    constraint stated_fills_once primary key (run_id, exec_id))`,
  // The same for the account: positions, cash, sums. The column holds what the statement says, in its words.
  `create table stated_figures (
    run_id text not null references import_runs (run_id) on delete cascade, place integer not null,
    account_id text not null references accounts (account_id) on delete cascade, kind text not null,
    subject text not null, date text, said text not null,
    constraint stated_figures_once primary key (run_id, place))`,
  'create index stated_figures_by_account on stated_figures (account_id, run_id)',
  `create table import_profiles (
    kind text not null, name text not null, profile text not null, updated_at text not null,
    constraint import_profiles_once primary key (kind, name))`,
  `create table import_accounts (
    scope text not null, named text not null,
    account_id text not null references accounts (account_id) on delete cascade, updated_at text not null,
    constraint import_accounts_once primary key (scope, named))`,
  // Statements that wait in the home to be imported: what they are, and the key that opens each.
  `create table import_uploads (
    upload_id text not null primary key, name text not null, size integer not null, sha256 text not null,
    cipher_key text not null, cipher_iv text not null, kind text not null, key_id text, run_id text,
    created_at text not null)`,
  // The folder whose statements are imported automatically, and what became of its files.
  `create table watch_folder (
    id integer not null primary key check (id = 1), folder text not null,
    account_id text references accounts (account_id) on delete set null, created_at text not null)`,
  `create table watched_files (
    name text not null primary key, size integer not null, modified_ms integer not null, sha256 text,
    state text not null, message text not null, run_id text, looked_at text not null)`,
  `create table broker_configs (
    broker_id text not null primary key, account_id text not null references accounts (account_id),
    credentials text, cursor text, schedule text not null, last_sync text, last_try text, last_error text,
    consent_ends text, created_at text not null, updated_at text not null)`,
  // A sync in progress, for those who watch it.
  `create table broker_progress (
    broker_id text not null primary key, started_at text not null, pages integer not null, rows integer not null)`,

  // Names of instruments, and what currencies were worth in others.
  `create table identifier_cache (
    id_type text not null, id_value text not null, ticker text, exchange text, security_type text,
    source text not null, confidence real not null, resolved_at text not null, expires_at text not null,
    constraint identifier_cache_once primary key (id_type, id_value))`,
  // The register: every name of every instrument of which more is known than the text it stands under.
  `create table instrument_names (
    id integer primary key autoincrement, instrument_id text not null, kind text not null, value text not null,
    valid_from text, valid_to text, source text not null, told_as text,
    event_id integer references position_events (id) on delete cascade, updated_at text not null)`,
  'create index instrument_names_by_instrument on instrument_names (instrument_id)',
  'create index instrument_names_by_value on instrument_names (value)',
  'create index instrument_names_by_event on instrument_names (event_id)',
  // What a person says something was worth on a day.
  `create table prices (
    instrument text not null, date text not null, price text not null, currency text, created_at text not null,
    constraint prices_key primary key (instrument, date))`,
  `create table fx_rates (
    date text not null, base text not null, quote text not null, rate text not null, source text not null,
    constraint fx_rates_key primary key (base, quote, date))`,

  // Market data.
  `create table market_providers (
    name text not null primary key, is_enabled integer not null, api_key text, api_secret text,
    rate_limit integer, timeout integer, last_test_status text, updated_at text not null)`,
  `create table fetch_cache (
    provider text not null, entity_key text not null, payload_json text not null, etag text, last_modified text,
    fetched_at integer not null, ttl_seconds integer not null,
    constraint fetch_cache_key primary key (provider, entity_key))`,
  // Bars are a row for each day of UTC: ranges that overlap meet in it, and a day can go when room is wanted.
  `create table kept_bars (
    ticker text not null, interval text not null, day text not null, provider text not null,
    fetched_at integer not null, last_at text, last_price real, bars blob not null,
    constraint kept_bars_key primary key (ticker, interval, day))`,
  'create index kept_bars_by_fetch on kept_bars (fetched_at)',
  `create table kept_quotes (
    ticker text not null primary key, price real not null, quoted_at text not null, provider text not null)`,
  `create table market_ohlcv (
    ticker text not null, timestamp text not null, open real not null, high real not null, low real not null,
    close real not null, volume real, vwap real, trade_count integer, adj_close real, provider text not null)`,
  'create unique index market_ohlcv_key on market_ohlcv (ticker, timestamp, provider)',
  `create table market_quotes (
    ticker text not null, bid real, ask real, last real not null, volume real, change real, change_pct real,
    timestamp text not null, provider text not null)`,
  'create unique index market_quotes_key on market_quotes (ticker, timestamp, provider)',
  `create table market_news (
    ticker text, headline text not null, summary text, source text, url text not null, published_at text,
    sentiment real, provider text not null)`,
  'create unique index market_news_key on market_news (url, provider)',
  `create table market_fundamentals (
    ticker text not null, metric text not null, value real not null, period text not null,
    provider text not null)`,
  'create unique index market_fundamentals_key on market_fundamentals (ticker, metric, period, provider)',
  `create table market_earnings (
    ticker text not null, fiscal_period text not null, fiscal_year integer not null, report_date text not null,
    eps_actual real, eps_estimate real, eps_surprise real, revenue_actual real, revenue_estimate real,
    provider text not null)`,
  'create unique index market_earnings_key on market_earnings (ticker, fiscal_period, fiscal_year)',
  `create table market_dividends (
    ticker text not null, dividend_amount real not null, currency text, ex_date text not null, record_date text,
    pay_date text, declaration_date text, provider text not null)`,
  'create unique index market_dividends_key on market_dividends (ticker, ex_date)',
  `create table market_splits (
    ticker text not null, execution_date text not null, ratio_from real not null, ratio_to real not null,
    provider text not null)`,
  'create unique index market_splits_key on market_splits (ticker, execution_date)',
  `create table market_insider (
    ticker text not null, name text not null, title text, transaction_date text not null,
    transaction_code text not null, shares real not null, price real, value real, shares_owned_after real,
    provider text not null)`,
  'create unique index market_insider_key on market_insider (ticker, name, transaction_date, transaction_code)',

  // Pipelines and mail.
  `create table policies (
    id text not null primary key, name text not null unique, schema_version integer not null,
    policy_json text not null, content_hash text not null, enabled integer not null, approved integer not null,
    approved_at text, approved_hash text, created_by text not null, created_at text not null, updated_at text,
    last_fired_at text, approved_text text)`,
  // The same firing can never be run twice, whatever crashes or starts again in between.
  `create table pipeline_runs (
    id text not null primary key, policy_id text not null references policies (id) on delete cascade,
    status text not null, trigger_type text not null, started_at text, completed_at text, duration_ms integer,
    error text, dry_run integer not null, created_by text not null, content_hash text not null, fired_for text,
    preview_html text, created_at text not null,
    constraint pipeline_runs_once_per_firing unique (policy_id, fired_for))`,
  'create index pipeline_runs_newest on pipeline_runs (policy_id, created_at)',
  `create table pipeline_steps (
    id integer primary key autoincrement, run_id text not null references pipeline_runs (id) on delete cascade,
    step_id text not null, step_type text not null, status text not null, started_at text, completed_at text,
    duration_ms integer, output_json text, error text, attempt integer not null)`,
  'create index pipeline_steps_by_run on pipeline_steps (run_id, id)',
  `create table pipeline_state (
    policy_id text not null references policies (id) on delete cascade, provider_id text not null,
    data_type text not null, entity_key text not null, last_cursor text, updated_at text not null,
    constraint pipeline_state_key primary key (policy_id, provider_id, data_type, entity_key))`,
  `create table pipeline_reports (
    id text not null primary key, name text not null, version integer not null, spec_json text not null,
    snapshot_json text not null, snapshot_hash text not null, created_by text not null, created_at text not null,
    constraint pipeline_reports_versions unique (name, version))`,
  `create table report_deliveries (
    dedup_key text not null primary key, report_id text, channel text not null, recipient text not null,
    status text not null, sent_at text, error text, created_at text not null)`,
  `create table email_templates (
    name text not null primary key, description text not null, subject_template text, body_html text not null,
    body_format text not null, required_variables text not null, sample_data text not null,
    is_default integer not null, created_at text not null, updated_at text)`,
  `create table mail_settings (
    id integer not null primary key, provider_preset text, smtp_host text not null, port integer not null,
    security text not null, username text, password text, from_email text not null, updated_at text not null)`,

  // Settings and the record of every change.
  `create table settings (
    key text not null primary key, value text not null, value_type text not null, updated_at text not null)`,
  `create table app_defaults (
    key text not null primary key, value text not null, value_type text not null, category text not null,
    description text, updated_at text not null)`,
  `create table audit_log (
    id integer primary key autoincrement, at text not null, actor text not null, key_id text, tool text,
    action text not null, resource_type text not null, resource_id text not null, before text, after text,
    request_id text, approval_id text)`,
  'create unique index audit_log_by_approval on audit_log (approval_id) where approval_id is not null',
  'create index audit_log_by_resource on audit_log (resource_type, resource_id)',
  'create index audit_log_by_time on audit_log (at)',
];

export const first: Migration = {
  version: 1,
  name: 'first',
  async up(db) {
    await runStatements(db, statements);
    await makeAppendOnly(db, 'audit_log');
    await sql`insert into accounts (account_id, name, account_type, institution, currency, is_tax_advantaged,
      is_spousal, is_archived, is_system, created_at)
      values ('SYSTEM_DEFAULT', 'Unassigned', 'broker', '', 'USD', 0, 0, 0, 1, '1970-01-01T00:00:00.000Z')`.execute(db);
  },
};
