/**
 * One list of tasks, three clients that see the server in three ways: `claude-code` every tool and detailed answers,
 * `Cline` a list that grows as it loads toolsets, Cursor with everything folded into composites. The facts are the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Assistant } from './fixture-service.ts';
import { fillBook, TASKS, type Task } from './standard-tasks.ts';
import { openWorld, type World } from './world.ts';

const task = (name: string, args: Record<string, unknown> = {}): Task => ({ name, args });

const MORE: readonly Task[] = [
  task('get_settings'),
  task('get_settings', { key: 'ui.theme' }),
  task('get_log_settings'),
  task('get_round_trips', { status: 'open' }),
  task('get_report_for_trade', { trade_id: 'B1' }),
  task('detect_options_strategy', { leg_exec_ids: ['L1', 'L2'] }),
  task('score_execution_quality', { trade_exec_id: 'B1' }),
  task('calculate_position_size', { balance: 50_000, entry: 100, stop: 98, target: 106, risk_pct: 0.5 }),
  task('get_stock_quote', { ticker: 'AAPL' }),
  task('get_market_news', { ticker: 'AAPL' }),
  task('search_ticker', { query: 'apple' }),
  task('get_sec_filings', { ticker: 'AAPL' }),
  task('list_brokers'),
  task('list_bank_accounts'),
  task('get_account_review_checklist', { scope: 'all' }),
  task('resolve_identifiers', { identifiers: [{ id_type: 'cusip', id_value: '459200101' }] }),
  task('list_policies'),
  task('get_pipeline_history'),
  task('estimate_tax', { tax_year: 2026 }),
  task('simulate_tax_impact', { ticker: 'XYZ', action: 'sell', quantity: 5, price: 60, account_id: 'main' }),
  task('get_quarterly_estimate', { quarter: 'Q1', tax_year: 2026 }),
  task('harvest_losses', { min_loss_threshold: 0 }),
];
const ALL = [...TASKS, ...MORE];

let world: World;
let claude: Assistant;
let cline: Assistant;
let cursor: Assistant;

beforeAll(async () => {
  world = await openWorld();
  const { bench, host } = world;
  await fillBook(bench.api, { account: false });
  await bench.api.reports.create({
    params: { exec_id: 'B1' },
    body: { setup_quality: 'A', execution_quality: 'B', followed_plan: true, tags: ['breakout'] },
  });
  claude = await bench.connect('claude-code', { server: { host } });
  cline = await bench.connect('Cline', { server: { host } });
  cursor = await bench.connect('cursor-vscode', {
    server: { host, operator: { toolsets: 'all', layout: 'composite' } },
  });
});
afterAll(() => world.close());

/** As a model would: a tool that is not there is loaded as the refusal says. */
async function loading(who: Assistant, { name, args }: Task): Promise<Answer> {
  const answer = await who.call(name, args);
  if (answer.data.code !== 'tool_not_loaded') return answer;
  const [, toolset] = /toolset_name "([a-z-]+)"/.exec(String(answer.data.message)) ?? [];
  await who.call('enable_toolset', { toolset_name: toolset });
  // A client whose list grows asks for it again; one that never did would be taken for one whose list cannot.
  await who.client.listTools();
  return who.call(name, args);
}

/** As a model would: through the composite whose actions name the tool. */
async function callComposite(who: Assistant, { name, args }: Task): Promise<Answer> {
  const { tools } = await who.client.listTools();
  const composite = tools.find(({ inputSchema }) => actionsOf(inputSchema).includes(name));
  return composite ? who.call(composite.name, { action: name, args }) : who.call(name, args);
}

function actionsOf(schema: unknown): readonly string[] {
  return (schema as { properties?: { action?: { enum?: string[] } } }).properties?.action?.enum ?? [];
}

/** Computed at the moment of the call, so that it differs between two calls of one client as well. */
const MOVING = new Set(['computed_at', 'age_seconds', 'run_id', 'resolved_at', 'expires_at']);

/** What `less` says otherwise than `whole`, by path; that it says less is its right. */
function contradictions(less: unknown, whole: unknown, path = ''): string[] {
  if (Array.isArray(less)) {
    if (!Array.isArray(whole) || less.length !== whole.length) return [`${path}: another list`];
    return less.flatMap((item, index) => contradictions(item, whole[index], `${path}[${index}]`));
  }
  if (typeof less === 'object' && less !== null) {
    const fields = (whole ?? {}) as Record<string, unknown>;
    return Object.entries(less).flatMap(([key, value]) =>
      MOVING.has(key) ? [] : contradictions(value, fields[key], `${path}.${key}`),
    );
  }
  return Object.is(less, whole) ? [] : [`${path}: ${String(less)} is not ${String(whole)}`];
}

/** For drawing: as many points as it takes. */
const SERIES = new Set(['payoff', 'points', 'curve', 'series']);

/** What a concise answer leaves out although it is a number, with what gives it all the same. */
const IMPLIED: Readonly<Record<string, string>> = {
  gross_pnl: 'pnl and total_commission',
  fx_pnl: 'pnl and price_pnl, which is left out while it is the same',
  gross_profit: 'wins and avg_win',
  gross_loss: 'losses and avg_loss',
  holding_period_seconds: 'opened_at and closed_at',
  holding_period_days: 'date_acquired and date_sold',
  long_term_from: 'holding_start, or date_acquired where that is the same',
  wash_window: 'sold_on',
  buy_trade: 'replacement_lot, which is named after it',
  chain_id: 'loss_lot, sell_trade and replacement_lot',
  settings: 'the kind of broker: what its credentials are called',
  multiplier: 'the instrument',
  cumulative_required: 'the quarters before it',
  cumulative_paid: 'the quarters before it',
  cumulative_due: 'the quarters before it',
  limit: 'the call',
  offset: 'the call',
  timeout: 'the settings of the provider',
  seed: 'the call',
  age_seconds: 'the moment of the call',
};

/** Shares, rates and scores: not what was paid, held or when. */
const RATIOS =
  /ratio|_pct$|_rate|frequency|probability|sqn|profit_factor|confidence|share$|score|kelly|expected_return|equity_percentiles|equity_fan|losing_streak_table|break_even|edge|_bps$|beta/;

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d/.test(text);
const isId = (key: string): boolean => /(^|_)ids?$|^(lot|sell_trade|buy_trade|loss_lot|replacement_lot)$/.test(key);

/** Whether leaving this out would leave out a fact: an amount, a date, a quantity, a flag that is set, an id. */
function isFact(key: string, value: unknown): boolean {
  if (value === true) return true;
  if (typeof value === 'number') return value !== 0 && !RATIOS.test(key);
  return typeof value === 'string' && (isDate(value) || isId(key));
}

/** Every value of an answer. */
function valuesIn(node: unknown, found = new Set<unknown>()): Set<unknown> {
  if (typeof node !== 'object' || node === null) found.add(node);
  else for (const inner of Object.values(node)) valuesIn(inner, found);
  return found;
}

/** Facts of `whole` that `less` has not at their place, and their value nowhere else. */
function lostFacts(whole: unknown, less: unknown, said: ReadonlySet<unknown>, path = ''): string[] {
  if (Array.isArray(whole)) {
    const rows = Array.isArray(less) ? (less as unknown[]) : [];
    return whole.flatMap((item, index) => lostFacts(item, rows[index], said, `${path}[${index}]`));
  }
  if (typeof whole !== 'object' || whole === null) return [];
  const fields = (typeof less === 'object' && less !== null ? less : {}) as Record<string, unknown>;
  return Object.entries(whole).flatMap(([key, value]) => {
    const here = `${path}.${key}`;
    if (MOVING.has(key) || SERIES.has(key) || key in IMPLIED || RATIOS.test(key) || DROPPED.has(key)) return [];
    const inner = typeof value === 'object' ? lostFacts(value, fields[key], said, here) : [];
    return isFact(key, value) && fields[key] === undefined && !said.has(value) ? [here, ...inner] : inner;
  });
}

/** What no concise answer has: when the row itself was made. */
const DROPPED = new Set(['created_at', 'updated_at', 'fetched_at']);

describe.each(ALL.map((one) => [`${one.name} ${JSON.stringify(one.args)}`, one] as const))('%s', (_, one) => {
  it('gives claude-code, Cline and Cursor the same facts: no amount, date, quantity, true flag or id is lost', async () => {
    const detailed = await claude.call(one.name, one.args);
    expect(detailed.isError).toBe(false);
    const answers = [await loading(cline, one), await callComposite(cursor, one)];
    for (const concise of answers) {
      expect(concise.isError).toBe(false);
      expect(Object.keys(concise.data)).not.toEqual([]);
      expect(contradictions(concise.data, detailed.data)).toEqual([]);
      expect(lostFacts(detailed.data, concise.data, valuesIn(concise.data))).toEqual([]);
    }
    expect(answers[0]?.data).toEqual(answers[1]?.data);
  });
});
