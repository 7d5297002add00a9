// The worker as another program meets it: messages in on its ports, answers out on 5581.
import { generateCsv, requestSchema } from '@zorivest/engine';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { Publisher, Pull, Push } from 'zeromq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backtestMessage } from '../request/message.ts';
import { readSexp } from '../sexp/read.ts';
import { toJson } from '../sexp/to-json.ts';
import {
  NATS,
  newTestHome,
  startGatewayProcess,
  startQueue,
  startWorkerProcess,
  STRATEGY,
  until,
  type TestHome,
} from './support.ts';

let home: TestHome;
let collector: Pull;
let sender: Push;
const answers = new Map<string, Record<string, unknown>>();
const counts = new Map<string, number>();

beforeEach(async () => {
  answers.clear();
  counts.clear();
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(20_000, 42)].join(''));
  collector = new Pull({ linger: 0 });
  await collector.bind(`tcp://127.0.0.1:${home.ports.results}`);
  sender = new Push({ linger: 0 });
  sender.connect(`tcp://127.0.0.1:${home.ports.requests}`);
  void (async () => {
    for await (const [frame] of collector) {
      const { result } = toJson(readSexp(String(frame))) as { result: Record<string, unknown> };
      const id = String(result.request_id ?? result.strategy_name);
      answers.set(id, result);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  })().catch(() => undefined);
});

afterEach(async () => {
  collector.close();
  sender.close();
  await home[Symbol.asyncDispose]();
});

function messageOf(id: string, rest: object = {}): string {
  return backtestMessage({
    ...requestSchema.parse({ strategy: STRATEGY, candles_file: 'candles.csv', ...rest }),
    request_id: id,
  });
}
const send = (id: string, rest?: object) => sender.send(messageOf(id, rest));
const answerTo = (id: string) => until(`the answer to ${id}`, () => answers.get(id));

/** The worker's control socket, and all it says there. */
function listen() {
  const events: { id: string; status: string; progress?: number }[] = [];
  const control = connect(home.env.SWIMMY_CONTROL_SOCKET ?? '');
  let text = '';
  control.on('data', (chunk) => {
    text += chunk.toString();
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) events.push(JSON.parse(line) as (typeof events)[number]);
  });
  return { control, events };
}

describe('one worker', () => {
  test('answers the same on 5580 and 5559, with the golden figures, and keeps the name it was given', async () => {
    await using _worker = await startWorkerProcess(home);
    await send('A', { include_trades: true });
    const onService = await answerTo('A');
    expect(onService).toMatchObject({ strategy_name: 'Demo~A', trades: 557, wins: 131, pnl: -5.2199999999955935 });
    expect(onService.trade_list).toHaveLength(500);

    const publisher = new Publisher({ linger: 1000 });
    publisher.connect(`tcp://127.0.0.1:${home.ports.external}`);
    // A plain PUB has no proof of its subscriber, so it repeats itself until it is heard.
    await until('5559 to answer', async () => {
      await publisher.send(messageOf('B'));
      return answers.has('B');
    });
    publisher.close();
    const {
      request_id: _a,
      strategy_name: _b,
      trade_list: _c,
      load_ms: _d,
      run_ms: _e,
      table_file: _f,
      ...figures
    } = onService;
    expect(answers.get('B')).toMatchObject(figures);
  });

  test('honours a range with both of its ends, a timeframe, and a symbol without a file', async () => {
    await using _worker = await startWorkerProcess(home);
    const start = 1_577_836_800;
    await send('range', { start_time: start + 60 * 5000, end_time: start + 60 * 9999, timeframe: 5 });
    const rows = [...generateCsv(20_000, 42)].join('').split('\n');
    await writeFile(join(home.home, 'part.csv'), [rows[0], ...rows.slice(5001, 10_001)].join('\n'));
    await send('part', { candles_file: 'part.csv', timeframe: 5 });
    const [range, part] = [await answerTo('range'), await answerTo('part')];
    expect(range.trades).toBeGreaterThan(0);
    expect([range.trades, range.pnl, range.sharpe]).toEqual([part.trades, part.pnl, part.sharpe]);
    await mkdir(join(home.home, 'data/historical'), { recursive: true });
    await writeFile(join(home.home, 'data/historical/USDJPY_M1.csv'), rows.join('\n'));
    await send('symbol', { candles_file: undefined, symbol: 'USDJPY' });
    expect((await answerTo('symbol')).trades).toBe(557);
  });

  test('turns every failure into an answer and continues', async () => {
    await using worker = await startWorkerProcess(home);
    await writeFile(join(home.home, 'notes.txt'), 'these are no candles');
    await sender.send('no expression at all');
    await sender.send('((type . "CLOSE") (action . "BACKTEST") (close_all . #t))');
    await sender.send(`((action . "BACKTEST") (strategy . ((name . "x"))))`);
    await send('missing', { candles_file: 'nowhere.csv' });
    await send('words', { candles_file: 'notes.txt' });
    await send('short', { mode: { walk_forward: { train_bars: 1_000_000, test_bars: 10 } } });
    await send('good');
    expect((await answerTo('MISSING')).error).toBe('missing request_id');
    expect((await answerTo('missing')).error).toMatch(/no such file/);
    expect((await answerTo('words')).error).toMatch(/first line/);
    expect((await answerTo('short')).error).toMatch(/fewer than one training window/);
    expect((await answerTo('good')).trades).toBe(557);
    expect(worker.stderr()).not.toMatch(/unexpected/);
  });

  test('reads files of its own folder only, unless its operator allows another', async () => {
    await using outside = await newTestHome();
    const elsewhere = join(outside.home, 'candles.csv');
    await writeFile(elsewhere, [...generateCsv(2000, 42)].join(''));
    await symlink(elsewhere, join(home.home, 'link.csv'));
    {
      await using _worker = await startWorkerProcess(home);
      await send('absolute', { candles_file: elsewhere });
      await send('climbing', { candles_file: `../${basename(outside.home)}/candles.csv` });
      await send('linked', { candles_file: 'link.csv' });
      await send('named', { candles_file: undefined, symbol: `../../../${basename(outside.home)}/x` });
      await send('own', { candles_file: join(home.home, 'candles.csv') });
      for (const id of ['absolute', 'climbing', 'linked', 'named'])
        expect((await answerTo(id)).error).toMatch(/outside the worker's folder.*--allow-path/);
      expect((await answerTo('own')).trades).toBe(557);
    }
    await using _worker = await startWorkerProcess(home, ['--allow-path', outside.home]);
    await send('allowed', { candles_file: elsewhere });
    expect((await answerTo('allowed')).trades).toBeGreaterThan(0);
  });

  test('runs a portfolio of files and inline candles in one account', async () => {
    await using _worker = await startWorkerProcess(home);
    const inline = Array.from({ length: 40 }, (_, i) => {
      const c = 100 + i;
      return { t: 1_577_836_800 + i * 3600, o: c, h: c, l: c, c, v: 1 };
    });
    const symbols = [
      { symbol: 'A', dataset: 'candles.csv' },
      { symbol: 'B', candles: inline },
    ];
    const rest = { strategy: undefined, candles_file: undefined, symbols, include_trades: true };
    const weights = { expression: 'if(top(1, close / close[5]), 1, 0)', rebalance: 'daily' };
    await send('many', { ...rest, weights });
    const many = await answerTo('many');
    expect([many.error, many.outcome]).toEqual([undefined, 'lived']);
    const { portfolio, trades } = JSON.parse(String(many.details)) as {
      portfolio: { symbols: { symbol: string; bars: number }[]; fills: number };
      trades: { symbol: string }[];
    };
    expect(portfolio.symbols.map(({ symbol, bars }) => [symbol, bars])).toEqual([
      ['A', 20_000],
      ['B', 40],
    ]);
    expect(trades.length).toBeGreaterThan(0);
    const orders = [{ date: 1_577_836_800, symbol: 'B', size: 2, type: 'limit', limit: 101 }];
    await send('ordered', { ...rest, orders });
    expect(JSON.parse(String((await answerTo('ordered')).details))).toMatchObject({
      portfolio: { fills: 1, positions_end: { B: 2 } },
    });
    await send('absent', { ...rest, symbols: [{ symbol: 'C', dataset: 'no-such' }], weights });
    expect((await answerTo('absent')).error).toMatch(/^C: no such file: .*no-such.csv$/);
  });

  test('tells of bad candles by their line, and refuses inline ones by their place', async () => {
    await using _worker = await startWorkerProcess(home);
    const rows = [...generateCsv(3000, 42)].join('').trim().split('\n');
    rows.splice(11, 0, '1577837399,150,149,151,150,1');
    await writeFile(join(home.home, 'bad.csv'), rows.join('\n'));
    await send('bad', { candles_file: 'bad.csv', mode: {} });
    const bad = await answerTo('bad');
    expect(bad.bad_rows).toBe(1);
    expect(JSON.parse(String(bad.bad_row_lines))).toEqual([{ line: 12, message: 'high is below low' }]);
    const worse = rows.map((row, i) => (i > 0 && i % 50 === 0 ? row.replace(/,[^,]+$/, ',x') : row));
    await writeFile(join(home.home, 'worse.csv'), worse.join('\n'));
    await send('worse', { candles_file: 'worse.csv', mode: {} });
    expect((await answerTo('worse')).error).toMatch(/^candles: 61 of 3001 rows are bad, 2.03 %.*data.max_bad_share$/);
    await send('allowed bad', { candles_file: 'worse.csv', mode: {}, data: { max_bad_share: 0.05 } });
    expect((await answerTo('allowed bad')).bad_rows).toBe(61);
    const candle = { t: 60, o: 10, h: 9, l: 11, c: 10, v: 1 };
    await send('inline', {
      candles_file: undefined,
      candles: [
        { ...candle, h: 12, l: 9 },
        { ...candle, t: 120 },
      ],
      mode: {},
    });
    expect((await answerTo('inline')).error).toBe('candles.1: high is below low');
  });

  test('a realistic answer is rounded, names its mode and its conventions, and lists its trades once', async () => {
    await using _worker = await startWorkerProcess(home);
    await send('real', {
      include_trades: true,
      mode: { costs: [{ spread: 0.01 }], equity_curve: true, bootstrap: { samples: 20 }, contract_size: 1000 },
    });
    const { details, mode, closed, benchmark, ...result } = await answerTo('real');
    const parsed = JSON.parse(String(details)) as {
      trades: { pnl: number }[];
      equity_curve: [number, number][];
      conventions: Record<string, string>;
    };
    expect(JSON.parse(String(mode))).toMatchObject({ fill: 'next_open', contract_size: 1000 });
    expect(result.trade_list).toBeUndefined();
    expect(parsed.trades).toHaveLength(500);
    expect(parsed.trades.filter(({ pnl }) => !/^-?\d+(\.\d{1,3})?$/.test(String(pnl)))).toEqual([]);
    expect(parsed.equity_curve.at(-1)?.[1]).toBeCloseTo(10_000 + Number(result.pnl), 7);
    expect(parsed.conventions).toMatchObject({
      prices: expect.stringMatching(/mid prices.*0\.005/),
      stops_and_targets: expect.stringMatching(/mid price.*half the spread/),
      annualisation: expect.stringMatching(/UTC day/),
      forced_closes: expect.stringMatching(/reason end/),
    });
    expect(Object.keys(JSON.parse(String(closed)) as object)).toContain('sharpe_ci_lower');
    expect(JSON.parse(String(benchmark))).toHaveProperty('max_drawdown');
  });

  test('sweeps on its threads, tells of progress, is cancelled by id, and writes the report', async () => {
    await using _worker = await startWorkerProcess(home);
    const { control, events } = listen();
    const sweep = { sma_short: { from: 2, to: 60, step: 1 }, sma_long: { from: 61, to: 200, step: 1 } };
    await send('long', { mode: { sweep } });
    control.write(`${JSON.stringify({ watch: ['long', 'missing'] })}\n`);
    await until('progress', () => events.find((event) => event.id === 'long' && (event.progress ?? 0) > 0));
    expect(events.find((event) => event.id === 'missing')?.status).toBe('unknown');
    control.write(`${JSON.stringify({ cancel: 'long' })}\n`);
    expect((await answerTo('long')).error).toBe('cancelled');
    control.destroy();

    await send('report', {
      mode: { report: true, sweep: { sma_short: [5, 10] }, bootstrap: { samples: 50 }, lookahead_check: true },
    });
    const { report_file, details } = await answerTo('report');
    expect(JSON.parse(String(details))).toMatchObject({ sweep: { runs: 2 }, lookahead: { ok: true } });
    expect(await readFile(String(report_file), 'utf8')).toContain('<svg');
  });

  test('a second worker on the same ports says so and ends', async () => {
    await using _worker = await startWorkerProcess(home);
    await expect(startWorkerProcess(home)).rejects.toThrow(/port is taken/);
  });
});

describe('workers that share a queue', () => {
  test('a worker killed mid-job has its job run by another, once', async (context) => {
    if (!existsSync(NATS)) context.skip(`no ${NATS}`);
    await using nats = await startQueue(home);
    const { url } = nats;
    const env = { SWIMMY_BACKTEST_WORKERS: '1' };
    await using first = await startWorkerProcess(home, ['--queue', url], env);
    await send('slow', {
      mode: { sweep: { sma_short: { from: 2, to: 40, step: 1 }, sma_long: { from: 41, to: 140, step: 1 } } },
    });
    const { control, events } = listen();
    control.on('error', () => undefined).write(`${JSON.stringify({ watch: ['slow'] })}\n`);
    await until('progress', () => events.find(({ progress = 0 }) => progress > 0));
    // Held in the middle of its job until the other one is there, and then ended.
    first.process.kill('SIGSTOP');
    expect(answers.has('slow')).toBe(false);
    await using second = await startWorkerProcess(home, ['--queue', url], env);
    expect(second.stderr()).toMatch(/running jobs of the queue/);
    await first.stop('SIGKILL');
    expect((await answerTo('slow')).trades).toBeGreaterThan(0);
    // The ports of the dead worker are taken over, and a finished job asked for again is answered, not run again.
    await until('the ports', () => /taking messages/.test(second.stderr()));
    await send('slow');
    await send('after');
    await answerTo('after');
    expect(counts.get('after')).toBe(1);
    expect(answers.get('slow')?.details).toBeTypeOf('string');
    // A gateway elsewhere has no control socket; it asks the queue whether a worker of ours is there.
    const far = { SWIMMY_CONTROL_SOCKET: join(home.home, 'none.sock'), SWIMMY_MCP_PATIENCE_MS: '3000' };
    await using blind = startGatewayProcess(home, far);
    const realistic = { strategy: STRATEGY, candles_file: 'candles.csv', mode: {} };
    expect((await blind.call('backtest.submit', realistic)).error?.code).toBe(-32602);
    await using asking = startGatewayProcess(home, { ...far, SWIMMY_QUEUE: url });
    expect((await asking.call('backtest.submit', { ...realistic, request_id: 'far' })).result).toMatchObject({
      status: 202,
    });
  });
});

test('a worker that npx started ends with it', async (context) => {
  if (process.platform === 'win32') context.skip('no shell between npx and us');
  const bin = join(import.meta.dirname, '../bin/swimmy-worker.js');
  // As npx does it: a shell between the two, which is all that a signal to npx reaches.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${bin}" & echo $!; wait`], {
    env: { ...home.env, npm_command: 'exec' },
    cwd: home.home,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  shell.stdout.on('data', (chunk) => (out += String(chunk)));
  shell.stderr.on('data', (chunk) => (err += String(chunk)));
  await until('the worker', () => err.includes('taking messages'));
  const pid = Number(out);
  const isAlive = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isAlive()).toBe(true);
  shell.kill('SIGKILL');
  await until('its end', () => !isAlive(), 20_000);
});
