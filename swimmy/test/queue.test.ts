// Workers that share a queue, as the people meet them who run sweeps on several machines: real nats-server, real workers.
// What is killed, cut off and starved stands in queue.long.test.ts.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { generateCsv } from '@zorivest/engine';
import { describe, expect, test } from 'vitest';
import { endOf, ONE_THREAD, pageOf, shareQueue, submit } from './queue-support.ts';
import { runCommand, startGatewayProcess, startQueue, startWorkerProcess, until } from './support.ts';

const shared = shareQueue();
const { startFarWorker, startNearWorker, expectEachOnce, withConnection } = shared;

describe('a sweep that workers share', () => {
  test('ends with every run once, on workers that never had the candle file', async () => {
    await using _near = await startNearWorker();
    await using _far = await startFarWorker('far');
    await using gateway = startGatewayProcess(shared.home);
    const sweep = { sma_short: { from: 2, to: 21, step: 1 }, sma_long: [25, 30], sl: [0.01, 0.05], tp: [0.01, 0.1] };
    expect((await submit(gateway, 'small', { sweep })).result).toMatchObject({ status: 202 });
    const { status, pieces, workers = [] } = await endOf(gateway, 'small');
    expect(status).toBe('done');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    expect(workers.every(({ cpu_ms }) => cpu_ms > 0)).toBe(true);
    await expectEachOnce('small', 160);
    expect((await pageOf(gateway, 'small', 2)).runs).toMatchObject({ total: 160, page: 2, pages: 8 });
  });

  test('finds its candles in a folder that all workers see, where one is given', async () => {
    const folder = join(shared.home.home, 'everywhere');
    await using _near = await startNearWorker({ SWIMMY_CANDLES: folder });
    await using _far = await startFarWorker('far', { SWIMMY_CANDLES: folder });
    await using gateway = startGatewayProcess(shared.home);
    await submit(gateway, 'folder', { sweep: { sl: { from: 0.01, to: 0.5, step: 0.01 } } });
    expect((await endOf(gateway, 'folder')).status).toBe('done');
    expect((await readdir(folder)).filter((name) => name.endsWith('.bars'))).toHaveLength(1);
    await withConnection(async (connection) => {
      const { state } = await (await jetstreamManager(connection)).streams.info('OBJ_SWIMMY_CANDLES');
      expect(state.messages).toBe(0);
    });
  });

  test('a malformed message is reported once, parked, and affects no other', async () => {
    await using worker = await startNearWorker();
    await using gateway = startGatewayProcess(shared.home);
    await withConnection(async (connection) => {
      const stream = jetstream(connection);
      await stream.publish(`swimmy.jobs.${'0'.repeat(40)}`, 'nonsense');
      await stream.publish(`swimmy.piece.${'0'.repeat(40)}.7`, '{{{');
      await stream.publish(`swimmy.lead.${'0'.repeat(40)}`, '');
      const countParked = () => worker.stderr().match(/a message was parked/g)?.length ?? 0;
      await until('the parking', () => countParked() === 3);
      const manager = await jetstreamManager(connection);
      const states = await manager.streams.info('SWIMMY_STATES', { subjects_filter: 'swimmy.parked.>' });
      expect(Object.keys(states.state.subjects ?? {})).toHaveLength(3);
      await submit(gateway, 'after', { sweep: { sl: [0.1, 0.2] } });
      expect((await endOf(gateway, 'after')).status).toBe('done');
      expect(worker.stderr().match(/.*parked.*/g)).toHaveLength(3);
    });
  });
});

test('while the queue is down, the pieces of a sweep cannot be read, and the reason is stated', async () => {
  await using _worker = await startNearWorker();
  await using gateway = startGatewayProcess(shared.home);
  await submit(gateway, 'cut-off', { sweep: { sl: { from: 0.001, to: 0.4, step: 0.001 } } });
  await shared.queue.kill();
  const { code, err } = await runCommand(shared.home, ['pieces', 'cut-off'], { SWIMMY_QUEUE: shared.queue.url });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/pieces cannot be read: no queue answers at/) as string,
  });
});

describe('what is too large', () => {
  test('is refused before anything is accepted', async () => {
    await using _worker = await startNearWorker();
    await using gateway = startGatewayProcess(shared.home);
    const wide = { from: 0.0001, to: 0.5, step: 0.0001 };
    const { error } = await submit(gateway, 'too-large', { sweep: { sl: wide, tp: wide } });
    expect(error).toMatchObject({
      code: -32602,
      data: {
        errors: [
          { path: 'mode.sweep', message: expect.stringMatching(/25000000 combinations, of which at most/) as string },
        ],
      },
    });
    expect((await gateway.call('backtest.status', { request_id: 'too-large' })).error?.code).toBe(-32602);
  });

  test('for a message travels as an object: candles in the request, and every trade of a run', async () => {
    await using _worker = await startNearWorker();
    await using _far = await startFarWorker('far');
    await using gateway = startGatewayProcess(shared.home);
    const lines = [...generateCsv(30_000, 7)].join('').trim().split('\n').slice(1);
    const candles = lines.map((line) => {
      const [t, o, h, l, c, v] = line.split(',').map(Number);
      return { t, o, h, l, c, v };
    });
    const strategy = { name: 'chatty', volume: 1, entry_long: 'close > open', exit_long: 'close < open' };
    await submit(gateway, 'inline', {}, { strategy, candles, candles_file: undefined, include_trades: true });
    const answer = (await gateway.call('backtest.result', { request_id: 'inline', wait_seconds: 60 })).result as {
      status: string;
      warnings: string[];
      result: { trades: number; details: { trades: unknown[] } };
    };
    expect(answer.status).toBe('done');
    expect(answer.result.trades).toBeGreaterThan(1000);
    expect(answer.result.details.trades).toHaveLength(500);
    expect(answer.warnings.join()).toMatch(new RegExp(`the last 500 of ${answer.result.trades} trades are listed`));
    const { out } = await runCommand(shared.home, ['result', 'inline', '--csv'], { SWIMMY_QUEUE: shared.queue.url });
    expect(out.trim().split('\n')).toHaveLength(answer.result.trades + 1);
    const file = join(shared.home.home, 'trades.parquet');
    expect(
      (await runCommand(shared.home, ['result', 'inline', '--parquet', file], { SWIMMY_QUEUE: shared.queue.url })).out,
    ).toMatch(new RegExp(`^${answer.result.trades} rows`));
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('PAR1');
  });
});

describe('a queue that asks who is there', () => {
  test('lets in by user and password, and says what is missing', async () => {
    await shared.queue.kill();
    await using guarded = await startQueue(shared.home, [
      ...(await configure('authorization: {user: "swim", password: "d33p"}')),
    ]);
    await expect(startWorkerProcess(shared.home, ['--queue', guarded.url], ONE_THREAD)).rejects.toThrow(
      /refused the login.*--creds FILE/s,
    );
    const secret = { SWIMMY_QUEUE_USER: 'swim', SWIMMY_QUEUE_PASSWORD: 'd33p' };
    await using worker = await startWorkerProcess(shared.home, ['--queue', guarded.url], { ...ONE_THREAD, ...secret });
    await using gateway = startGatewayProcess(shared.home, { SWIMMY_QUEUE: guarded.url, ...secret });
    await submit(gateway, 'guarded', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'guarded')).status).toBe('done');
    expect(worker.stderr()).not.toContain('d33p');
  });
});

async function configure(text: string): Promise<string[]> {
  const file = join(shared.home.home, 'nats.conf');
  await writeFile(file, text);
  return ['-c', file];
}
