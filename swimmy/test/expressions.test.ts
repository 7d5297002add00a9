// A strategy written as expressions, from the client's call to its page: the way a researcher goes.
import { generateCsv } from '@zorivest/engine';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  newTestHome,
  runCommand,
  startGatewayProcess,
  startWorkerProcess,
  type GatewayProcess,
  type TestHome,
  type Running,
} from './support.ts';

const STRATEGY = {
  name: 'written',
  volume: 1,
  entry_long: 'cross_up(ema(close, fast), ema(close, slow)) and hour in 0..20',
  exit_long: 'cross_down(ema(close, fast), ema(close, slow))',
  stop: '3 * atr(14)',
  params: { fast: 12, slow: 26 },
};

let home: TestHome;
let worker: Running;
let gateway: GatewayProcess;

beforeAll(async () => {
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(40_000, 42)].join(''));
  await writeFile(join(home.home, 'other.csv'), [...generateCsv(40_000, 7)].join(''));
  worker = await startWorkerProcess(home);
  gateway = startGatewayProcess(home);
});
afterAll(async () => {
  await gateway.stop();
  await worker.stop();
  await home[Symbol.asyncDispose]();
});

const submit = (request_id: string, strategy: object, mode?: object) =>
  gateway.call('backtest.submit', { request_id, strategy, candles_file: 'candles.csv', ...(mode ? { mode } : {}) });
interface Page {
  readonly rows: readonly { readonly parameters: Record<string, number>; readonly figures: Record<string, number> }[];
}
const pageOf = async (request_id: string, page: number, page_size: number) =>
  (await gateway.call('backtest.result', { request_id, page, page_size })).result?.runs as Page;
const resultOf = async (request_id: string) => {
  const { result } = await gateway.call('backtest.result', { request_id, wait_seconds: 60 });
  expect(result).toMatchObject({ status: 'done' });
  return result?.result as {
    details: { sweep: unknown; lookahead: unknown; walk_forward: { windows: unknown[] } };
    [key: string]: unknown;
  };
};

describe('over the wire', () => {
  test('every fault of every expression is reported by field and column', async () => {
    const { error } = await submit(
      'bad',
      { ...STRATEGY, entry_long: 'close >> 1', stop: 'atr(0)' },
      {
        sweep: { fast: [5], where: 'fast < slo' },
      },
    );
    expect(error?.code).toBe(-32602);
    expect(error?.data?.errors).toEqual([
      { path: 'strategy.entry_long', message: 'a value is missing before ">"', column: 8 },
      { path: 'strategy.stop', message: expect.stringContaining('the period of atr') as string, column: 5 },
      { path: 'mode.sweep.where', message: 'slo is not known; did you mean slow?', column: 8 },
    ]);
  });

  test('expressions imply the realistic mode, and the answer says so', async () => {
    expect((await submit('plain', STRATEGY)).result).toMatchObject({ status: 202 });
    const result = await resultOf('plain');
    expect(result).toMatchObject({ strategy_name: 'written', mode: { fill: 'next_open' } });
    expect(result.trades).toBeGreaterThan(50);
  });

  test('a higher timeframe comes with its look-ahead test', async () => {
    await submit('higher', { ...STRATEGY, filter: 'close > tf(60, sma(close, 20))' }, {});
    expect((await resultOf('higher')).details.lookahead).toMatchObject({ ok: true });
  });

  test('the whole grid of a sweep is reachable, page by page', async () => {
    const sweep = {
      fast: { from: 4, to: 12, step: 1 },
      slow: { from: 10, to: 60, step: 5 },
      where: 'fast * 2 <= slow',
    };
    await submit('grid', STRATEGY, { sweep });
    await resultOf('grid');
    const first = await pageOf('grid', 1, 60);
    // Of 9 x 11 combinations those with slow below twice fast are left out: 10 goes with 4 and 5, and so on.
    const wanted = Array.from({ length: 9 }, (_, f) => f + 4).flatMap((fast) =>
      Array.from({ length: 11 }, (_, s) => 10 + 5 * s).filter((slow) => fast * 2 <= slow),
    ).length;
    expect(first).toMatchObject({ page: 1, pages: 2, total: wanted });
    expect(first.rows).toHaveLength(60);
    const rest = await pageOf('grid', 2, 60);
    expect(rest.rows).toHaveLength(wanted - 60);
    const all = [...first.rows, ...rest.rows];
    expect(new Set(all.map(({ parameters }) => JSON.stringify(parameters))).size).toBe(wanted);
    expect(all.map(({ figures }) => figures.sharpe)).toEqual(
      all.map(({ figures }) => figures.sharpe).toSorted((a = 0, b = 0) => b - a),
    );
    expect((await resultOf('grid')).details.sweep).toMatchObject({
      trials: wanted,
      deflated_sharpe: expect.any(Number) as number,
      pbo: expect.any(Number) as number,
    });
  });

  test('a walk-forward says what each window chose', async () => {
    await submit('walk', STRATEGY, {
      sweep: { fast: [5, 10] },
      walk_forward: { train_bars: 20_000, test_bars: 10_000 },
    });
    expect((await resultOf('walk')).details.walk_forward.windows).toMatchObject([
      { parameters: { fast: expect.any(Number) as number }, trials: 2 },
      { parameters: { fast: expect.any(Number) as number }, trials: 2 },
    ]);
  });

  test('another series can be what holding means', async () => {
    await submit('benchmark', STRATEGY, { benchmark: { candles_file: 'other.csv' } });
    const own = (await resultOf('plain')).benchmark as { return: number };
    const other = (await resultOf('benchmark')).benchmark as { return: number };
    expect(other.return).not.toBe(own.return);
  });
});

const command = (...args: readonly string[]) => runCommand(home, args);

describe('from the shell', () => {
  beforeAll(async () => {
    await submit('shell', STRATEGY, { sweep: { fast: [5, 8, 12] }, report: true });
    await submit('peer', { ...STRATEGY, stop: '1 * atr(14)' }, { equity_curve: true });
    await resultOf('shell');
    await resultOf('peer');
  });

  test('result shows the figures, the runs of a sweep, and the trades as CSV', async () => {
    const { out } = await command('result', 'shell');
    expect(out).toMatch(/written \(shell\): done/);
    expect(out).toMatch(/best of 3 runs: fast \d+/);
    expect(out).toMatch(/probability of overfitting/);
    const page = await command('result', 'shell', '--page', '1');
    expect(page.out.trim().split('\n')).toHaveLength(5);
    expect(page.out).toMatch(/page 1 of 1, 3 rows/);
    const runs = await command('result', 'shell', '--csv');
    expect(runs.out).toMatch(/^fast,trades,.*\n\d+,/);
    expect(runs.out.trim().split('\n')).toHaveLength(4);
    const json = JSON.parse((await command('result', 'shell', '--json')).out) as { status: string };
    expect(json.status).toBe('done');
  });

  test('compare puts runs side by side, and draws them', async () => {
    const { out, code } = await command('compare', 'shell', 'peer', '--report');
    expect(code).toBe(0);
    expect(out).toMatch(/Sharpe +-?[\d.]+ +-?[\d.]+/);
    const file = /report (.*\.html)/.exec(out)?.[1] ?? '';
    expect(await readFile(file, 'utf8')).toContain('Equity, from 100');
    const { runs } = JSON.parse((await command('compare', 'shell', 'peer', '--json')).out) as { runs: unknown[] };
    expect(runs).toMatchObject([{ request_id: 'shell' }, { request_id: 'peer' }]);
  });

  test('the report and its trades lie in the home', async () => {
    const { report_file } = JSON.parse((await command('report', 'shell', '--json')).out) as { report_file: string };
    expect(await readFile(report_file, 'utf8')).toContain('Price with entries and exits');
    expect(await readFile(report_file.replace('.html', '.trades.csv'), 'utf8')).toMatch(/^side,/);
  });

  test('cancel says how a request ended, and list what there is', async () => {
    expect((await command('cancel', 'shell')).out).toBe('shell: done\n');
    const rows = JSON.parse((await command('list', '--json', '--status', 'done')).out) as { request_id: string }[];
    expect(rows.map(({ request_id }) => request_id)).toEqual(expect.arrayContaining(['shell', 'peer']));
  });

  test('a request file with a bad expression is reported line by line', async () => {
    await writeFile(
      join(home.home, 'bad.json'),
      JSON.stringify({ strategy: { ...STRATEGY, stop: '2 *' }, symbol: 'X' }),
    );
    const { err, code } = await command('submit', 'bad.json');
    expect(code).toBe(1);
    expect(err).toContain('strategy.stop, column 4: a value is missing at the end');
  });

  test.each(['submit', 'watch', 'list', 'result', 'cancel', 'retry', 'pieces', 'report', 'compare', 'ledger'])(
    '%s has help with an example',
    async (name) => {
      const { out } = await command(name, '--help');
      expect(out).toContain(`swimmy-mcp ${name}`);
      expect(out).toMatch(/example: swimmy-mcp/);
    },
  );

  test('what cannot work says what to do', async () => {
    expect((await command('result')).err).toMatch(/give the request_id; see swimmy-mcp result --help/);
    expect((await command('result', 'unknown')).err).toMatch(/nothing was submitted under this id/);
    expect((await command('compare', 'shell')).err).toMatch(/at least two/);
    expect((await command('list', '--status', 'happy')).err).toMatch(/--status is one of/);
    expect((await command('list', '--what')).err).toMatch(/see swimmy-mcp list --help/);
    expect((await command('result', 'peer', '--page', '1')).err).toMatch(/no trades were stored: submit with/);
  });
});
