// Workers that share a queue, as the people meet them who run sweeps on several machines: real nats-server, real workers,
// and whatever can be killed is killed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nkeys, type NatsConnection } from '@nats-io/transport-node';
import { generateCsv } from '@zorivest/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTable, pageOf } from '../table/table.ts';
import {
  NATS,
  newTestHome,
  runCommand,
  startGatewayProcess,
  startQueue,
  startWorkerProcess,
  until,
  type GatewayProcess,
  type QueueServer,
  type Running,
  type TestHome,
} from './support.ts';

const ONE_THREAD = { SWIMMY_BACKTEST_WORKERS: '1', SWIMMY_QUEUE_STORE_MB: '512' };
const STRATEGY = { name: 'shared', sma_short: 5, sma_long: 20, volume: 1 };
/** 20,000 runs: their figures are more than one message of the queue may hold. */
const LARGE = {
  fill: 'intrabar',
  sweep: {
    sma_short: { from: 2, to: 21, step: 1 },
    sma_long: { from: 25, to: 34, step: 1 },
    sl: { from: 0.01, to: 0.1, step: 0.01 },
    tp: { from: 0.01, to: 0.1, step: 0.01 },
  },
};

let home: TestHome;
let queue: QueueServer;
beforeEach(async (context) => {
  if (!existsSync(NATS)) context.skip(`no ${NATS}`);
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(1500, 42)].join(''));
  queue = await startQueue(home);
});
afterEach(async () => {
  await queue[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

/** A worker on "another machine": its own folder and home, without the candle file. */
async function startFarWorker(name: string, env: Record<string, string> = {}): Promise<Running> {
  const folder = join(home.home, name);
  await mkdir(folder, { recursive: true });
  const far = { ...home, home: folder, env: { ...home.env, SWIMMY_HOME: folder, ...ONE_THREAD, ...env } };
  return startWorkerProcess(far, ['--queue', queue.url]);
}
const startNearWorker = (env: Record<string, string> = {}) =>
  startWorkerProcess(home, ['--queue', queue.url], { ...ONE_THREAD, ...env });

const submit = (gateway: GatewayProcess, request_id: string, mode: object, more: object = {}) =>
  gateway.call('backtest.submit', { request_id, strategy: STRATEGY, candles_file: 'candles.csv', mode, ...more });
interface Status {
  readonly status: string;
  readonly reason: string | null;
  readonly progress: number | null;
  readonly pieces?: { readonly total: number; readonly done: number; readonly failed: number };
  readonly failed_pieces?: readonly { readonly error: string }[];
  readonly workers?: readonly { readonly worker: string; readonly runs: number; readonly cpu_ms: number }[];
  readonly sweep?: { readonly rate: number | null; readonly workers: number };
  readonly runs?: { readonly total: number; readonly rows: readonly { readonly parameters: object }[] };
}
const statusOf = async (gateway: GatewayProcess, request_id: string) =>
  (await gateway.call('backtest.status', { request_id })).result as unknown as Status;
const endOf = async (gateway: GatewayProcess, request_id: string) =>
  (await gateway.call('backtest.result', { request_id, wait_seconds: 90 })).result as unknown as Status;

/** The ledger of pieces, as the shell tells it. */
async function piecesOf(request_id: string) {
  const { out, err } = await runCommand(home, ['pieces', request_id, '--json'], { SWIMMY_QUEUE: queue.url });
  expect(err).toBe('');
  return JSON.parse(out) as { piece: number; runs: number; worker: string; begun: number }[];
}
async function expectEachOnce(request_id: string, runs: number): Promise<void> {
  const pieces = await piecesOf(request_id);
  expect(pieces.map(({ piece }) => piece)).toEqual(pieces.map((_, i) => i));
  expect(pieces.reduce((sum, piece) => sum + piece.runs, 0)).toBe(runs);
  const { out } = await runCommand(home, ['result', request_id, '--csv'], { SWIMMY_QUEUE: queue.url });
  const rows = out.trim().split('\n').slice(1);
  expect(rows).toHaveLength(runs);
  expect(new Set(rows.map((row) => row.split(',').slice(0, 4).join())).size).toBe(runs);
}

async function withConnection<T>(use: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: `127.0.0.1:${queue.port}` });
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

describe('a sweep that workers share', () => {
  test('of 20,000 runs ends, with every run, on workers that never had the candle file', async () => {
    await using _near = await startNearWorker();
    await using _far = await startFarWorker('far');
    await using gateway = startGatewayProcess(home);
    expect((await submit(gateway, 'large', LARGE)).result).toMatchObject({ status: 202 });
    const { status, pieces, workers = [] } = await endOf(gateway, 'large');
    expect(status).toBe('done');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    expect(pieces?.total).toBeGreaterThan(8);
    expect(workers).toHaveLength(2);
    expect(workers.every(({ cpu_ms }) => cpu_ms > 0)).toBe(true);
    await expectEachOnce('large', 20_000);

    const page = (await gateway.call('backtest.result', { request_id: 'large', page: 500 }))
      .result as unknown as Status;
    expect(page.runs).toMatchObject({ total: 20_000, page: 500, pages: 1000 });
    expect(page.runs?.rows).toHaveLength(20);
    expect(JSON.stringify(page).length).toBeLessThan(12_000);

    // The same sweep in one worker alone, without a queue, gives the same table to the last digit.
    const alone = await newTestHome();
    await writeFile(join(alone.home, 'candles.csv'), await readFile(join(home.home, 'candles.csv')));
    await using worker = await startWorkerProcess(alone);
    await using other = startGatewayProcess(alone);
    await submit(other, 'large', LARGE);
    expect((await endOf(other, 'large')).status).toBe('done');
    const [shared, single] = [home, alone].map(({ home: folder }) => tableIn(folder, 'large'));
    expect(shared?.equals(single ?? Buffer.alloc(0))).toBe(true);
    await worker.stop();
    await alone[Symbol.asyncDispose]();

    // Nothing of it is left to be done, and what is left stands in streams with limits.
    await withConnection(async (connection) => {
      const manager = await jetstreamManager(connection);
      for (const name of [
        'SWIMMY_JOBS',
        'SWIMMY_PIECES',
        'SWIMMY_STATES',
        'OBJ_SWIMMY_CANDLES',
        'OBJ_SWIMMY_RESULTS',
      ]) {
        const { config, state } = await manager.streams.info(name);
        expect(config.max_bytes).toBeGreaterThan(0);
        expect(config.max_age).toBeGreaterThan(0);
        if (name === 'SWIMMY_PIECES' || name === 'SWIMMY_JOBS') expect(state.messages).toBe(0);
      }
      expect((await manager.consumers.info('SWIMMY_PIECES', 'pieces')).config.max_deliver).toBe(5);
    });
  });

  test('goes on from the pieces that are done when its leader, the queue and the gateway are killed; each counts once', async () => {
    await using near = await startNearWorker();
    await using _far = await startFarWorker('far');
    const gateway = startGatewayProcess(home);
    const slow = { ...LARGE, sweep: { ...LARGE.sweep, sl: { from: 0.01, to: 0.2, step: 0.005 } } };
    await submit(gateway, 'killed', slow);
    const isUnderWay = async (from: GatewayProcess, share: number) => {
      const { progress, status } = await statusOf(from, 'killed');
      if (status === 'done') throw new Error('too fast to be killed');
      return (progress ?? 0) > share;
    };
    await until('some pieces', () => isUnderWay(gateway, 0.05));
    await gateway.stop('SIGKILL');
    await queue.kill();
    await queue.start();
    await using second = startGatewayProcess(home);
    await until('more pieces', () => isUnderWay(second, 0.2));
    await near.stop('SIGKILL'); // it held the ports, and led or ran
    const { status, pieces } = await endOf(second, 'killed');
    expect(status).toBe('done');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    await expectEachOnce('killed', 20 * 10 * 39 * 10);
  });

  test('is cancelled on every worker at once, and leaves nothing to be run', async () => {
    await using near = await startNearWorker();
    await using far = await startFarWorker('far');
    await using gateway = startGatewayProcess(home);
    // Pieces of one run each would take minutes; whoever is cancelled has let go of it.
    const endless = {
      sweep: { sl: { from: 0.0001, to: 0.1, step: 0.0001 }, tp: { from: 0.0001, to: 0.1, step: 0.0001 } },
    };
    await submit(gateway, 'endless', endless);
    await until('two workers', async () => ((await statusOf(gateway, 'endless')).sweep?.workers ?? 0) === 2);
    expect((await gateway.call('backtest.cancel', { request_id: 'endless' })).result).toMatchObject({
      status: 'cancelled',
    });
    await withConnection(async (connection) => {
      const manager = await jetstreamManager(connection);
      await until(
        'idle workers',
        async () => {
          const { num_ack_pending, num_pending } = await manager.consumers.info('SWIMMY_PIECES', 'pieces');
          return num_ack_pending + num_pending === 0;
        },
        2000,
      );
    });
    // Both are free for what comes next.
    await submit(gateway, 'next', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'next')).status).toBe('done');
    expect(near.process.exitCode ?? far.process.exitCode).toBeNull();
  });

  test('a piece that takes too much memory is set aside with its error, and run again when asked', async () => {
    await writeFile(join(home.home, 'candles.csv'), [...generateCsv(200_000, 42)].join(''));
    const hungry = {
      strategy: { name: 'hungry', volume: 1, entry_long: 'percentrank(close, n) > 50' },
      mode: { sweep: { n: [900, 1000, 1100, 1200] } },
    };
    await using worker = await startNearWorker({ SWIMMY_PIECE_MEMORY_MB: '60' });
    await using gateway = startGatewayProcess(home);
    await submit(gateway, 'hungry', hungry.mode, { strategy: hungry.strategy });
    const { status, reason, failed_pieces = [] } = await endOf(gateway, 'hungry');
    expect(status).toBe('failed');
    expect(reason).toMatch(/pieces were set aside.*swimmy-mcp retry hungry/);
    expect(failed_pieces[0]?.error).toMatch(/memory/);
    expect(worker.process.exitCode).toBeNull(); // the worker outlived what its pieces did
    expect((await runCommand(home, ['result', 'hungry'])).out).toMatch(/set aside/);
    await worker.stop();
    await using _larger = await startNearWorker({ SWIMMY_PIECE_MEMORY_MB: '400' });
    expect((await runCommand(home, ['retry', 'hungry'])).out).toMatch(/run again/);
    expect((await endOf(gateway, 'hungry')).status).toBe('done');
    expect((await runCommand(home, ['retry', 'hungry'])).err).toMatch(/is done; only a sweep whose pieces failed/);
  });

  test('a message that makes no sense is told once, kept aside, and harms nobody', async () => {
    await using worker = await startNearWorker();
    await using gateway = startGatewayProcess(home);
    await withConnection(async (connection) => {
      const stream = jetstream(connection);
      await stream.publish(`swimmy.jobs.${'0'.repeat(40)}`, 'nonsense');
      await stream.publish(`swimmy.piece.${'0'.repeat(40)}.7`, '{{{');
      await stream.publish(`swimmy.lead.${'0'.repeat(40)}`, '');
      const parked = () => worker.stderr().match(/a message was parked/g)?.length ?? 0;
      await until('the parking', () => parked() === 3);
      const manager = await jetstreamManager(connection);
      const kept = await manager.streams.info('SWIMMY_STATES', { subjects_filter: 'swimmy.parked.>' });
      expect(Object.keys(kept.state.subjects ?? {})).toHaveLength(3);
      await submit(gateway, 'after', { sweep: { sl: [0.1, 0.2] } });
      expect((await endOf(gateway, 'after')).status).toBe('done');
      expect(worker.stderr().match(/.*parked.*/g)).toHaveLength(3);
    });
  });
});

describe('what is too large', () => {
  test('is refused before anything is accepted', async () => {
    await using _worker = await startNearWorker();
    await using gateway = startGatewayProcess(home);
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
    await using gateway = startGatewayProcess(home);
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
    const { out } = await runCommand(home, ['result', 'inline', '--csv'], { SWIMMY_QUEUE: queue.url });
    expect(out.trim().split('\n')).toHaveLength(answer.result.trades + 1);
    const file = join(home.home, 'trades.parquet');
    expect((await runCommand(home, ['result', 'inline', '--parquet', file], { SWIMMY_QUEUE: queue.url })).out).toMatch(
      new RegExp(`^${answer.result.trades} rows`),
    );
    expect((await readFile(file)).subarray(0, 4).toString()).toBe('PAR1');
  });
});

describe('a queue that asks who is there', () => {
  const config = (text: string) => {
    const file = join(home.home, 'nats.conf');
    return writeFile(file, text).then(() => ['-c', file]);
  };

  test('lets in by user and password, and says what is missing', async () => {
    await queue.kill();
    await using guarded = await startQueue(home, [
      ...(await config('authorization: {user: "swim", password: "d33p"}')),
    ]);
    await expect(startWorkerProcess(home, ['--queue', guarded.url], ONE_THREAD)).rejects.toThrow(
      /does not let us in.*--creds FILE/s,
    );
    const secret = { SWIMMY_QUEUE_USER: 'swim', SWIMMY_QUEUE_PASSWORD: 'd33p' };
    await using worker = await startWorkerProcess(home, ['--queue', guarded.url], { ...ONE_THREAD, ...secret });
    await using gateway = startGatewayProcess(home, { SWIMMY_QUEUE: guarded.url, ...secret });
    await submit(gateway, 'guarded', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'guarded')).status).toBe('done');
    expect(worker.stderr()).not.toContain('d33p');
  });

  test('lets in by nkey over TLS with its own authority', async () => {
    await queue.kill();
    const [certificate, key] = makeCertificate(home.home);
    const user = nkeys.createUser();
    const seed = join(home.home, 'user.nk');
    await writeFile(seed, `${new TextDecoder().decode(user.getSeed())}\n`);
    const args = await config(
      `tls: {cert_file: "${certificate}", key_file: "${key}"}\nauthorization: {users: [{nkey: ${user.getPublicKey()}}]}`,
    );
    await using guarded = await startQueue(home, args);
    const url = guarded.url.replace('127.0.0.1', 'localhost');
    await expect(startWorkerProcess(home, ['--queue', url, '--nkey', seed], ONE_THREAD)).rejects.toThrow(
      /no secure connection.*--tls-ca FILE/s,
    );
    await using _worker = await startWorkerProcess(
      home,
      ['--queue', url, '--nkey', seed, '--tls-ca', certificate],
      ONE_THREAD,
    );
    await using gateway = startGatewayProcess(home);
    await submit(gateway, 'sealed', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'sealed')).status).toBe('done');
  });
});

function makeCertificate(folder: string): readonly [string, string] {
  const [certificate, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'ignore' },
  );
  return [certificate, key];
}

/** The rows of a table, without the file's head. */
function tableIn(folder: string, request: string): Buffer | undefined {
  const file = [folder, join(folder, 'far')].map((each) => join(each, 'tables', `${request}.rows`)).find(existsSync);
  if (file === undefined) return undefined;
  const table = openTable(file);
  expect(pageOf(table, 0, 1).total).toBe(table.rows);
  table.close();
  return readFileSync(file);
}
