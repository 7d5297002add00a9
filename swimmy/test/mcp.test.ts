// The gateway as an IDE meets it: the official client, newline JSON, tools instead of methods.
import { generateCsv } from '@zorivest/engine';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newTestHome, startWorkerProcess, type TestHome } from './support.ts';

const BIN = join(import.meta.dirname, '../bin/swimmy-mcp.js');
const ERAS = { legacy: 'legacy', modern: { pin: '2026-07-28' } } as const;

let home: TestHome;
beforeEach(async () => {
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(20_000, 42)].join(''));
});
afterEach(() => home[Symbol.asyncDispose]());

async function connect(era: keyof typeof ERAS): Promise<Client> {
  const client = new Client({ name: 'some-ide', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [BIN],
      env: home.env,
      cwd: home.home,
      stderr: 'ignore',
    }),
  );
  return client;
}

describe.each(Object.keys(ERAS) as (keyof typeof ERAS)[])('MCP of the %s era', (era) => {
  test('lists twelve tools and the way to long work, with schemas and hints, none of which takes a key', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'backtest_cancel',
      'backtest_catalogue',
      'backtest_list',
      'backtest_result',
      'backtest_status',
      'backtest_submit',
      'backtest_validate',
      'data_list',
      'get_task',
      'health_ping',
      'system_metrics',
      'system_status',
      'trade_submit',
    ]);
    expect(
      tools.filter(
        ({ name, outputSchema, annotations }) =>
          // What get_task fetches is the answer of any other tool.
          (!outputSchema && name !== 'get_task') || annotations?.readOnlyHint === undefined,
      ),
    ).toEqual([]);
    expect(JSON.stringify(tools)).not.toContain('api_key');
    await client.close();
  });

  test('submits, reports progress while it runs, and answers with the figures', async () => {
    await using _worker = await startWorkerProcess(home);
    const client = await connect(era);
    const submitted = await client.callTool({
      name: 'backtest_submit',
      arguments: {
        strategy: { name: 'Demo', sma_short: 10, sma_long: 50, sl: 0.15, tp: 0.3, volume: 1 },
        candles_file: 'candles.csv',
        mode: { sweep: { sma_short: { from: 2, to: 40, step: 1 }, sma_long: { from: 41, to: 80, step: 1 } } },
      },
    });
    const { request_id } = submitted.structuredContent as { request_id: string };
    const seen: number[] = [];
    const result = await client.callTool(
      { name: 'backtest_result', arguments: { request_id, wait_seconds: 200 } },
      { onprogress: ({ progress }) => seen.push(progress), timeout: 220_000 },
    );
    expect(result.structuredContent).toMatchObject({
      status: 'done',
      result: { strategy_name: 'Demo', details: { sweep: { runs: 1560 } } },
    });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(1500 * 3);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    for (const wanted of [{}, { symbol: 'USDJPY' }, { type: 'CLOSE', close_all: true, nested: { a: [1, null] } }]) {
      const trade = await client.callTool({ name: 'trade_submit', arguments: wanted });
      expect(trade.isError).toBe(true);
      expect(JSON.stringify(trade.content)).toContain('trade-capable disabled');
    }
    await client.close();
    const log = await readFile(join(home.home, 'logs/mcp_gateway.jsonl'), 'utf8');
    expect(log).toMatch(/"method":"backtest_submit".*"status":"ok"/);
    expect(log).toMatch(/"method":"trade_submit".*"status":"error"/);
  });
});

interface ToolAnswer extends Record<string, unknown> {
  readonly result?: Record<string, unknown>;
  readonly left_out?: unknown;
}
async function ask(client: Client, name: string, args: object): Promise<ToolAnswer> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: { ...args } });
  if (isError) throw new Error(JSON.stringify(content));
  return structuredContent as ToolAnswer;
}

test('what a model did not ask for costs it nothing, and comes by name', async () => {
  await using _worker = await startWorkerProcess(home);
  const client = await connect('modern');
  const submit = async (mode: object) => {
    const { request_id } = await ask(client, 'backtest_submit', {
      strategy: {
        name: 'Demo',
        entry_long: 'close > sma(fast)',
        exit_long: 'close < sma(fast)',
        params: { fast: 20 },
        volume: 1,
      },
      candles_file: 'candles.csv',
      include_trades: true,
      mode: { equity_curve: true, bootstrap: {}, ...mode },
    });
    return ask(client, 'backtest_result', { request_id, wait_seconds: 100 });
  };
  const run = await submit({});
  expect(run).toMatchObject({ status: 'done', result: { outcome: 'lived', details: { bars: 20_000 } } });
  expect(JSON.stringify(run).length).toBeLessThan(800 * 3);
  expect(run.left_out).toEqual(expect.arrayContaining(['trades', 'equity_curve', 'conventions']));
  const { request_id } = run;
  const some = await ask(client, 'backtest_result', { request_id, fields: ['sharpe', 'trades', 'conventions'] });
  expect(Object.keys(some.result ?? {}).toSorted()).toEqual(['details', 'sharpe', 'strategy_name', 'trades']);
  expect(some.result?.sharpe).toBe(run.result?.sharpe);
  const details = some.result?.details as { trades: unknown[]; conventions: object };
  expect(details.trades.length).toBeGreaterThan(100); // as many as a client takes in one answer
  const more = await ask(client, 'backtest_result', { request_id, fields: ['mode', 'bootstrap'] });
  expect(more).toMatchObject({ result: { details: { bootstrap: expect.any(Object) }, mode: { equity_curve: true } } });
  const wrong = await client.callTool({ name: 'backtest_result', arguments: { request_id, fields: ['sharp'] } });
  expect(JSON.stringify(wrong.content)).toMatch(/this result has no .*sharp.*; it has .*sharpe/);

  const sweep = await submit({ sweep: { fast: { from: 2, to: 60, step: 1 } } });
  expect(sweep).toMatchObject({ result: { details: { sweep: { runs: 59, best: expect.any(Array) } } } });
  expect(JSON.stringify(sweep).length).toBeLessThan(1500 * 3);
  const page = await ask(client, 'backtest_result', { request_id: sweep.request_id, page: 1 });
  expect(JSON.stringify(page).length).toBeLessThan(1500 * 3);
  const { runs } = await ask(client, 'backtest_result', { request_id: sweep.request_id, page: 1, fields: ['sortino'] });
  const { rows } = runs as { rows: { parameters: object; figures: object }[] };
  expect(rows[0]).toEqual({ parameters: { fast: expect.any(Number) }, figures: { sortino: expect.any(Number) } });
  await client.close();
});

test('says what a request can be made of, what there is to run on, and what is wrong with one, without running it', async () => {
  await using _worker = await startWorkerProcess(home);
  const client = await connect('modern');
  const { indicators, modes } = await ask(client, 'backtest_catalogue', {});
  expect(indicators).toContainEqual(
    expect.objectContaining({ name: 'bb', outputs: expect.arrayContaining(['upper']) }),
  );
  expect(modes).toContainEqual(expect.objectContaining({ name: 'realistic' }));
  expect(Object.keys(await ask(client, 'backtest_catalogue', { section: 'functions' }))).toEqual([
    'schema_version',
    'functions',
  ]);

  await mkdir(join(home.home, 'data/historical'), { recursive: true });
  await copyFile(join(home.home, 'candles.csv'), join(home.home, 'data/historical/USDJPY_M1.csv'));
  await writeFile(join(home.home, 'data/historical/BROKEN.csv'), 'nothing of the kind\n');
  expect(await ask(client, 'data_list', {})).toMatchObject({
    total: 2,
    data: [
      { symbol: 'BROKEN', note: expect.stringContaining('first line') },
      {
        symbol: 'USDJPY',
        dataset: 'data/historical/USDJPY_M1.csv',
        bars: 20_000,
        first: '2020-01-01T00:00:00.000Z',
        step_seconds: 60,
        gaps: 0,
      },
    ],
  });
  // A link that leads out of the folder is named, and nothing of its target is read.
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await copyFile(join(home.home, 'candles.csv'), join(elsewhere, 'PRIVATE.csv'));
  await symlink(join(elsewhere, 'PRIVATE.csv'), join(home.home, 'data/historical/LINKED.csv'));
  const { data } = await ask(client, 'data_list', { search: 'LINKED' });
  expect(data).toEqual([
    expect.objectContaining({
      symbol: 'LINKED',
      bytes: 0,
      note: expect.stringContaining("outside the worker's folder"),
    }),
  ]);
  expect(JSON.stringify(data)).not.toContain('bars');
  await rm(elsewhere, { recursive: true });
  await rm(join(home.home, 'data/historical/LINKED.csv'));

  const outside = await client.callTool({ name: 'data_list', arguments: { folder: '/etc' } });
  expect(JSON.stringify(outside.content)).toMatch(/outside the worker's folder/);

  const strategy = {
    name: 'S',
    volume: 1,
    entry_long: 'cross_up(ema(fast), ema(slow))',
    params: { fast: 5, slow: 20 },
  };
  const sound = {
    strategy,
    candles_file: 'candles.csv',
    mode: { sweep: { fast: [3, 5, 9], slow: [4, 20], where: 'fast < slow' } },
  };
  expect(await ask(client, 'backtest_validate', sound)).toMatchObject({
    valid: true,
    errors: [],
    expressions: [{ field: 'strategy.entry_long', type: 'condition' }],
    data: [{ bars: 20_000, gaps: 0 }],
    runs: 4,
  });
  expect(
    await ask(client, 'backtest_validate', {
      ...sound,
      strategy: { ...strategy, entry_long: 'cross_up(emma(5), close)' },
      colour: 1,
    }),
  ).toMatchObject({
    valid: false,
    errors: expect.arrayContaining([
      { path: 'strategy.entry_long', message: expect.stringContaining('ema'), column: 10 },
      { path: 'colour', message: 'unknown field' },
    ]),
  });
  expect(await ask(client, 'backtest_validate', { ...sound, candles_file: 'none.csv' })).toMatchObject({
    valid: false,
    errors: [{ path: 'candles_file', message: expect.stringContaining('no such file') }],
  });
  expect(await ask(client, 'backtest_validate', { expression: 'if(top(2, rsi(14)), 0.5, 0)' })).toMatchObject({
    valid: true,
    expressions: [{ type: 'number' }],
  });
  expect(await ask(client, 'backtest_validate', { expression: 'rsi(14) >' })).toMatchObject({ valid: false });
  expect(await ask(client, 'backtest_list', {})).toMatchObject({ requests: [] });
  await client.close();
});
