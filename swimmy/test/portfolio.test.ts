// A portfolio as an assistant meets it: the official client, a worker of its own, and workers that share a queue. Wherever
// it runs, the answer is that of the engine.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { runPortfolio } from '@zorivest/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NATS, newTestHome, startQueue, startWorkerProcess, type TestHome } from './support.ts';

const BIN = join(import.meta.dirname, '../bin/swimmy-mcp.js');
const DAY = 86_400;
const SYMBOLS = ['AAA', 'BBB', 'CCC'];
const WEIGHTS = { expression: 'if(top(2, close / close[20]), 0.5, 0)', rebalance: 'monthly' } as const;

/** A year of days that differ from symbol to symbol. */
const candlesOf = (which: number) =>
  Array.from({ length: 260 }, (_, i) => {
    const c = 100 + 20 * Math.sin(i / (15 + 7 * which)) + which;
    return { t: 1_600_000_000 - (1_600_000_000 % DAY) + i * DAY, o: c, h: c + 1, l: c - 1, c, v: 1000 };
  });

let home: TestHome;
beforeEach(async () => {
  home = await newTestHome();
  await mkdir(join(home.home, 'data/historical'), { recursive: true });
  for (const [i, symbol] of SYMBOLS.entries()) {
    const rows = candlesOf(i).map(({ t, o, h, l, c, v }) => `${t},${o},${h},${l},${c},${v}\n`);
    await writeFile(
      join(home.home, 'data/historical', `${symbol}.csv`),
      `timestamp,open,high,low,close,volume\n${rows.join('')}`,
    );
  }
});
afterEach(() => home[Symbol.asyncDispose]());

async function askFor(env: Record<string, string>, requests: readonly object[]): Promise<Record<string, unknown>[]> {
  const client = new Client({ name: 'some-ide', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN], env: { ...home.env, ...env }, cwd: home.home }),
  );
  try {
    const ids: string[] = [];
    for (const request of requests) {
      const submitted = await client.callTool({ name: 'backtest_submit', arguments: { ...request } });
      if (submitted.isError) throw new Error(JSON.stringify(submitted.content));
      ids.push((submitted.structuredContent as { request_id: string }).request_id);
    }
    const answers: Record<string, unknown>[] = [];
    for (const request_id of ids) {
      const { structuredContent } = await client.callTool({
        name: 'backtest_result',
        arguments: { request_id, wait_seconds: 50 },
      });
      answers.push(structuredContent as Record<string, unknown>);
    }
    return answers;
  } finally {
    await client.close();
  }
}

const request = {
  symbols: SYMBOLS.map((symbol) => ({ symbol, dataset: symbol })),
  weights: WEIGHTS,
  costs: { fee_bps: 5 },
  mode: { initial_equity: 100_000 },
};
/** The engine, asked without anything in between. */
function returnOfEngine(): number {
  const { equity } = runPortfolio({
    symbols: SYMBOLS.map((symbol, i) => ({ symbol, candles: candlesOf(i) })),
    weights: WEIGHTS,
    costs: { fee_bps: 5 },
    fill: 'next_open',
    cash: 100_000,
  });
  return (equity.at(-1) ?? NaN) / 100_000 - 1;
}

test('is submitted and answered over MCP by a worker alone', async () => {
  await using _worker = await startWorkerProcess(home);
  const everything = { ...request, symbols: [{ symbol: '*', dataset: 'data/historical' }] };
  const [answer, ofFolder] = await askFor({}, [request, everything]);
  const made = returnOfEngine();
  expect(answer).toMatchObject({ status: 'done', result: { outcome: 'lived' } });
  for (const each of [answer, ofFolder])
    expect(each).toMatchObject({ result: { return: expect.closeTo(made, 9) as number } });
});

test('is run by any worker of a queue, with or without its files, to the same figures', async (context) => {
  if (!existsSync(NATS)) context.skip(`no ${NATS}`);
  await using queue = await startQueue(home);
  const small = { SWIMMY_BACKTEST_WORKERS: '1', SWIMMY_QUEUE_STORE_MB: '512' };
  await using _near = await startWorkerProcess(home, ['--queue', queue.url], small);
  const folder = join(home.home, 'far');
  await mkdir(folder);
  await using _far = await startWorkerProcess(
    { ...home, home: folder, env: { ...home.env, SWIMMY_HOME: folder } },
    ['--queue', queue.url],
    small,
  );
  const answers = await askFor(
    { SWIMMY_QUEUE: queue.url },
    Array.from({ length: 6 }, () => request),
  );
  const made = returnOfEngine();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 'done'));
  for (const each of answers) expect(each).toMatchObject({ result: { return: expect.closeTo(made, 9) as number } });
});
