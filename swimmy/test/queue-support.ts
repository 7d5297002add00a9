// What tests of a shared queue have in common: a nats-server and a home for each test, workers here and on "other machines".
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { generateCsv } from '@zorivest/engine';
import { afterEach, beforeEach, expect } from 'vitest';
import {
  NATS,
  newTestHome,
  runCommand,
  startQueue,
  startWorkerProcess,
  type GatewayProcess,
  type QueueServer,
  type Running,
  type TestHome,
} from './support.ts';

export const ONE_THREAD = { SWIMMY_BACKTEST_WORKERS: '1', SWIMMY_QUEUE_STORE_MB: '512' };
const STRATEGY = { name: 'shared', sma_short: 5, sma_long: 20, volume: 1 };

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

export const submit = (gateway: GatewayProcess, request_id: string, mode: object, more: object = {}) =>
  gateway.call('backtest.submit', { request_id, strategy: STRATEGY, candles_file: 'candles.csv', mode, ...more });
export const statusOf = async (gateway: GatewayProcess, request_id: string) =>
  (await gateway.call('backtest.status', { request_id })).result as unknown as Status;
export const endOf = async (gateway: GatewayProcess, request_id: string) =>
  (await gateway.call('backtest.result', { request_id, wait_seconds: 90 })).result as unknown as Status;
export const pageOf = async (gateway: GatewayProcess, request_id: string, page: number) =>
  (await gateway.call('backtest.result', { request_id, page })).result as unknown as Status;

export interface SharedQueue {
  readonly home: TestHome;
  readonly queue: QueueServer;
  /** A worker on "another machine": its own folder and home, without the candle file. */
  readonly startFarWorker: (name: string, env?: Record<string, string>, url?: string) => Promise<Running>;
  readonly startNearWorker: (env?: Record<string, string>) => Promise<Running>;
  /** The ledger of pieces and the table of runs, as the shell tells them: every piece and every run once. */
  readonly expectEachOnce: (request_id: string, runs: number) => Promise<void>;
  readonly withConnection: <T>(use: (connection: NatsConnection) => Promise<T>) => Promise<T>;
}

/** A queue and a home for each test of the file. */
export function shareQueue(): SharedQueue {
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
  return {
    get home() {
      return home;
    },
    get queue() {
      return queue;
    },
    startFarWorker: async (name, env = {}, url = queue.url) => {
      const folder = join(home.home, name);
      await mkdir(folder, { recursive: true });
      const far = { ...home, home: folder, env: { ...home.env, SWIMMY_HOME: folder, ...ONE_THREAD, ...env } };
      return startWorkerProcess(far, ['--queue', url]);
    },
    startNearWorker: (env = {}) => startWorkerProcess(home, ['--queue', queue.url], { ...ONE_THREAD, ...env }),
    expectEachOnce: async (request_id, runs) => {
      const listing = await runCommand(home, ['pieces', request_id, '--json'], { SWIMMY_QUEUE: queue.url });
      expect(listing.err).toBe('');
      const pieces = JSON.parse(listing.out) as { piece: number; runs: number }[];
      expect(pieces.map(({ piece }) => piece)).toEqual(pieces.map((_, i) => i));
      expect(pieces.reduce((sum, piece) => sum + piece.runs, 0)).toBe(runs);
      const { out } = await runCommand(home, ['result', request_id, '--csv'], { SWIMMY_QUEUE: queue.url });
      const rows = out.trim().split('\n').slice(1);
      expect(rows).toHaveLength(runs);
      expect(new Set(rows.map((row) => row.split(',').slice(0, 4).join())).size).toBe(runs);
    },
    withConnection: async (use) => {
      const connection = await connect({ servers: `127.0.0.1:${queue.port}` });
      try {
        return await use(connection);
      } finally {
        await connection.close();
      }
    },
  };
}
