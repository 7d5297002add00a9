// The gateway as an IDE meets it: the official client, newline JSON, tools instead of methods.
import { generateCsv } from '@zorivest/engine';
import { readFile, writeFile } from 'node:fs/promises';
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
  test('lists nine tools and the way to long work, with schemas and hints, none of which takes a key', async () => {
    const client = await connect(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'backtest_cancel',
      'backtest_list',
      'backtest_result',
      'backtest_status',
      'backtest_submit',
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
