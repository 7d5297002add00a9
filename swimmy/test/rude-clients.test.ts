// However clients open and leave the control socket, the worker continues with its jobs.
import { generateCsv } from '@zorivest/engine';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newTestHome, startGatewayProcess, startWorkerProcess, until, type TestHome, STRATEGY } from './support.ts';

const LONG = { sma_short: { from: 2, to: 60, step: 1 }, sma_long: { from: 61, to: 120, step: 1 } };
/** Runs long enough to be disturbed. */
const JOB = { request_id: 'job', strategy: STRATEGY, candles_file: 'candles.csv', mode: { sweep: LONG } };

let home: TestHome;
beforeEach(async () => {
  home = await newTestHome();
  await writeFile(join(home.home, 'candles.csv'), [...generateCsv(20_000, 42)].join(''));
});
afterEach(() => home[Symbol.asyncDispose]());

async function client(): Promise<Socket> {
  const socket = connect(home.env.SWIMMY_CONTROL_SOCKET ?? '');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

test('clients that hang up, talk nonsense or never end their line cost the worker nothing', async () => {
  await using worker = await startWorkerProcess(home);
  await using gateway = startGatewayProcess(home);
  await gateway.call('backtest.submit', JOB);
  const rude: ((socket: Socket) => void)[] = [
    (socket) => socket.destroy(),
    (socket) => socket.end(),
    // Asks, and is gone before the answer: what `list` did.
    (socket) => socket.write(`${JSON.stringify({ watch: ['job', 'unknown'] })}\n`, () => socket.destroy()),
    (socket) => {
      socket.write(`${JSON.stringify({ watch: Array.from({ length: 50_000 }, (_, i) => `id-${i}`) })}\n`);
      socket.destroy();
    },
    (socket) => socket.write('not json\n{"watch":7}\nnull\n[]\n"x"\n{"cancel":{}}\n\n'),
    (socket) => socket.write(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 41) % 256))),
    (socket) => socket.write('{"watch":["job'),
    (socket) => socket.write('x'.repeat(20 * 1024 * 1024)),
    // Watches, and never reads.
    (socket) => socket.pause().write(`${JSON.stringify({ watch: ['job'] })}\n`),
  ];
  const sockets = await Promise.all(
    rude.map(async (talk) => {
      const socket = await client();
      talk(socket);
      return socket;
    }),
  );
  const answer = await gateway.call('backtest.result', { request_id: 'job', wait_seconds: 60 });
  expect(answer.result).toMatchObject({ status: 'done', result: { details: { sweep: { runs: 3540 } } } });
  expect(worker.process.exitCode).toBeNull();
  for (const socket of sockets) socket.destroy();
});

test('swimmy-mcp list while a backtest runs leaves it running', async () => {
  await using worker = await startWorkerProcess(home);
  await using gateway = startGatewayProcess(home);
  await gateway.call('backtest.submit', JOB);
  for (let i = 0; i < 3; i++) expect((await list())[0]?.request_id).toBe('job');
  const answer = await gateway.call('backtest.result', { request_id: 'job', wait_seconds: 60 });
  expect(answer.result).toMatchObject({ status: 'done' });
  expect(worker.process.exitCode).toBeNull();
});

async function list(): Promise<{ request_id: string; status: string }[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../bin/swimmy-mcp.js'), 'list', '--json'], {
    env: home.env,
    cwd: home.home,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await once(child, 'close');
  return JSON.parse(out) as { request_id: string; status: string }[];
}

test('after a worker died, list says so without anybody watching: here, and from a fresh process', async () => {
  const endless = { sma_short: { from: 2, to: 60, step: 1 }, sma_long: { from: 61, to: 900, step: 1 } };
  const worker = await startWorkerProcess(home);
  await using gateway = startGatewayProcess(home);
  const submit = (request_id: string) =>
    gateway.call('backtest.submit', {
      request_id,
      strategy: STRATEGY,
      candles_file: 'candles.csv',
      mode: { sweep: endless },
    });
  await submit('first');
  await submit('second');
  const statuses = async () =>
    ((await gateway.call('backtest.list')).result as { requests: { status: string }[] }).requests.map(
      ({ status }) => status,
    );
  await until('it to run', async () => (await statuses()).includes('running'));
  await worker.stop('SIGKILL');
  // One call is enough: it waits for the current state, and needs no watching client.
  expect((await list()).map(({ status }) => status)).toEqual(['lost', 'lost']);
  expect(await statuses()).toEqual(['lost', 'lost']);
});
