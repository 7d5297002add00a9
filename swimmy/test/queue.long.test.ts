// Workers that share a queue when everything goes wrong: real nats-server, real workers, and whatever can be killed, cut
// off or starved is.
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { nkeys } from '@nats-io/transport-node';
import { generateCsv } from '@zorivest/engine';
import { makeCertificate } from '@zorivest/kernel/test/certificate';
import { describe, expect, test } from 'vitest';
import { openTable, pageOf as rowsOf } from '../table/table.ts';
import { endOf, ONE_THREAD, pageOf, shareQueue, statusOf, submit } from './queue-support.ts';
import {
  newTestHome,
  runCommand,
  startGatewayProcess,
  startQueue,
  startWorkerProcess,
  until,
  type GatewayProcess,
} from './support.ts';

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

const shared = shareQueue();
const { startFarWorker, startNearWorker, expectEachOnce, withConnection } = shared;

describe('a sweep that workers share', () => {
  test('of 20,000 runs ends, with every run, on workers that never had the candle file', async () => {
    await using _near = await startNearWorker();
    await using _far = await startFarWorker('far');
    await using gateway = startGatewayProcess(shared.home);
    expect((await submit(gateway, 'large', LARGE)).result).toMatchObject({ status: 202 });
    const { status, pieces, workers = [] } = await endOf(gateway, 'large');
    expect(status).toBe('done');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    expect(pieces?.total).toBeGreaterThan(8);
    expect(workers).toHaveLength(2);
    expect(workers.every(({ cpu_ms }) => cpu_ms > 0)).toBe(true);
    await expectEachOnce('large', 20_000);

    const page = await pageOf(gateway, 'large', 500);
    expect(page.runs).toMatchObject({ total: 20_000, page: 500, pages: 1000 });
    expect(page.runs?.rows).toHaveLength(20);
    expect(JSON.stringify(page).length).toBeLessThan(12_000);

    // The same sweep in one worker alone, without a queue, gives the same table to the last digit.
    const alone = await newTestHome();
    await writeFile(join(alone.home, 'candles.csv'), await readFile(join(shared.home.home, 'candles.csv')));
    await using worker = await startWorkerProcess(alone);
    await using other = startGatewayProcess(alone);
    await submit(other, 'large', LARGE);
    expect((await endOf(other, 'large')).status).toBe('done');
    const [together, single] = [shared.home, alone].map(({ home: folder }) => tableIn(folder, 'large'));
    expect(together?.equals(single ?? Buffer.alloc(0))).toBe(true);
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

  test('continues from the finished pieces when its leader, the queue and the gateway are killed; each counts once', async () => {
    await using near = await startNearWorker();
    await using _far = await startFarWorker('far');
    const gateway = startGatewayProcess(shared.home);
    const slow = { ...LARGE, sweep: { ...LARGE.sweep, sl: { from: 0.01, to: 0.2, step: 0.005 } } };
    await submit(gateway, 'killed', slow);
    const hasProgressed = async (from: GatewayProcess, share: number) => {
      const { progress, status } = await statusOf(from, 'killed');
      if (status === 'done') throw new Error('too fast to be killed');
      return (progress ?? 0) > share;
    };
    await until('some pieces', () => hasProgressed(gateway, 0.05));
    await gateway.stop('SIGKILL');
    await shared.queue.kill();
    await shared.queue.start();
    await using second = startGatewayProcess(shared.home);
    await until('more pieces', () => hasProgressed(second, 0.2));
    await near.stop('SIGKILL'); // it held the ports, and led or ran
    const { status, pieces } = await endOf(second, 'killed');
    expect(status).toBe('done');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    await expectEachOnce('killed', 20 * 10 * 39 * 10);
  });

  test('continues when the connection to the queue is silent for a while, and without a worker that never comes back', async () => {
    await using way = await openWay(shared.queue.port);
    await using _near = await startNearWorker();
    // Its way is silent, not cut: nothing tells either end that the other is gone.
    await using far = await startFarWorker('far', {}, `nats://127.0.0.1:${way.port}`);
    await using gateway = startGatewayProcess(shared.home);
    await submit(gateway, 'silent', LARGE);
    await until('both workers', async () => {
      const { sweep, status } = await statusOf(gateway, 'silent');
      if (status === 'done') throw new Error('too fast to be held up');
      return (sweep?.workers ?? 0) === 2;
    });
    way.silence();
    await until('pieces of the near one', async () => (await statusOf(gateway, 'silent')).status === 'done');
    const { pieces } = await endOf(gateway, 'silent');
    expect(pieces).toMatchObject({ failed: 0, done: pieces?.total });
    await expectEachOnce('silent', 20_000);
    // What it had done meanwhile is not counted a second time, and it is of use again.
    way.resume();
    await submit(gateway, 'after', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'after')).status).toBe('done');
    expect(far.process.exitCode).toBeNull();
  });

  test('is cancelled on every worker immediately, and leaves nothing to be run', async () => {
    await using near = await startNearWorker();
    await using far = await startFarWorker('far');
    await using gateway = startGatewayProcess(shared.home);
    // Pieces of one run each would take minutes; a cancelled worker has let go of its piece.
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

  test('a piece that takes too much memory fails with its error, and runs again on retry', async () => {
    await writeFile(join(shared.home.home, 'candles.csv'), [...generateCsv(200_000, 42)].join(''));
    const hungry = {
      strategy: { name: 'hungry', volume: 1, entry_long: 'percentrank(close, n) > 50' },
      mode: { sweep: { n: [900, 1000, 1100, 1200] } },
    };
    await using worker = await startNearWorker({ SWIMMY_PIECE_MEMORY_MB: '60' });
    await using gateway = startGatewayProcess(shared.home);
    await submit(gateway, 'hungry', hungry.mode, { strategy: hungry.strategy });
    const { status, reason, failed_pieces = [] } = await endOf(gateway, 'hungry');
    expect(status).toBe('failed');
    expect(reason).toMatch(/pieces failed.*swimmy-mcp retry hungry/);
    expect(failed_pieces[0]?.error).toMatch(/memory/);
    expect(worker.process.exitCode).toBeNull(); // the worker outlived what its pieces did
    expect((await runCommand(shared.home, ['result', 'hungry'])).out).toMatch(/pieces failed/);
    await worker.stop();
    await using _larger = await startNearWorker({ SWIMMY_PIECE_MEMORY_MB: '400' });
    expect((await runCommand(shared.home, ['retry', 'hungry'])).out).toMatch(/failed pieces again/);
    expect((await endOf(gateway, 'hungry')).status).toBe('done');
    expect((await runCommand(shared.home, ['retry', 'hungry'])).err).toMatch(
      /is done; only a sweep whose pieces failed/,
    );
  });
});

describe('a queue that asks who is there', () => {
  const config = (text: string) => {
    const file = join(shared.home.home, 'nats.conf');
    return writeFile(file, text).then(() => ['-c', file]);
  };

  test('lets in by nkey over TLS with its own authority', async () => {
    await shared.queue.kill();
    const { certificate, key } = makeCertificate(shared.home.home);
    const user = nkeys.createUser();
    const seed = join(shared.home.home, 'user.nk');
    await writeFile(seed, `${new TextDecoder().decode(user.getSeed())}\n`);
    const args = await config(
      `tls: {cert_file: "${certificate}", key_file: "${key}"}\nauthorization: {users: [{nkey: ${user.getPublicKey()}}]}`,
    );
    await using guarded = await startQueue(shared.home, args);
    const url = guarded.url.replace('127.0.0.1', 'localhost');
    await expect(startWorkerProcess(shared.home, ['--queue', url, '--nkey', seed], ONE_THREAD)).rejects.toThrow(
      /no secure connection.*--tls-ca FILE/s,
    );
    await using _worker = await startWorkerProcess(
      shared.home,
      ['--queue', url, '--nkey', seed, '--tls-ca', certificate],
      ONE_THREAD,
    );
    await using gateway = startGatewayProcess(shared.home);
    await submit(gateway, 'sealed', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'sealed')).status).toBe('done');
  });

  test('lets in by a file of credentials, and says what is wrong with one', async () => {
    await shared.queue.kill();
    const { configuration, credentials } = makeCredentials();
    await using guarded = await startQueue(shared.home, [...(await config(configuration))]);
    const file = join(shared.home.home, 'user.creds');
    await writeFile(file, credentials, { mode: 0o600 });
    const start = (args: readonly string[]) =>
      startWorkerProcess(shared.home, ['--queue', guarded.url, ...args], ONE_THREAD);
    await expect(start([])).rejects.toThrow(/refused the login.*--creds FILE/s);
    await expect(start(['--creds', `${file}.none`])).rejects.toThrow(/user\.creds\.none cannot be read/);
    await using worker = await start(['--creds', file]);
    await using gateway = startGatewayProcess(shared.home, { SWIMMY_QUEUE: guarded.url, SWIMMY_QUEUE_CREDS: file });
    await submit(gateway, 'credited', { sweep: { sl: [0.1, 0.2] } });
    expect((await endOf(gateway, 'credited')).status).toBe('done');
    expect(worker.stderr()).not.toContain('SUA');
  });
});

/** The rows of a table, without the file's head. */
function tableIn(folder: string, request: string): Buffer | undefined {
  const file = [folder, join(folder, 'far')].map((each) => join(each, 'tables', `${request}.rows`)).find(existsSync);
  if (file === undefined) return undefined;
  const table = openTable(file);
  expect(rowsOf(table, 0, 1).total).toBe(table.rows);
  table.close();
  return readFileSync(file);
}

/** A proxy to a port that can fall silent: it holds bytes back without closing the connection. */
async function openWay(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    silence: () => sockets.forEach((socket) => socket.pause()),
    resume: () => sockets.forEach((socket) => socket.resume()),
    [Symbol.asyncDispose]: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An operator, an account that may use JetStream and a user of it, as `nsc` makes them. */
function makeCredentials(): { configuration: string; credentials: string } {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  // A server with JetStream wants an account for itself.
  const system = nkeys.createAccount();
  const encode = (value: string | Uint8Array) => Buffer.from(value).toString('base64url');
  const sign = (by: nkeys.KeyPair, sub: string, name: string, nats: object): string => {
    const claims = {
      jti: name.toUpperCase(),
      iat: Math.floor(Date.now() / 1000),
      iss: by.getPublicKey(),
      name,
      sub,
      nats,
    };
    const text = `${encode(JSON.stringify({ typ: 'JWT', alg: 'ed25519-nkey' }))}.${encode(JSON.stringify(claims))}`;
    return `${text}.${encode(by.sign(Buffer.from(text)))}`;
  };
  const none = { subs: -1, data: -1, payload: -1 };
  const limits = { ...none, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const operatorToken = sign(operator, operator.getPublicKey(), 'operator', {
    type: 'operator',
    version: 2,
    system_account: system.getPublicKey(),
  });
  const systemToken = sign(operator, system.getPublicKey(), 'system', { type: 'account', version: 2, limits });
  const accountToken = sign(operator, account.getPublicKey(), 'account', {
    type: 'account',
    version: 2,
    limits: { ...limits, ...storage },
  });
  const userToken = sign(account, user.getPublicKey(), 'user', { type: 'user', version: 2, pub: {}, sub: {}, ...none });
  return {
    configuration: `operator: ${operatorToken}\nresolver: MEMORY\nsystem_account: ${system.getPublicKey()}\nresolver_preload: {\n${account.getPublicKey()}: ${accountToken}\n${system.getPublicKey()}: ${systemToken}\n}\n`,
    credentials: `-----BEGIN NATS USER JWT-----\n${userToken}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${new TextDecoder().decode(user.getSeed())}\n------END USER NKEY SEED------\n`,
  };
}
