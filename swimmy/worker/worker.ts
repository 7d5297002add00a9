// The worker put together: messages in, backtests run, answers out.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { Push } from 'zeromq';
import { bindHostFrom, controlPath, homeFrom, isOn, portsFrom, wholeNumber } from '../settings.ts';
import { isAddress, keysFrom, openBucket } from './bucket.ts';
import { bucketSource, folderSource, type CandleSource } from './candle-store.ts';
import { createBarsFolder } from './bars-folder.ts';
import { createBoard } from './board.ts';
import type { QueueAddress } from '../queue/address.ts';
import { DEFAULT_STORE_MB } from '../queue/streams.ts';
import { createCandleCache } from './candle-cache.ts';
import { createCrew } from './crew.ts';
import { serveControl } from './control.ts';
import { createDataList } from './data-files.ts';
import { createExecutor } from './execute.ts';
import { openIntake } from './intake.ts';
import { createNatsQueue } from './nats-queue.ts';
import type { AllowedPaths } from './paths.ts';
import { createPool } from './pool.ts';
import { createQuestions } from './questions.ts';
import { createLocalQueue, type QueueParts } from './queue.ts';

export interface WorkerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cores: number;
  /** Where workers share a queue. */
  readonly queue: QueueAddress | undefined;
  /** Where candles of the queue are cached. */
  readonly cacheDir: string | undefined;
  /** A folder that all workers see, for the candles of the queue. */
  readonly sharedCandles: string | undefined;
  /** Where candle files named by messages are looked for. */
  readonly paths: AllowedPaths;
  readonly log: (event: string, details?: object) => void;
}

export interface RunningWorker {
  close(): Promise<void>;
}

const MOST_FINISHED_JOBS = 10_000;
/** Memory for the process of a piece, on top of its candles. */
const PIECE_MEMORY_MB = 256;
const CACHE_MB = 4096;
const TAKE_OVER_EVERY_MS = 1000;

/** Where workers share candles: a folder, or the address of a bucket. */
function sharedSource(place: string, env: WorkerOptions['env']): CandleSource {
  return isAddress(place) ? bucketSource(openBucket({ address: place, ...keysFrom(env) })) : folderSource(place);
}

export async function startWorker({
  env,
  cores,
  queue: address,
  cacheDir,
  sharedCandles,
  paths,
  log,
}: WorkerOptions): Promise<RunningWorker> {
  const ports = portsFrom(env);
  const host = bindHostFrom(env);
  const threads = wholeNumber(env, 'SWIMMY_BACKTEST_WORKERS', cores, 1, 1024);
  const pool = createPool(threads);
  const board = createBoard(MOST_FINISHED_JOBS);
  const home = homeFrom(env);
  const bars = createBarsFolder(
    cacheDir ?? join(home, 'cache'),
    wholeNumber(env, 'SWIMMY_CACHE_MB', CACHE_MB) * 1024 * 1024,
  );
  const candles = createCandleCache(pool, wholeNumber(env, 'SWIMMY_CANDLE_CACHE_MB', 2048) * 1024 * 1024, bars);
  const executor = createExecutor({
    pool,
    candles,
    reportsDir: join(home, 'reports'),
    tablesDir: join(home, 'tables'),
    movingBlocks: isOn(env.SWIMMY_BOOTSTRAP_MOVING_BLOCK),
    csvOverride: env.SWIMMY_BACKTEST_CSV_OVERRIDE?.trim() || undefined,
    paths,
  });
  const questions = createQuestions(executor, createDataList(candles, paths));
  const answers = new Push({ sendHighWaterMark: 0, linger: 1000 });
  answers.connect(`tcp://${host}:${ports.backtestResults}`);
  const publish = serialise((text) => answers.send(text));
  const parts: QueueParts = {
    executor,
    board,
    publish,
    concurrency: wholeNumber(env, 'SWIMMY_BACKTEST_MAX_INFLIGHT', threads, 1, 1024),
  };
  const crew = createCrew(threads, wholeNumber(env, 'SWIMMY_PIECE_MEMORY_MB', PIECE_MEMORY_MB, 32));
  const queue =
    address === undefined
      ? createLocalQueue(parts)
      : await createNatsQueue({
          ...parts,
          address,
          crew,
          bars,
          sharedCandles: sharedCandles === undefined ? undefined : sharedSource(sharedCandles, env),
          storeMb: wholeNumber(env, 'SWIMMY_QUEUE_STORE_MB', DEFAULT_STORE_MB, 64),
          log,
        });

  const instance = randomUUID();
  const closing = new AbortController();
  let closeIntake: () => void = () => undefined;
  let closeControl: () => Promise<void> = () => Promise.resolve();
  const takeMessages = async (): Promise<void> => {
    closeIntake = await openIntake({ ports, host, queue, publish, log });
    closeControl = await serveControl({
      path: controlPath(env, ports.external),
      queue,
      board,
      questions,
      instance,
      durable: address !== undefined,
    });
    log('taking messages', { external: ports.external, service: ports.backtestRequests, threads });
  };
  /** Another worker of the same queue holds the ports: take them over when it goes. */
  const waitForPorts = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await delay(TAKE_OVER_EVERY_MS, undefined, { ref: false });
      try {
        if (!closing.signal.aborted) await takeMessages();
        return;
      } catch {
        closeIntake();
      }
    }
  };
  try {
    await takeMessages();
  } catch (error) {
    closeIntake();
    if (address === undefined) {
      await pool.close();
      answers.close();
      throw error;
    }
    log('the ports are taken by another worker; running jobs of the queue', { external: ports.external });
    void waitForPorts();
  }
  return {
    close: async () => {
      closing.abort();
      closeIntake();
      await closeControl();
      await queue.close();
      crew.close();
      await pool.close();
      answers.close();
    },
  };
}

/** A ZeroMQ socket takes one send at a time. */
function serialise(send: (text: string) => Promise<void>): (text: string) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (text) => {
    last = last.then(() => send(text)).catch(() => undefined);
    return last;
  };
}
