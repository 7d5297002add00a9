/** Each of the 68 tools called as it is meant to be, until every parameter has been used. */
import { expect } from 'vitest';
import { PNG, POLICY, type World } from './world.ts';

export type Args = Record<string, unknown>;

export interface Case {
  readonly args?: Args | (() => Args | Promise<Args>);
  /** A part of the answer that only real work gives. */
  readonly gives: object;
  /** Said by a client that has to fetch a token first. */
  readonly confirmed?: true;
  /** A picture comes with it. */
  readonly image?: true;
  readonly after?: (data: Args) => unknown;
}

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const list = expect.any(Array) as unknown[];
const one = (part: object) => [expect.objectContaining(part)];
const saying = (part: string) => expect.stringContaining(part) as string;

/** In the order in which they are called; the last ones end or lock what the others need. */
export function goodCalls(world: () => World): Readonly<Record<string, readonly Case[]>> {
  /** What was made on the way, for the calls after it. */
  const made: Record<string, unknown> = {};
  const policy = () => ({ policy_id: made.policy });

  return {
    list_available_toolsets: [{ gives: { toolsets: list, total_tools: 69, unique_tools: 68 } }],
    describe_toolset: [{ args: { toolset_name: 'tax' }, gives: { name: 'tax', tools: list } }],
    enable_toolset: [{ args: { toolset_name: 'tax' }, gives: { status: text } }],
    get_confirmation_token: [
      {
        args: { action: 'sync_broker', params: { broker_id: 'alpaca_paper' } },
        gives: { token: expect.stringMatching(/^ctk_/) as string, expires_in_seconds: 60 },
      },
      {
        args: { action: 'sync_broker', params_summary: 'Sync the paper account' },
        gives: { params_summary: 'Sync the paper account', recommendation: saying('params') },
      },
    ],
    get_settings: [
      { gives: { 'ui.theme': 'dark', 'logging.rotation_mb': '10' } },
      { args: { key: 'ui.theme' }, gives: { key: 'ui.theme', value: 'dark', value_type: 'str' } },
    ],
    update_settings: [{ args: { settings: { 'ui.theme': 'light' } }, gives: { status: 'updated', count: 1 } }],
    update_log_level: [{ args: { feature: 'tax', level: 'DEBUG' }, gives: { level: 'DEBUG' } }],
    get_log_settings: [
      { gives: { 'logging.rotation_mb': '10' } },
      { args: { prefix: 'tax' }, gives: { 'logging.tax.level': 'DEBUG' } },
    ],
    zorivest_diagnose: [
      { gives: { backend: { reachable: true }, problems: [] } },
      { args: { verbose: true }, gives: { metrics: { per_tool: expect.anything() as unknown } } },
    ],
    zorivest_service_status: [{ gives: { backend: 'running', pid: process.pid } }],
    zorivest_service_logs: [{ gives: { log_files: list } }],
    zorivest_launch_gui: [
      { gives: { gui_found: true, method: 'env' } },
      { args: { wait_for_close: true }, gives: { gui_found: true, method: 'env' } },
    ],
    create_trade: [
      {
        args: { exec_id: 'N1', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main' },
        gives: { status: 'created', exec_id: 'N1' },
      },
      {
        args: {
          exec_id: 'N2',
          instrument: 'F',
          action: 'SLD',
          quantity: 5,
          price: 13,
          account_id: 'main',
          time: '2026-03-03T15:00:00Z',
          commission: 1,
          realized_pnl: 4,
          notes: 'took it off',
        },
        confirmed: true,
        gives: {
          status: 'created',
          time: '2026-03-03T15:00:00Z',
          commission: 1,
          realized_pnl: 4,
          notes: 'took it off',
        },
      },
      {
        args: { exec_id: 'N1', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main' },
        gives: { status: 'duplicate', exec_id: 'N1', detail: text },
      },
    ],
    list_trades: [
      { gives: { total: 8 } },
      {
        args: { limit: 1, offset: 1, account_id: 'main', sort: 'exec_id' },
        gives: { items: one({ exec_id: 'E2' }), total: 8, limit: 1, offset: 1 },
      },
    ],
    attach_screenshot: [
      {
        args: { trade_id: 'E1', image_base64: PNG, mime_type: 'image/png', caption: 'The breakout' },
        gives: { image_id: number },
        after: (data) => (made.image = data.image_id),
      },
    ],
    get_trade_screenshots: [{ args: { trade_id: 'E1' }, gives: { items: one({ caption: 'The breakout' }), count: 1 } }],
    get_screenshot: [{ args: () => ({ image_id: made.image }), gives: { width: 1, height: 1 }, image: true }],
    create_report: [
      {
        args: {
          trade_id: 'E1',
          setup_quality: 'A',
          execution_quality: 'B',
          followed_plan: true,
          emotional_state: 'calm',
          lessons_learned: 'Wait for the close.',
          tags: ['breakout'],
        },
        gives: { trade_id: 'E1', setup_quality: 'A', emotional_state: 'calm', tags: ['breakout'] },
      },
    ],
    get_report_for_trade: [{ args: { trade_id: 'E1' }, gives: { lessons_learned: 'Wait for the close.' } }],
    get_round_trips: [
      { args: { status: 'closed' }, gives: { total: 2 } },
      { args: { account_id: 'main', limit: 1, offset: 1 }, gives: { items: [expect.anything()], limit: 1, offset: 1 } },
    ],
    get_expectancy_metrics: [
      { gives: { trade_count: number, period: 'all' } },
      { args: { account_id: 'main', period: '2026', chart: 'equity' }, gives: { period: '2026' }, image: true },
      { args: { chart: 'drawdown' }, gives: { trade_count: number }, image: true },
      { args: { chart: 'calendar' }, gives: { trade_count: number }, image: true },
    ],
    get_sqn: [{ args: { account_id: 'main', period: '2026' }, gives: { grade: text, period: '2026' } }],
    get_fee_breakdown: [{ args: { account_id: 'main', period: '2026' }, gives: { total_fees: number, by_type: list } }],
    get_cost_of_free: [
      { args: { account_id: 'main', period: '2026' }, gives: { total_hidden_cost: number, label: 'ESTIMATE' } },
    ],
    estimate_pfof_impact: [
      { args: { account_id: 'main', period: '2026' }, gives: { label: 'ESTIMATE', period: '2026' } },
    ],
    get_strategy_breakdown: [{ args: { account_id: 'main' }, gives: { strategies: list } }],
    score_execution_quality: [{ args: { trade_exec_id: 'E1' }, gives: { nbbo_available: false } }],
    simulate_drawdown: [{ args: { account_id: 'main', simulations: 200 }, gives: { simulations_run: 200 } }],
    detect_options_strategy: [
      { args: { leg_exec_ids: ['L1', 'L2'] }, gives: { strategy_type: 'vertical' } },
      { args: { leg_exec_ids: ['L1', 'L2'], chart: true }, gives: { strategy_type: 'vertical' }, image: true },
    ],
    enrich_trade_excursion: [
      { args: { trade_exec_id: 'E1' }, gives: { mfe_dollars: 200, mae_dollars: 100, data_source: 'polygon 1m' } },
    ],
    ai_review_trade: [
      { args: { trade_exec_id: 'E2' }, gives: { status: 'reviewed', model: 'lent-model', review_type: 'single' } },
      { args: { trade_exec_id: 'E2', review_type: 'weekly', budget_cap: 10 }, gives: { review_type: 'weekly' } },
    ],
    track_mistake: [
      {
        args: { trade_exec_id: 'E4', category: 'EARLY_EXIT', estimated_cost: 40, notes: 'Lost my nerve.' },
        gives: { trade_id: 'E4', category: 'early_exit', estimated_cost: 40, notes: 'Lost my nerve.' },
      },
    ],
    get_mistake_summary: [{ args: { account_id: 'main', period: 'all' }, gives: { count: 1, total_cost: 40 } }],
    link_trade_journal: [
      {
        args: async () => ({
          trade_exec_id: 'E1',
          journal_entry_id: (await world().bench.api.journal.create({ body: { title: 'A good day' } })).id,
        }),
        gives: { linked: true },
      },
    ],
    calculate_position_size: [
      { args: { balance: 10_000, entry: 100, stop: 99, target: 103 }, gives: { share_size: 100 } },
      {
        args: { balance: 437_903.03, risk_pct: 1, entry: 619.61, stop: 618.61, target: 620.61 },
        gives: { account_risk_1r: 4379.03, share_size: 4379, reward_risk_ratio: 1, potential_profit: 4379 },
      },
    ],
    create_trade_plan: [
      {
        args: {
          ticker: 'nvda',
          direction: 'long',
          conviction: 'high',
          strategy_name: 'breakout',
          strategy_description: 'Above the range on volume.',
          entry: 100,
          stop: 95,
          target: 115,
          conditions: 'volume',
          timeframe: 'swing',
          account_id: 'main',
        },
        gives: { ticker: 'NVDA', conviction: 'high', risk_reward_ratio: 3, status: 'draft', account_id: 'main' },
      },
    ],
    get_stock_quote: [{ args: { ticker: 'aapl' }, gives: { price: 190.5, provider: 'finnhub' } }],
    get_market_news: [{ args: { ticker: 'AAPL', count: 1 }, gives: { items: one({ title: 'Apple up' }), count: 1 } }],
    search_ticker: [{ args: { query: 'apple' }, gives: { items: one({ symbol: 'AAPL' }) } }],
    get_sec_filings: [{ args: { ticker: 'AAPL' }, gives: { items: one({ filing_type: '10-K' }) } }],
    list_market_providers: [{ gives: { items: list } }],
    test_market_provider: [{ args: { provider_name: 'finnhub' }, gives: { success: true } }],
    disconnect_market_provider: [
      { args: { provider_name: 'finnhub', confirm_destructive: true }, gives: { status: 'removed' } },
      { args: { provider_name: 'polygon', confirm_destructive: true }, confirmed: true, gives: { status: 'removed' } },
    ],
    sync_broker: [
      { args: { broker_id: 'alpaca_paper' }, gives: { status: 'success', imported: 1 } },
      { args: { broker_id: 'alpaca_paper' }, confirmed: true, gives: { imported: 0 } },
    ],
    list_brokers: [{ gives: { items: one({ broker_id: 'alpaca_paper' }), count: 1 } }],
    import_broker_csv: [
      { args: { file_path: 'trades.csv', account_id: 'main' }, gives: { status: 'success', imported: 1 } },
      {
        args: { file_path: 'trades.csv', account_id: 'main', broker_hint: 'auto' },
        gives: { imported: 0, duplicates: 1 },
      },
    ],
    import_broker_pdf: [
      {
        args: { file_path: 'confirmation.pdf', account_id: 'main' },
        gives: { detected_format: 'firstrade', imported: 1 },
      },
    ],
    import_bank_statement: [
      { args: { file_path: 'bank.qif', account_id: 'bank', format_hint: 'qif' }, gives: { imported: 1 } },
    ],
    list_bank_accounts: [{ gives: { items: one({ account_id: 'bank' }) } }],
    get_account_review_checklist: [
      {
        args: { scope: 'all', stale_threshold_days: 30 },
        gives: { review_scope: 'all', stale_threshold_days: 30, total_accounts: 2 },
      },
    ],
    resolve_identifiers: [
      {
        args: { identifiers: [{ id_type: 'cusip', id_value: '459200101' }] },
        gives: { items: one({ ticker: 'IBM', resolved: true }) },
      },
    ],
    create_policy: [
      {
        args: { policy_json: POLICY },
        gives: { approved: false, name: 'Morning' },
        after: (data) => {
          made.policy = data.id;
          return world().bench.person.scheduling.approvePolicy({ params: { policy_id: data.id as string } });
        },
      },
    ],
    list_policies: [{ args: { enabled_only: true }, gives: { total: 1 } }],
    preview_report: [{ args: policy, gives: { status: 'success', dry_run: true } }],
    run_pipeline: [
      { args: policy, gives: { status: 'success', dry_run: false } },
      { args: () => ({ ...policy(), dry_run: true }), gives: { status: 'success', dry_run: true } },
    ],
    get_pipeline_history: [
      { args: policy, gives: { count: 3 } },
      { args: () => ({ ...policy(), limit: 1 }), gives: { count: 1 } },
    ],
    update_policy_schedule: [
      {
        args: () => ({ ...policy(), cron_expression: '30 9 * * *', timezone: 'Europe/Berlin', enabled: true }),
        gives: { requires_reapproval: true },
      },
    ],
    get_tax_lots: [
      { args: { account_id: 'main', ticker: 'XYZ' }, gives: { lots: list } },
      {
        args: { account_id: 'main', status: 'all', sort_by: 'cost_basis', limit: 1, offset: 1 },
        gives: { lots: [expect.anything()], total_count: number },
      },
    ],
    find_wash_sales: [
      {
        args: {
          account_id: 'main',
          ticker: 'XYZ',
          date_range_start: '2026-01-01',
          date_range_end: '2026-12-31',
        },
        gives: { total_disallowed: number },
      },
    ],
    get_ytd_tax_summary: [
      { args: { tax_year: 2026, account_id: 'main' }, gives: { tax_year: 2026, disclaimer: text } },
    ],
    estimate_tax: [
      {
        args: { tax_year: 2026, account_id: 'main', filing_status: 'married_joint', include_unrealized: true },
        gives: { tax_year: 2026, disclaimer: text },
      },
    ],
    simulate_tax_impact: [
      {
        args: { ticker: 'XYZ', action: 'sell', quantity: 10, price: 60, account_id: 'main' },
        gives: { summary: { proceeds: 600 }, lots_to_close: list },
        after: (data) => (made.lot = (data.lots_to_close as readonly { lot_id: string }[])[0]?.lot_id),
      },
      {
        args: () => ({
          ticker: 'XYZ',
          action: 'sell',
          quantity: 10,
          price: 60,
          account_id: 'main',
          cost_basis_method: 'specific_id',
          lot_ids: [made.lot],
        }),
        gives: { summary: { proceeds: 600 } },
      },
    ],
    harvest_losses: [
      { args: { account_id: 'main', min_loss_threshold: 0, exclude_wash_risk: true }, gives: { disclaimer: text } },
    ],
    get_quarterly_estimate: [
      {
        args: { quarter: 'Q1', tax_year: 2026, estimation_method: 'actual' },
        gives: { due_date: '2026-04-15', method: 'actual' },
      },
    ],
    record_quarterly_tax_payment: [
      {
        args: { quarter: 'Q1', tax_year: 2026, payment_amount: 500, confirm: true },
        gives: { status: 'recorded', cumulative_paid: 500 },
      },
      {
        args: { quarter: 'Q2', tax_year: 2026, payment_amount: 250, confirm: true },
        confirmed: true,
        gives: { cumulative_paid: 750 },
      },
    ],
    zorivest_service_restart: [{ args: { confirm: 'RESTART' }, confirmed: true, gives: { status: 'restarted' } }],
    zorivest_emergency_stop: [
      { args: { reason: 'enough' }, gives: { text: saying('enough') } },
      { args: { reason: 'once more' }, confirmed: true, gives: { text: saying('once more') } },
    ],
    zorivest_emergency_unlock: [{ args: { confirm: 'UNLOCK' }, gives: { text } }],
  };
}
