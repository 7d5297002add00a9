/**
 * The part of the book a policy may read: these columns of these tables, and nothing that is not written here. A new
 * table or column is closed to policies until somebody decides that it holds no key, no secret and no bookkeeping of
 * the service's own, and adds it.
 */
import { marketTables } from '@zorivest/market';

const ofTheBook: Readonly<Record<string, string>> = {
  accounts:
    'account_id name account_type institution currency is_tax_advantaged is_spousal broker_id notes is_archived is_system created_at reports_basis',
  balance_snapshots: 'id account_id datetime balance currency',
  balance_sources: 'snapshot_id source import_batch_id',
  bank_transactions:
    'id account_id date value_date description memo amount currency fx_rate fx_currency category symbol isin qualified reference_id dedup_hash source import_batch_id created_at',
  broker_forms: 'id account_id tax_year form file_name sales imported_at',
  cash_statements: 'account_id currency date balance created_at',
  entity_links: 'source_type source_id target_type target_id link_type created_at',
  excursion_metrics:
    'trade_exec_id trip mfe_dollars mfe_pct mae_dollars mae_pct bso_pct best_exit_price holding_bars data_source computed_at',
  identifier_cache: 'id_type id_value ticker exchange security_type source confidence resolved_at expires_at',
  images: 'id owner_type owner_id mime_type caption width height file_size created_at',
  import_notes: 'id run_id row outcome message ref',
  import_runs:
    'run_id kind source file_name file_hash account_id status counts row_counts warnings started_at finished_at undone_at stated',
  instrument_names: 'id instrument_id kind value valid_from valid_to source told_as event_id updated_at',
  journal_entries: 'id title body tags created_at updated_at',
  lot_boxes: 'lot_id box set_at',
  lot_choices: 'sell_exec_id buy_exec_ids chosen_at',
  mistake_entries: 'id trade_id category estimated_cost notes auto_detected created_at',
  pipeline_reports: 'id name version spec_json snapshot_json snapshot_hash created_by created_at',
  pipeline_runs:
    'id policy_id status trigger_type started_at completed_at duration_ms error dry_run created_by content_hash fired_for created_at',
  pipeline_state: 'policy_id provider_id data_type entity_key last_cursor updated_at',
  position_events:
    'id kind instrument time account_id new_shares old_shares new_instrument quantity settlement_price cost_basis stock_recorded source_id import_batch_id created_at from_account_id to_account_id linked_event_id lots lot_ids cash_per_share price allocation amount_per_share amount value isin',
  prices: 'instrument date price currency created_at',
  structure_choices: 'id kind exec_ids created_at',
  tax_payments: 'id tax_year quarter amount paid_on created_at',
  tax_profiles:
    'tax_year filing_status state_tax_rate state agi_estimate qualified_dividends withholding prior_year_tax prior_year_agi capital_loss_carryforward long_carryforward wash_sale_method default_cost_basis include_drip_wash_detection include_spousal_accounts section_475_elected state_brackets state_deduction section_1256_roots year_end_prices aged_or_blind section_988 collectibles',
  trade_plans:
    'id ticker direction conviction strategy_name strategy_description entry_price stop_loss target_price entry_conditions exit_conditions timeframe status linked_trade_id account_id shares_planned position_size created_at updated_at executed_at cancelled_at',
  trade_reports:
    'id trade_id setup_quality execution_quality followed_plan emotional_state lessons_learned tags created_at',
  trade_tags: 'exec_id tag',
  trade_totals: 'account_id trade_count realized_pnl',
  trades:
    'exec_id time instrument action quantity price account_id commission realized_pnl notes asset_class multiplier currency order_id routing risk_amount import_batch_id fingerprint created_at root time_known fx_rate fx_currency isin settles_on tags_of',
  transaction_ledger: 'id trade_exec_id fee_type amount currency',
  watchlist_items: 'id watchlist_id ticker notes added_at',
  watchlists: 'id name description created_at updated_at',
};

/** Columns of those tables that stay closed on purpose: pictures, and what the service keeps for itself. */
export const withheld: Readonly<Record<string, string>> = {
  images: 'data thumbnail',
  import_notes: 'before',
  pipeline_runs: 'preview_html',
};

export type ReadableTables = ReadonlyMap<string, ReadonlySet<string>>;

export const readableTables: ReadableTables = new Map([
  ...Object.entries(ofTheBook).map(([table, columns]) => [table, new Set(columns.split(' '))] as const),
  // What a policy may write it may read.
  ...Object.entries(marketTables).map(([table, { columns }]) => [table, new Set(Object.keys(columns))] as const),
]);

/** What may be called in a query: nothing that loads, logs, configures or decrypts. */
export const readableFunctions: ReadonlySet<string> = new Set(
  `-> ->> abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count
  cume_dist current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format
  glob group_concat hex if ifnull iif instr json json_array json_array_length json_extract json_group_array
  json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type
  json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
  nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote
  radians random randomblob rank replace round row_number rtrim sign sin sinh sqrt strftime string_agg substr substring
  sum tan tanh time timediff total trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob`.split(/\s+/),
);
