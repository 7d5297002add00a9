// The gateway as a client meets it: a real process on stdio, a real ZeroMQ peer behind it.
import { generateCsv } from '@zorivest/engine';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Push } from 'zeromq';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  frame,
  newTestHome,
  startGatewayProcess,
  startWorkerProcess,
  until,
  type TestHome,
  STRATEGY,
  REQUEST,
  startPeer,
} from './support.ts';

let home: TestHome;
beforeEach(async () => {
  home = await newTestHome();
});
afterEach(() => home[Symbol.asyncDispose]());

const receive = async () => {
  const file = join(home.home, 'received.txt');
  return existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter(Boolean) : [];
};
const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);
const idsOf = (messages: readonly string[]) =>
  messages.map((message) => /\(request_id \. "([^"]+)"\)/.exec(message)?.[1]);

describe('methods', () => {
  test('answer as the contract says, in order of shape, key and method', async () => {
    await using gateway = startGatewayProcess(home);
    expect((await gateway.call('health.ping')).result).toEqual({ status: 'ok' });
    expect((await gateway.call('health.ping', { api_key: 'wrong' })).error?.code).toBe(-32001);
    expect((await gateway.call('no.such', { api_key: undefined })).error?.code).toBe(-32001);
    expect((await gateway.call('no.such')).error?.code).toBe(-32601);
    expect((await gateway.call('trade.submit', { type: 'CLOSE', close_all: true })).error).toMatchObject({
      code: -32003,
      message: 'trade-capable disabled',
    });
    expect((await gateway.call('backtest.result', { request_id: 'unknown' })).error).toMatchObject({
      code: -32602,
      data: { errors: [{ path: 'request_id' }] },
    });
    const bad = await gateway.call('backtest.submit', {
      type: 'CLOSE',
      strategy: { ...STRATEGY, sma_short: 'x', colour: 1 },
      candles_file: 'a CPCV_VALIDATE',
    });
    expect(bad.error?.code).toBe(-32602);
    expect(bad.error?.data?.errors?.map(({ path }) => path).toSorted(byText)).toEqual([
      'candles_file',
      'strategy.colour',
      'strategy.sma_short',
      'type',
    ]);
    expect(await gateway.end()).toBe(0);
  });

  test('a blank key refuses to start and names the variable', async () => {
    for (const key of ['', '   ']) {
      await using gateway = startGatewayProcess(home, { SWIMMY_MCP_API_KEY: key });
      await until('its end', () => gateway.process.exitCode !== null);
      expect(gateway.process.exitCode).toBe(1);
      expect(gateway.stderr()).toContain('SWIMMY_MCP_API_KEY');
    }
  });

  test('bad bytes are answered and the stream continues', async () => {
    await using gateway = startGatewayProcess(home);
    const key = home.env.SWIMMY_MCP_API_KEY ?? '';
    gateway.write(frame('{"jsonrpc":"2.0","id":1,'));
    expect((await gateway.next()).error?.code).toBe(-32700);
    gateway.write(frame('42'));
    expect((await gateway.next()).error?.code).toBe(-32600);
    gateway.write('Content-Length: many\r\n\r\n');
    expect((await gateway.next()).error?.code).toBeOneOf([-32700, -32600]);
    const call = (id: unknown) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'health.ping', params: { api_key: key, note: undefined } });
    const glued = frame(call('a')) + frame(call('b'));
    for (const byte of Buffer.from(glued)) gateway.write(Buffer.from([byte]));
    expect([(await gateway.next()).id, (await gateway.next()).id]).toEqual(['a', 'b']);
    gateway.write(
      frame(`[${call('c')},${call('d')},{"jsonrpc":"2.0","method":"health.ping","params":{"api_key":"${key}"}}]`),
    );
    expect([(await gateway.next()).id, (await gateway.next()).id].toSorted(byText)).toEqual(['c', 'd']);
    expect((await gateway.call('health.ping')).result).toEqual({ status: 'ok' });
  });

  test('the key and the parameters stay out of the log', async () => {
    await using gateway = startGatewayProcess(home);
    await gateway.call('health.ping');
    await gateway.call('backtest.submit', { candles_file: 'my-secret-file' });
    await gateway.call(home.env.SWIMMY_MCP_API_KEY ?? '');
    await gateway.end();
    const log = await readFile(join(home.home, 'logs/mcp_gateway.jsonl'), 'utf8');
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ request_id: 1, method: 'health.ping', status: 'ok' });
    expect(lines[0]?.duration_ms).toSatisfy(Number.isInteger);
    expect(lines[1]).toMatchObject({ method: 'backtest.submit', status: 'error' });
    expect(log + gateway.stderr()).not.toContain(home.env.SWIMMY_MCP_API_KEY);
    expect(log).not.toContain('my-secret-file');
  });
});

describe('status files', () => {
  test('missing ones are empty, broken ones warn, times are ISO, unknown majors are refused by name', async () => {
    const status = join(home.home, 'swimmy_status');
    await using gateway = startGatewayProcess(home, { SWIMMY_STATUS_FILE: status });
    expect((await gateway.call('system.status')).result).toMatchObject({
      schema_version: 1,
      swimmy: {},
      backtest: {},
      warnings: [],
    });
    expect((await gateway.call('system.metrics')).result).toMatchObject({
      schema_version: 1,
      metrics: {},
      stale: true,
    });
    expect((await gateway.call('backtest.status')).result).toMatchObject({ mode: 'latest' });

    await mkdir(join(home.home, 'data/reports'), { recursive: true });
    await writeFile(status, 'TIME: 2026-02-04 21:15:07\nTICKS: 18240\nEQUITY: 1004210.55\nno key here\nMT5: ONLINE\n');
    await writeFile(
      join(home.home, 'data/reports/backtest_status.txt'),
      'timestamp: 3978850979\ncount: 153\nlast_name: N/A\nlast_request_id: 77\n',
    );
    const metrics = join(home.home, 'data/system_metrics.sexp');
    await writeFile(
      metrics,
      '((swimmy.school::schema_version . 1) (swimmy.school::timestamp . 3978304162) (swimmy.school::heap_used_mb . 215.0041d0) (swimmy.school::uptime_seconds . 9))',
    );
    const answer = (await gateway.call('system.status')).result;
    expect(answer).toMatchObject({
      swimmy: { time: '2026-02-04 21:15:07', ticks: 18240, equity: 1004210.55, mt5: 'ONLINE' },
      backtest: { timestamp: '2026-01-31T12:22:59.000Z', count: 153, last_name: null, last_request_id: '77' },
      sources: { backtest: { stale: false } },
    });
    expect(answer?.warnings).toHaveLength(1);
    expect((await gateway.call('backtest.status')).result).toMatchObject({ mode: 'latest', count: 153 });
    expect((await gateway.call('system.metrics')).result).toMatchObject({
      source_schema_version: 1,
      stale: false,
      metrics: { uptime_seconds: 9, heap_used_mb: 215.0041, timestamp: '2026-01-25T04:29:22.000Z' },
    });
    await utimes(metrics, 1, 1);
    expect((await gateway.call('system.metrics')).result?.stale).toBe(true);
    await writeFile(metrics, '((schema_version . 1) (uptime_seconds . 12) (strategy_cou');
    expect((await gateway.call('system.metrics')).result).toMatchObject({
      metrics: { uptime_seconds: 12 },
      warnings: [expect.stringMatching(/broken/)],
    });
    await writeFile(metrics, '((schema_version . 9))');
    expect((await gateway.call('system.metrics')).error).toMatchObject({
      code: -32012,
      message: expect.stringMatching(/system_metrics\.sexp has schema_version 9/),
    });
  });
});

describe('delivery', () => {
  test('without an engine: -32010 in time, and the message is never delivered later', async () => {
    await using gateway = startGatewayProcess(home, { SWIMMY_MCP_PATIENCE_MS: '1000' });
    const refused = await gateway.call('backtest.submit', { ...REQUEST, request_id: 'early' });
    expect(refused.error?.code).toBe(-32010);
    expect((await gateway.call('backtest.status', { request_id: 'early' })).error?.code).toBe(-32602);
    await using _peer = await startPeer(home);
    const accepted = await gateway.call('backtest.submit', { ...REQUEST, request_id: 'later' });
    expect(accepted.result).toMatchObject({ status: 202, request_id: 'later' });
    expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'later' })).error?.code).toBe(-32602);
    expect((await gateway.call('backtest.submit', { ...REQUEST, request_id: 'early' })).result).toMatchObject({
      request_id: 'early',
    });
    // A message that is on its way may still be written after the answer.
    await until('both', async () => (await receive()).length >= 2);
    expect(idsOf(await receive())).toEqual(['later', 'early']);
  });

  test('40 fresh processes submit once each; all 40 arrive', async () => {
    await using _peer = await startPeer(home);
    const one = async (i: number) => {
      await using gateway = startGatewayProcess(home);
      const answer = await gateway.call('backtest.submit', { ...REQUEST, request_id: `fresh-${i}` });
      // The host may end a gateway the moment it has its answer.
      await gateway.stop('SIGKILL');
      return answer.result?.request_id;
    };
    for (let i = 0; i < 40; i += 4) await Promise.all([one(i), one(i + 1), one(i + 2), one(i + 3)]);
    const ids = idsOf(await until('40 messages', async () => ((await receive()).length >= 40 ? receive() : undefined)));
    expect(ids.toSorted(byText)).toEqual(Array.from({ length: 40 }, (_, i) => `fresh-${i}`).toSorted(byText));
  });

  test('a peer killed and started again receives exactly what was accepted', async () => {
    await using gateway = startGatewayProcess(home);
    const accepted: string[] = [];
    const submit = async (id: string) => {
      const { result } = await gateway.call('backtest.submit', { ...REQUEST, request_id: id });
      if (result) accepted.push(id);
    };
    const first = await startPeer(home);
    await Promise.all(Array.from({ length: 200 }, (_, i) => submit(`before-${i}`)));
    await until('the first ones', async () => (await receive()).length === 200);
    await first.stop('SIGKILL');
    const during = Promise.all(Array.from({ length: 100 }, (_, i) => submit(`during-${i}`)));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(accepted).toHaveLength(200);
    await using _second = await startPeer(home);
    await during;
    await Promise.all(Array.from({ length: 100 }, (_, i) => submit(`after-${i}`)));
    expect(accepted).toHaveLength(400);
    const ids = idsOf(await until('all', async () => ((await receive()).length >= 400 ? receive() : undefined)));
    expect(ids.toSorted(byText)).toEqual(accepted.toSorted(byText));
  });

  test('10,000 submits wait for a peer that comes late, and all of them arrive', async () => {
    await using gateway = startGatewayProcess(home, { SWIMMY_MCP_PATIENCE_MS: '14000' });
    await gateway.call('health.ping');
    const calls = Array.from({ length: 10_000 }, (_, i) =>
      gateway.call('backtest.submit', { ...REQUEST, request_id: `q-${i}` }),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await using _peer = await startPeer(home);
    const answers = await Promise.all(calls);
    expect(answers.filter(({ result }) => result === undefined)).toEqual([]);
    expect(
      new Set(idsOf(await until('all', async () => ((await receive()).length >= 10_000 ? receive() : undefined)))).size,
    ).toBe(10_000);
  });

  test('limits are off until they are set, then refuse with what to do', async () => {
    await using _peer = await startPeer(home);
    await using gateway = startGatewayProcess(home, { SWIMMY_BACKTEST_MAX_PENDING: '2' });
    await gateway.call('backtest.submit', REQUEST);
    await gateway.call('backtest.submit', REQUEST);
    expect((await gateway.call('backtest.submit', REQUEST)).error).toMatchObject({ code: -32011 });
  });
});

describe('results find their request', () => {
  test('from a foreign engine by the id in the name, in each of its shapes, and after a restart', async () => {
    await using _peer = await startPeer(home);
    {
      await using gateway = startGatewayProcess(home);
      for (const id of ['one', 'two', 'three', 'four', 'five'])
        await gateway.call('backtest.submit', { ...REQUEST, request_id: id });
      await gateway.end();
    }
    await using gateway = startGatewayProcess(home);
    expect((await gateway.call('backtest.status', { request_id: 'one' })).result).toMatchObject({
      mode: 'request',
      status: 'sent',
    });
    const engine = new Push({ linger: 1000 });
    engine.connect(`tcp://127.0.0.1:${home.ports.results}`);
    const fields = (name: string) =>
      `(strategy_name . "${name}") (trades . 3) (wins . 2) (losses . 1) (pnl . 1.5) (sharpe . 0.5) (sortino . inf) (sharpe_ci_lower . -inf)`;
    await engine.send(`((type . backtest-result) (result . (${fields('Demo~one')})))`);
    await engine.send(
      `((type . "BACKTEST_RESULT") (result (${fields('Demo~two')} (trade_list ((60 0.5) (120 1.0))))))`,
    );
    await engine.send(
      `((type . "BACKTEST_RESULT") (result . ((strategy_name . "x") (error . "no data") (request_id . "three"))))`,
    );
    await engine.send(`((type . "BACKTEST_RESULT") (result . (${fields('Demo~four')} (schema_version . 7))))`);
    await engine.send('not a result at all');
    await engine.send(`((type . backtest-result) (result . (${fields('Stranger~unknown')})))`);
    const result = async (id: string) =>
      (await gateway.call('backtest.result', { request_id: id, wait_seconds: 100 })).result;
    expect(await result('one')).toMatchObject({
      status: 'done',
      result: { strategy_name: 'Demo', trades: 3, sortino: null, sharpe_ci_lower: null, trade_list: [] },
    });
    expect(await result('two')).toMatchObject({
      status: 'done',
      result: {
        trade_list: [
          { timestamp: 60, pnl: 0.5 },
          { timestamp: 120, pnl: 1 },
        ],
      },
    });
    expect(await result('three')).toMatchObject({ status: 'failed', reason: 'no data' });
    expect(await result('four')).toMatchObject({ status: 'failed', reason: expect.stringMatching(/schema_version 7/) });
    expect((await gateway.call('backtest.cancel', { request_id: 'five' })).error?.code).toBe(-32011);
    engine.close();
    const list = (await gateway.call('backtest.list')).result;
    expect(list?.counts).toEqual({ done: 2, failed: 2, sent: 1 });
  });

  test('from our worker: golden figures, progress, cancel, and two gateways of one home', async () => {
    await writeFile(join(home.home, 'candles.csv'), [...generateCsv(20_000, 42)].join(''));
    await appendFile(join(home.home, 'candles.csv'), 'broken,row\n');
    await using _worker = await startWorkerProcess(home);
    await using first = startGatewayProcess(home);
    await using second = startGatewayProcess(home);
    await first.call('health.ping');
    await second.call('backtest.submit', { ...REQUEST, request_id: 'golden', include_trades: true });
    const answer = (await first.call('backtest.result', { request_id: 'golden', wait_seconds: 100 })).result as {
      result: { trade_list: unknown[] };
    };
    expect(answer).toMatchObject({
      schema_version: 1,
      request_id: 'golden',
      status: 'done',
      result: { strategy_name: 'Demo', trades: 557, pnl: -5.2199999999955935 },
      warnings: [
        expect.stringMatching(/1 rows/),
        expect.stringMatching(/line 20002/),
        expect.stringMatching(/the last 500 of 557 trades/),
      ],
    });
    expect(answer.result.trade_list).toHaveLength(500);
    const sweep = { sma_short: { from: 2, to: 60, step: 1 }, sma_long: { from: 61, to: 200, step: 1 } };
    await first.call('backtest.submit', { ...REQUEST, request_id: 'long', mode: { sweep } });
    await until(
      'progress',
      async () => Number((await first.call('backtest.status', { request_id: 'long' })).result?.progress ?? 0) > 0,
    );
    expect((await second.call('backtest.cancel', { request_id: 'long' })).result).toMatchObject({
      status: 'cancelled',
    });
  });

  test('a worker that dies loses its jobs, and they say so', async () => {
    await writeFile(join(home.home, 'candles.csv'), [...generateCsv(20_000, 42)].join(''));
    await using gateway = startGatewayProcess(home);
    const sweep = { sma_short: { from: 2, to: 60, step: 1 }, sma_long: { from: 61, to: 200, step: 1 } };
    const doomed = await startWorkerProcess(home);
    await gateway.call('backtest.submit', { ...REQUEST, request_id: 'doomed', mode: { sweep } });
    await doomed.stop('SIGKILL');
    await using _worker = await startWorkerProcess(home);
    const answer = await gateway.call('backtest.result', { request_id: 'doomed', wait_seconds: 100 });
    expect(answer.result).toMatchObject({ status: 'lost', result: null });
  });
});
