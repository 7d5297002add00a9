// The streams and stores of the queue, their names, limits and subjects, defined once.
import { createHash } from 'node:crypto';
import {
  AckPolicy,
  DiscardPolicy,
  jetstreamManager,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream';
import { Objm, type ObjectStore } from '@nats-io/obj';
import { nanos, type NatsConnection } from '@nats-io/transport-node';
import { QueueError } from './address.ts';

export const JOBS = 'SWIMMY_JOBS';
export const PIECES = 'SWIMMY_PIECES';
export const STATES = 'SWIMMY_STATES';
const CANDLES = 'SWIMMY_CANDLES';
const RESULTS = 'SWIMMY_RESULTS';

/** Single runs; sweeps that want a leader; pieces of sweeps. */
export const RUNNERS = 'runners';
export const LEADERS = 'leaders';
export const PIECE_RUNNERS = 'pieces';

/** A message that was delivered this often and never finished is failed. */
export const MOST_DELIVERIES = 5;
/** Who has a message says so more often than this, or another gets it. */
export const ACK_WAIT_MS = 5000;

/** A name that any request id may have in a subject. */
export const keyOf = (id: string) => createHash('sha1').update(id).digest('hex');

export const subjects = {
  job: (key: string) => `swimmy.jobs.${key}`,
  lead: (key: string) => `swimmy.lead.${key}`,
  piece: (key: string, n: number | '*') => `swimmy.piece.${key}.${n}`,
  state: (key: string) => `swimmy.state.${key}`,
  spec: (key: string) => `swimmy.spec.${key}`,
  plan: (key: string) => `swimmy.plan.${key}`,
  done: (key: string, n: number | '*') => `swimmy.part.${key}.done.${n}`,
  failed: (key: string, n: number | '*') => `swimmy.part.${key}.failed.${n}`,
  /** Both of them. */
  parts: (key: string) => `swimmy.part.${key}.*.*`,
  /** Malformed messages, stored for inspection. */
  parked: (stream: string, sequence: number) => `swimmy.parked.${stream}.${sequence}`,
  /** Outside the streams: published once, to current subscribers only. */
  news: 'swimmy.news',
  cancel: 'swimmy.cancel',
} as const;

const DAY_MS = 24 * 3600 * 1000;
const RETENTION_MS = 7 * DAY_MS;
const CANDLE_RETENTION_MS = 30 * DAY_MS;
const MEGABYTE = 1024 * 1024;
/** Shares of the room that the queue may take, in hundredths. */
const SHARES = { jobs: 5, pieces: 5, states: 25, candles: 25, results: 40 } as const;
export const DEFAULT_STORE_MB = 8192;

const STREAM_EXISTS = 10058;
const NO_ROOM = 10047;
const CONSUMER_EXISTS = [10148, 10013];

export interface Stores {
  readonly candles: ObjectStore;
  readonly results: ObjectStore;
}

/** Makes what is missing and brings what is there up to date; any worker may be the first. */
export async function prepareStreams(connection: NatsConnection, storeMb: number): Promise<Stores> {
  const manager = await jetstreamManager(connection);
  const room = (share: number) => Math.floor((storeMb * MEGABYTE * share) / 100);
  try {
    await ensureStream(manager, {
      name: JOBS,
      subjects: ['swimmy.jobs.*'],
      retention: RetentionPolicy.Workqueue,
      max_age: nanos(RETENTION_MS),
      max_bytes: room(SHARES.jobs),
      max_msgs_per_subject: 1,
      discard_new_per_subject: true,
    });
    await ensureStream(manager, {
      name: PIECES,
      subjects: ['swimmy.lead.*', 'swimmy.piece.*.*'],
      retention: RetentionPolicy.Workqueue,
      max_age: nanos(RETENTION_MS),
      max_bytes: room(SHARES.pieces),
      // A piece that waits is not sent a second time.
      max_msgs_per_subject: 1,
      discard_new_per_subject: true,
    });
    await ensureStream(manager, {
      name: STATES,
      subjects: ['swimmy.state.*', 'swimmy.spec.*', 'swimmy.plan.*', 'swimmy.part.*.*.*', 'swimmy.parked.*.*'],
      max_age: nanos(RETENTION_MS),
      max_bytes: room(SHARES.states),
      max_msgs_per_subject: 1,
    });
    await ensureConsumer(manager, JOBS, RUNNERS, { max_deliver: MOST_DELIVERIES });
    await ensureConsumer(manager, PIECES, PIECE_RUNNERS, {
      filter_subject: 'swimmy.piece.*.*',
      max_deliver: MOST_DELIVERIES,
    });
    // A leader computes nothing that could kill it, and a long sweep outlives many of them.
    await ensureConsumer(manager, PIECES, LEADERS, { filter_subject: 'swimmy.lead.*' });
    const objects = new Objm(connection);
    return {
      candles: await ensureStore(objects, manager, CANDLES, CANDLE_RETENTION_MS, room(SHARES.candles)),
      results: await ensureStore(objects, manager, RESULTS, RETENTION_MS, room(SHARES.results)),
    };
  } catch (error) {
    if (codeOf(error) === NO_ROOM)
      throw new QueueError(
        `the queue has less than ${storeMb} MB for JetStream; give its server more (max_file_store) or set SWIMMY_QUEUE_STORE_MB lower`,
        error,
      );
    if (codeOf(error) === 503 || /jetstream.*not enabled/i.test(String(error)))
      throw new QueueError('the queue runs without JetStream; start it with nats-server -js', error);
    throw error;
  }
}

/** Stores that some worker has made; undefined where none has. */
export async function openResults(connection: NatsConnection): Promise<ObjectStore> {
  return new Objm(connection).open(RESULTS);
}

async function ensureStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & { readonly name: string },
): Promise<void> {
  const wanted = { ...config, storage: StorageType.File, discard: DiscardPolicy.New };
  try {
    await manager.streams.add(wanted);
  } catch (error) {
    if (codeOf(error) !== STREAM_EXISTS) throw error;
    await manager.streams.update(config.name, wanted);
  }
}

async function ensureConsumer(manager: JetStreamManager, stream: string, name: string, config: object): Promise<void> {
  const wanted = {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: 10_000,
    ...config,
  };
  try {
    await manager.consumers.add(stream, wanted);
  } catch (error) {
    if (!CONSUMER_EXISTS.includes(codeOf(error) ?? 0)) throw error;
    await manager.consumers.update(stream, name, wanted);
  }
}

async function ensureStore(
  objects: Objm,
  manager: JetStreamManager,
  name: string,
  retentionMs: number,
  maxBytes: number,
): Promise<ObjectStore> {
  try {
    return await objects.create(name, { ttl: nanos(retentionMs), max_bytes: maxBytes, storage: StorageType.File });
  } catch (error) {
    if (codeOf(error) !== STREAM_EXISTS) throw error;
    const { config } = await manager.streams.info(`OBJ_${name}`);
    await manager.streams.update(`OBJ_${name}`, { ...config, max_age: nanos(retentionMs), max_bytes: maxBytes });
    return objects.open(name);
  }
}

/** The number by which JetStream names an error. */
export const codeOf = (error: unknown) => (error instanceof JetStreamApiError ? error.code : undefined);
