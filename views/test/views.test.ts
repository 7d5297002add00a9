// Every view with real answers of the demo book, as a person meets it in a chat: in Chromium, with the SDK's bridge as
// host, in a sandboxed frame under the policy of a page that asks for nothing.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startWorld, type World } from '@zorivest/ui/test/world';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalPages } from '../index.ts';
import { openStage, type Showing, type Stage } from './stage.ts';

type Result = NonNullable<Showing['result']>;
type Args = Record<string, unknown>;

let world: World;
let client: Client;
let stage: Stage;
let files: string;
const pages = new Map<string, string>();

beforeAll(async () => {
  world = await startWorld();
  client = new Client(
    { name: 'test-host', version: '1.0.0' },
    { capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } } },
  );
  const headers = { authorization: `Bearer ${world.apiKey}` };
  const address = new URL(`${world.mcpUrl}?toolsets=all`);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  stage = await openStage(world.browser);
  files = mkdtempSync(join(homedir(), 'zorivest-views-'));
});
afterAll(async () => {
  await client?.close();
  await world?.close();
  if (files) rmSync(files, { recursive: true, force: true });
});

const call = async (name: string, args: Args = {}): Promise<Result> =>
  (await client.callTool({ name, arguments: args })) as Result;

async function pageOf(view: string): Promise<string> {
  const known = pages.get(view);
  if (known !== undefined) return known;
  const { contents } = await client.readResource({ uri: `ui://zorivest/${view}` });
  const [page] = contents as { readonly mimeType?: string; readonly text: string }[];
  expect(page?.mimeType).toBe('text/html;profile=mcp-app');
  pages.set(view, page?.text ?? '');
  return page?.text ?? '';
}

/** Once for each: nothing asked of the network, nothing said on the console. */
const quiet = () => expect(stage.faults.splice(0)).toEqual([]);

interface Case {
  readonly view: keyof typeof journalPages.views;
  readonly tool: string;
  readonly args?: () => Args;
  /** What must be in sight. */
  readonly shows: RegExp;
}

const condor = ['DEMO-00258', 'DEMO-00259', 'DEMO-00260', 'DEMO-00261'];
const CSV = 'Date,Time,Symbol,Side,Quantity,Price,Commission\n2026-03-02,10:00:00,NVDA,BUY,10,190.50,1.00\nbad,,,,,,\n';

const cases: readonly Case[] = [
  { view: 'trades', tool: 'list_trades', shows: /267 executions/ },
  { view: 'round-trips', tool: 'get_round_trips', shows: /Short Iron Condor/ },
  { view: 'round-trips', tool: 'list_positions', shows: /Open positions/ },
  { view: 'results', tool: 'get_expectancy_metrics', shows: /Profit factor/ },
  { view: 'results', tool: 'get_sqn', shows: /SQN/ },
  {
    view: 'results',
    tool: 'query_trade_analytics',
    args: () => ({ metrics: ['expectancy', 'sqn', 'drawdown'] }),
    shows: /Deepest drawdown/,
  },
  { view: 'drawdown', tool: 'simulate_drawdown', args: () => ({ simulations: 500 }), shows: /losses in a row/ },
  { view: 'strategies', tool: 'get_strategy_breakdown', shows: /Breakout/ },
  { view: 'payoff', tool: 'detect_options_strategy', args: () => ({ leg_exec_ids: condor }), shows: /Breaks even at/ },
  {
    view: 'position-size',
    tool: 'calculate_position_size',
    args: () => ({ balance: 50_000, entry: 100, stop: 95, target: 115 }),
    shows: /100 shares, risking 500\.00/,
  },
  { view: 'tax-year', tool: 'get_ytd_tax_summary', shows: /Short term/ },
  { view: 'tax-year', tool: 'estimate_tax', shows: /Losses carried on/ },
  {
    view: 'lots',
    tool: 'get_tax_lots',
    args: () => ({ account_id: world.account, status: 'all', with_prices: false }),
    shows: /Tax lots/,
  },
  { view: 'lots', tool: 'find_wash_sales', shows: /Losses put off/ },
  {
    view: 'import',
    tool: 'import_broker_csv',
    args: () => {
      const file = join(files, 'trades.csv');
      writeFileSync(file, CSV);
      return { account_id: world.account, file_path: file };
    },
    shows: /Nothing was stored yet/,
  },
  { view: 'costs', tool: 'get_fee_breakdown', shows: /Demo Brokers/ },
  { view: 'costs', tool: 'get_mistake_summary', shows: /Ignored plan/ },
  {
    view: 'approval',
    tool: 'track_mistake',
    args: () => ({ trade_exec_id: 'DEMO-00257', category: 'fomo_entry' }),
    shows: /Done/,
  },
];

test('every view of the journal is drawn below', () => {
  expect(new Set(cases.map(({ view }) => view))).toEqual(new Set(Object.keys(journalPages.views)));
});

test.each(cases)('$view draws what $tool answers, in both themes, narrow and wide, for everybody', async (one) => {
  const { view, tool, args = () => ({}), shows } = one;
  const [html, input] = [await pageOf(view), args()];
  const result = await call(tool, input);
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
  stage.call = (name, given) => call(name, given as Args);
  for (const [width, theme] of [
    [320, 'light'],
    [320, 'dark'],
    [800, 'light'],
    [800, 'dark'],
  ] as const) {
    const frame = await stage.show({ html, input, result, width, theme, calls: true });
    // The page has drawn; what it asked for besides comes after.
    if (view === 'results') await frame.waitForSelector('figure');
    const seen = await frame.evaluate(() => ({
      text: document.body.innerText,
      title: document.title,
      lang: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(seen).toMatchObject({ title: journalPages.views[view], lang: 'en', theme, tooWide: 0 });
    expect(seen.text).toMatch(shows);
    // What is wrong in one width is wrong in the other; colours differ by theme.
    if (width === 320) expect(await stage.axe(frame, theme === 'light' ? 'everything' : 'colours')).toEqual([]);
    const { sizes } = await stage.page.evaluate(() => window.host.heard());
    expect(sizes.at(-1)?.height).toBeGreaterThan(100);
    expect(sizes.at(-1)?.height).toBeLessThanOrEqual(4000);
  }
  quiet();
});
