/** How each of the 68 tools fails. */
import type { Args } from './good-calls.ts';
import { POLICY } from './world.ts';

interface Failure {
  readonly args: Args;
  readonly code: string;
}

const NOBODY = 'no-such-account';
const NOTHING = 'no-such-trade';

/** The failure each tool is most likely to meet; for those that cannot fail, arguments that make no sense. */
export const BAD_CALLS: Readonly<Record<string, Failure>> = {
  list_available_toolsets: { args: { toolset: 'tax' }, code: 'invalid_arguments' },
  describe_toolset: { args: { toolset_name: 'taxes' }, code: 'not_found' },
  enable_toolset: { args: { toolset_name: 'taxes' }, code: 'not_found' },
  get_confirmation_token: { args: { action: 'get_settings', params: {} }, code: 'invalid_arguments' },
  get_settings: { args: { key: 'no.such.key' }, code: 'not_found' },
  update_settings: { args: { settings: { 'ui.theme': 'purple' } }, code: 'validation_failed' },
  update_log_level: { args: { feature: 'everything', level: 'DEBUG' }, code: 'invalid_arguments' },
  get_log_settings: { args: { prefix: 7 }, code: 'invalid_arguments' },
  zorivest_diagnose: { args: { verbose: 'very' }, code: 'invalid_arguments' },
  zorivest_service_status: { args: { pid: 1 }, code: 'invalid_arguments' },
  zorivest_service_logs: { args: { lines: 10 }, code: 'invalid_arguments' },
  zorivest_launch_gui: { args: { wait_for_close: 'yes' }, code: 'invalid_arguments' },
  create_trade: {
    args: { exec_id: 'X', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: NOBODY },
    code: 'not_found',
  },
  list_trades: { args: { sort: 'colour' }, code: 'validation_failed' },
  attach_screenshot: { args: { trade_id: 'E1', image_base64: 'not base64!' }, code: 'invalid_arguments' },
  get_trade_screenshots: { args: { trade_id: NOTHING }, code: 'not_found' },
  get_screenshot: { args: { image_id: 999 }, code: 'not_found' },
  create_report: {
    args: { trade_id: 'E1', setup_quality: 'A', execution_quality: 'A', followed_plan: true },
    code: 'conflict',
  },
  get_report_for_trade: { args: { trade_id: 'E3' }, code: 'not_found' },
  get_round_trips: { args: { status: 'partial' }, code: 'invalid_arguments' },
  get_expectancy_metrics: { args: { period: 'someday' }, code: 'validation_failed' },
  get_sqn: { args: { period: 'someday' }, code: 'validation_failed' },
  get_fee_breakdown: { args: { period: 'someday' }, code: 'validation_failed' },
  get_cost_of_free: { args: { period: 'someday' }, code: 'validation_failed' },
  estimate_pfof_impact: { args: { account_id: NOBODY }, code: 'not_found' },
  get_strategy_breakdown: { args: { account_id: '' }, code: 'invalid_arguments' },
  score_execution_quality: { args: { trade_exec_id: NOTHING }, code: 'not_found' },
  simulate_drawdown: { args: { simulations: 10 }, code: 'invalid_arguments' },
  detect_options_strategy: { args: { leg_exec_ids: ['L1', NOTHING] }, code: 'not_found' },
  enrich_trade_excursion: { args: { trade_exec_id: NOTHING }, code: 'not_found' },
  ai_review_trade: { args: { trade_exec_id: NOTHING }, code: 'not_found' },
  track_mistake: { args: { trade_exec_id: 'E4', category: 'bad luck' }, code: 'invalid_arguments' },
  get_mistake_summary: { args: { period: 'someday' }, code: 'validation_failed' },
  link_trade_journal: { args: { trade_exec_id: 'E1', journal_entry_id: 'no-such-entry' }, code: 'not_found' },
  calculate_position_size: {
    args: { balance: 10_000, entry: 100, stop: 100, target: 103 },
    code: 'invalid_arguments',
  },
  create_trade_plan: {
    args: {
      ticker: 'NVDA',
      direction: 'long',
      strategy_name: 'breakout',
      entry: 100,
      stop: 95,
      target: 115,
      conditions: 'volume',
      timeframe: 'swing',
      account_id: NOBODY,
    },
    code: 'validation_failed',
  },
  get_stock_quote: { args: { ticker: 'NONE' }, code: 'provider_unavailable' },
  get_market_news: { args: { count: 51 }, code: 'invalid_arguments' },
  search_ticker: { args: { query: '' }, code: 'invalid_arguments' },
  get_sec_filings: { args: { ticker: 'not a ticker' }, code: 'validation_failed' },
  list_market_providers: { args: { provider_name: 'finnhub' }, code: 'invalid_arguments' },
  test_market_provider: { args: { provider_name: 'astrology' }, code: 'not_found' },
  disconnect_market_provider: {
    args: { provider_name: 'astrology', confirm_destructive: true },
    code: 'not_found',
  },
  sync_broker: { args: { broker_id: 'lemonade_stand' }, code: 'not_found' },
  list_brokers: { args: { broker_id: 'alpaca' }, code: 'invalid_arguments' },
  import_broker_csv: { args: { file_path: 'absent.csv', account_id: 'main' }, code: 'invalid_arguments' },
  import_broker_pdf: { args: { file_path: 'trades.csv', account_id: 'main' }, code: 'invalid_arguments' },
  import_bank_statement: { args: { file_path: '/etc/passwd', account_id: 'bank' }, code: 'invalid_arguments' },
  list_bank_accounts: { args: { account_id: 'bank' }, code: 'invalid_arguments' },
  get_account_review_checklist: { args: { scope: 'mine' }, code: 'invalid_arguments' },
  resolve_identifiers: { args: { identifiers: [] }, code: 'invalid_arguments' },
  create_policy: {
    args: { policy_json: { ...POLICY, name: 'Broken', trigger: { cron_expression: 'at noon' } } },
    code: 'validation_failed',
  },
  list_policies: { args: { enabled_only: 'some' }, code: 'invalid_arguments' },
  preview_report: { args: { policy_id: 'no-such-policy' }, code: 'not_found' },
  run_pipeline: { args: { policy_id: 'no-such-policy' }, code: 'not_found' },
  get_pipeline_history: { args: { policy_id: 'no-such-policy' }, code: 'not_found' },
  update_policy_schedule: { args: { policy_id: 'no-such-policy', enabled: false }, code: 'not_found' },
  get_tax_lots: { args: { account_id: NOBODY }, code: 'not_found' },
  find_wash_sales: {
    args: { date_range_start: '2026-12-31', date_range_end: '2026-01-01' },
    code: 'invalid_arguments',
  },
  get_ytd_tax_summary: { args: { tax_year: 1999 }, code: 'invalid_arguments' },
  estimate_tax: { args: { account_id: NOBODY }, code: 'not_found' },
  simulate_tax_impact: {
    args: { ticker: 'NONE', action: 'sell', quantity: 10, price: 60, account_id: 'main' },
    code: 'conflict',
  },
  harvest_losses: { args: { account_id: NOBODY }, code: 'not_found' },
  get_quarterly_estimate: { args: { quarter: 'Q5' }, code: 'invalid_arguments' },
  record_quarterly_tax_payment: {
    args: { quarter: 'Q1', payment_amount: 500, confirm: false },
    code: 'invalid_arguments',
  },
  zorivest_service_restart: { args: { confirm: 'restart' }, code: 'invalid_arguments' },
  zorivest_emergency_stop: { args: { reason: 5 }, code: 'invalid_arguments' },
  zorivest_emergency_unlock: { args: { confirm: 'please' }, code: 'invalid_arguments' },
};
