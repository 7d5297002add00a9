// Which answers are drawn: of every view at least one, real, of the demo book, of recordings of a site and of a backtest.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Args } from './servers.ts';

/** What the servers hold that can be asked about. */
export interface Facts {
  readonly condor: readonly string[];
  readonly trade: string;
  readonly account: string;
  /** One of shares that is closed: its id and an execution of it. */
  readonly shares: { readonly id: string; readonly exec: string };
  /** A lot that could be sold. */
  readonly open: Args;
  readonly ids: Readonly<Record<string, string>>;
  /** A folder for files. */
  readonly files: string;
}

export interface Case {
  readonly of?: string;
  readonly view: string;
  readonly tool: string;
  readonly args?: (facts: Facts) => Args;
  /** What must be visible. */
  readonly shows: RegExp;
  /** What the page draws once it has more data. */
  readonly draws?: string;
}

const QIF = '!Type:Bank\nD2026-03-02\nT-42.50\nPGrocer\n^\nD2026-03-05\nT1200.00\nPEmployer\n^\n';
const CSV = 'Date,Time,Symbol,Side,Quantity,Price,Commission\n2026-03-02,10:00:00,NVDA,BUY,10,190.50,1.00\nbad,,,,,,\n';

export const cases: readonly Case[] = [
  { view: 'trades', tool: 'list_trades', shows: /\d+ executions/, draws: 'table' },
  { view: 'round-trips', tool: 'get_round_trips', shows: /short iron condor · 4 legs/, draws: 'figure' },
  { view: 'positions', tool: 'list_positions', shows: /Unrealised[\s\S]*Open risk/, draws: 'figure' },
  {
    view: 'worth',
    tool: 'get_net_worth',
    args: () => ({ period: 'ytd', rows: 'dividends' }),
    shows: /From start to end[\s\S]*Dividend/,
    draws: 'figure',
  },
  {
    view: 'returns',
    tool: 'get_returns',
    args: () => ({ period: 'ytd', benchmark: 'SPY' }),
    shows: /Money-weighted[\s\S]*SPY/,
    draws: 'figure',
  },
  {
    view: 'comparison',
    tool: 'compare_with_rule',
    args: () => ({ playbook: 'pullback', interval: '1d' }),
    shows: /pullback: rule vs. trader[\s\S]*Trader/,
    draws: 'figure',
  },
  { view: 'income', tool: 'get_income', args: () => ({ period: 'ytd' }), shows: /Withheld/, draws: 'figure' },
  { view: 'reconciliation', tool: 'reconcile_accounts', shows: /Reconciled to/, draws: 'table' },
  { view: 'results', tool: 'get_expectancy_metrics', shows: /Profit factor/, draws: 'figure' },
  { view: 'results', tool: 'get_sqn', shows: /SQN/, draws: 'figure' },
  {
    view: 'results',
    tool: 'query_trade_analytics',
    args: () => ({ metrics: ['expectancy', 'sqn', 'drawdown'] }),
    shows: /Max drawdown/,
    draws: 'figure',
  },
  {
    view: 'drawdown',
    tool: 'simulate_drawdown',
    args: () => ({ simulations: 500 }),
    shows: /by 500 simulated paths[\s\S]*losses in a row/,
    draws: 'svg[aria-label*="simulated trades: nine paths in ten"]',
  },
  { view: 'strategies', tool: 'get_strategy_breakdown', shows: /Profit factor/, draws: 'figure' },
  {
    view: 'payoff',
    tool: 'detect_options_strategy',
    args: ({ condor }) => ({ leg_exec_ids: condor }),
    shows: /Break-even/,
    draws: 'figure',
  },
  {
    view: 'position-size',
    tool: 'calculate_position_size',
    args: () => ({ balance: 50_000, entry: 100, stop: 95, target: 115 }),
    shows: /100 shares, risking 500\.00/,
    draws: 'figure',
  },
  { view: 'tax-year', tool: 'get_ytd_tax_summary', shows: /Short term/, draws: 'figure' },
  { view: 'tax-year', tool: 'estimate_tax', shows: /Loss carryforward/ },
  {
    view: 'lots',
    tool: 'get_tax_lots',
    args: ({ account }) => ({ account_id: account, status: 'all', with_prices: false }),
    shows: /Tax lots/,
    draws: 'figure',
  },
  { view: 'lots', tool: 'find_wash_sales', shows: /Losses deferred/, draws: 'figure' },
  {
    view: 'import',
    tool: 'import_broker_csv',
    args: ({ account, files }) => ({ account_id: account, file_path: writeCase(files, 'trades.csv', CSV) }),
    shows: /Nothing was stored yet/,
  },
  { view: 'costs', tool: 'get_fee_breakdown', shows: /By broker/, draws: 'figure' },
  {
    view: 'import',
    tool: 'import_bank_statement',
    args: ({ account, files }) => ({
      account_id: account,
      file_path: writeCase(files, 'bank.qif', QIF),
      preview: true,
    }),
    shows: /A preview: nothing was stored/,
    draws: 'figure',
  },
  { view: 'imports', tool: 'list_imports', shows: /Rows of these imports/, draws: 'figure' },
  {
    view: 'sale',
    tool: 'simulate_tax_impact',
    args: ({ open }) => ({ ...open, action: 'sell', price: 5.2 }),
    shows: /Short term/,
    draws: 'figure',
  },
  { view: 'harvest', tool: 'harvest_losses', shows: /Free to harvest/, draws: 'figure' },
  { view: 'tax-year', tool: 'get_quarterly_estimate', args: () => ({ quarter: 'Q2' }), shows: /Estimated payment Q2/ },
  {
    view: 'suspects',
    tool: 'list_suspects',
    args: () => ({ period: 'all' }),
    shows: /Suspected mistakes[\s\S]*The evidence is below[\s\S]*20\d\d/,
    draws: 'figure',
  },
  {
    view: 'costs',
    tool: 'get_cost_of_free',
    args: () => ({ period: 'all' }),
    shows: /The same trades elsewhere/,
    draws: 'figure',
  },
  {
    view: 'costs',
    tool: 'estimate_pfof_impact',
    args: ({ account }) => ({ account_id: account, period: 'all' }),
    shows: /Estimated cost/,
    draws: 'figure',
  },
  { view: 'costs', tool: 'get_mistake_summary', shows: /Total cost/, draws: 'figure' },
  {
    view: 'approval',
    tool: 'track_mistake',
    args: ({ trade }) => ({ trade_exec_id: trade, category: 'fomo_entry' }),
    shows: /Done[\s\S]*FOMO is noted as a mistake/,
  },
  {
    view: 'approval',
    tool: 'create_trade_plan',
    args: () => ({
      ticker: 'ZZVIEW',
      direction: 'BOT',
      conviction: 'high',
      strategy_name: 'Breakout',
      entry: 100,
      stop: 96,
      target: 112,
      conditions: 'a close above 100',
      timeframe: 'swing',
    }),
    shows: /ZZVIEW long[\s\S]*3 to 1[\s\S]*a close above 100/,
    draws: 'figure',
  },
  { view: 'week', tool: 'get_week', args: () => ({ week: 'last' }), shows: /Three questions/, draws: 'ol' },
  {
    view: 'trade',
    tool: 'get_trade_replay',
    args: ({ shares }) => ({ id: shares.id }),
    shows: /Net result[\s\S]*Prices while it was open[\s\S]*Fills/,
    // Its fills are there once the page has asked for the whole of it.
    draws: '#table-scroll',
  },
  {
    view: 'excursion',
    tool: 'enrich_trade_excursion',
    args: ({ shares }) => ({ trade_exec_id: shares.exec }),
    shows: /Best \(MFE\)[\s\S]*MFE captured/,
    draws: 'figure',
  },
  {
    of: 'perf',
    view: 'findings',
    tool: 'analysis_run',
    args: ({ ids }) => ({ normalized_snapshot_id: ids.n_plus_one }),
    shows: /parts_list/,
    draws: '#tab-2',
  },
  {
    of: 'perf',
    view: 'comparison',
    tool: 'analysis_compare',
    args: ({ ids }) => ({ baseline_snapshot_id: ids.clean, candidate_snapshot_id: ids.n_plus_one }),
    shows: /Two runs/,
    draws: 'figure',
  },
  {
    of: 'perf',
    view: 'comparison',
    tool: 'analysis_compare',
    // The candidate has no profiles: what only one side holds is not judged.
    args: ({ ids }) => ({ baseline_snapshot_id: ids.clean, candidate_snapshot_id: ids.release_500 }),
    shows: /Two runs[^]*Not judged/,
    draws: 'table',
  },
  {
    of: 'perf',
    view: 'trend',
    tool: 'runs_trend',
    args: ({ ids }) => ({ endpoint: ids.endpoint }),
    shows: /snapshot by snapshot/,
    draws: 'figure',
  },
  {
    of: 'perf',
    view: 'budgets',
    tool: 'budgets_check',
    args: ({ ids }) => ({ normalized_snapshot_id: ids.n_plus_one }),
    // The recordings of this site share a second: what cannot be separated is not measured, and not over.
    shows: /Not everything was measured[^]*Not measured/,
    draws: 'figure',
  },
  {
    of: 'swimmy',
    view: 'backtest',
    tool: 'backtest_result',
    args: ({ ids }) => ({ request_id: ids.request }),
    shows: /Golden-Cross/,
    draws: 'figure',
  },
  { of: 'kernel-example', view: 'notes', tool: 'list_notes', shows: /Buy tea <\/script> and bread/, draws: 'ol' },
];

function writeCase(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}
