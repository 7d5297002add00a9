// The ledger of trials, as a researcher meets it: every try on the same candles counts, and the tail is used a single time.
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { generateCsv } from '@zorivest/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newTestHome,
  runCommand,
  startGatewayProcess,
  startWorkerProcess,
  type GatewayProcess,
  type Running,
  type TestHome,
} from './support.ts';

const CROSS = {
  name: 'Tuesday',
  volume: 1,
  entry_long: 'cross_up(ema(close, 12), ema(close, 26))',
  exit_long: 'cross_down(ema(close, 12), ema(close, 26))',
};
/** The same idea, with names for its numbers. */
const NAMED = {
  name: 'Wednesday',
  volume: 2,
  entry_long: 'cross_up(ema(close, fast), ema(close, slow))',
  exit_long: 'cross_down(ema(close,fast), ema(close,slow))',
  params: { fast: 8, slow: 40 },
};
const OTHER = { name: 'other', volume: 1, entry_long: 'rsi(14) < 30', exit_long: 'rsi(14) > 70' };

let home: TestHome;
let worker: Running;
let gateway: GatewayProcess;
beforeAll(async () => {
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(60_000, 42)].join(''));
  await copyFile(join(home.home, 'candles.csv'), join(home.home, 'copy.csv'));
  worker = await startWorkerProcess(home);
  gateway = startGatewayProcess(home);
});
afterAll(async () => {
  await gateway.stop();
  await worker.stop();
  await home[Symbol.asyncDispose]();
});

interface Figures {
  readonly trials: number;
  readonly deflated_sharpe: number | null;
  readonly details: {
    readonly first_time: number;
    readonly last_time: number;
    readonly sweep?: { readonly deflated_sharpe: number };
  };
}
const submit = (request_id: string, request: object) =>
  gateway.call('backtest.submit', { request_id, candles_file: 'candles.csv', mode: {}, ...request });
async function run(request_id: string, request: object): Promise<Figures> {
  expect((await submit(request_id, request)).result).toMatchObject({ status: 202 });
  const { result } = await gateway.call('backtest.result', { request_id, wait_seconds: 60 });
  expect(result).toMatchObject({ status: 'done' });
  return result?.result as Figures;
}
const ledger = async (...args: string[]) => {
  const { out } = await runCommand(home, ['ledger', ...args, '--json']);
  return JSON.parse(out) as unknown;
};

test('every try on the same candles counts, whatever its file, name and numbers', async () => {
  expect(await run('first', { strategy: CROSS })).toMatchObject({ trials: 1 });
  expect(await run('second', { strategy: NAMED, candles_file: 'copy.csv' })).toMatchObject({ trials: 2 });
  const swept = await run('swept', {
    strategy: NAMED,
    mode: { sweep: { fast: [5, 8, 13], slow: [30, 50, 80, 120] } },
  });
  expect(swept.trials).toBe(14);
  // Chosen from twelve, among fourteen: what all of them together expect of luck is what counts.
  expect(swept.deflated_sharpe).toBeGreaterThanOrEqual(0);
  expect(swept.deflated_sharpe).not.toBe(swept.details.sweep?.deflated_sharpe);
  expect(await run('other', { strategy: OTHER })).toMatchObject({ trials: 15 });
  const rows = (await ledger('list')) as { dataset: string; shape: string; trials: number; opened: string | null }[];
  expect(rows.map(({ trials, opened }) => [trials, opened])).toEqual([
    [14, null],
    [1, null],
  ]);
  expect(new Set(rows.map(({ dataset }) => dataset)).size).toBe(1);
  expect(await ledger('show', 'swept')).toMatchObject([{ entry: 3, runs: 12, kind: 'run' }]);
});

test('the held-out tail is not run on, is opened once for a shape, and the ledger says when', async () => {
  const data = { holdout: '20%' };
  const before = await run('locked', { strategy: CROSS, data });
  const tail = 1_577_836_800 + 60 * 48_000;
  expect(before.details.last_time).toBe(tail - 60);
  // No range reaches into it.
  expect((await run('range', { strategy: CROSS, data, end_time: tail + 6000 })).details.last_time).toBe(tail - 60);
  const chosen = { data: { ...data, open_holdout: true } };
  const searching = await submit('searching', { strategy: NAMED, ...chosen, mode: { sweep: { fast: [5, 8] } } });
  expect(searching.error?.data?.errors).toMatchObject([{ path: 'data.open_holdout' }]);
  expect((await run('opened', { strategy: CROSS, ...chosen })).details).toMatchObject({ first_time: tail });
  const again = await submit('again', { strategy: NAMED, ...chosen, candles_file: 'copy.csv' });
  expect(again.error).toMatchObject({
    code: -32602,
    data: {
      errors: [
        { path: 'data.open_holdout', message: expect.stringMatching(/were already opened .* at 20\d\d-/) as string },
      ],
    },
  });
  expect((await run('another', { strategy: OTHER, ...chosen })).details).toMatchObject({ first_time: tail });
  const rows = (await ledger('list')) as { opened: string | null }[];
  expect(rows.every(({ opened }) => opened !== null)).toBe(true);
});

test('an entry that was changed is found', async () => {
  expect(await ledger('verify')).toMatchObject({ ok: true, broken: null });
  const db = new DatabaseSync(join(home.home, 'state', 'requests.db'), { timeout: 5000 });
  db.exec('update trials set runs = 1 where entry = 3');
  db.close();
  const { out, code } = await runCommand(home, ['ledger', 'verify']);
  expect(code).toBe(1);
  expect(out).toMatch(/entry 3 does not match its hash/);
});
