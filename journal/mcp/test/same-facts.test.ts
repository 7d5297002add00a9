/**
 * One list of tasks, three clients that see the server in three ways: `claude-code` every tool and detailed answers,
 * `Cline` a list that grows as it loads toolsets, Cursor with everything folded into composites. The facts are the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contradictions, lostFacts, valuesIn } from './facts.ts';
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
