// A queue that several workers share (NATS JetStream). A job belongs to a worker only while it keeps saying so: one that
// dies falls silent, and after ACK_WAIT_MS its job goes to another. What became of a job is kept in a stream of its
// own, last state per job, so a job that was finished is never run again, whoever gets its message.
import { createHash, randomUUID } from 'node:crypto';
import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType, type JsMsg } from '@nats-io/jetstream';
import { connect, nanos, type NatsConnection } from '@nats-io/transport-node';
import { errorAnswer } from './answer.ts';
import { isFinal, type JobState } from './board.ts';
import { HELLO } from './hello.ts';
import { createLocalQueue, runJob, type Queue, type QueueParts } from './queue.ts';

const JOBS = 'SWIMMY_JOBS';
const STATES = 'SWIMMY_STATES';
const CONSUMER = 'workers';
const ACK_WAIT_MS = 5000;
const POLL_MS = 2000;
const STATES_KEPT_MS = 24 * 3600 * 1000;
/** Room for headers and the JSON around a message. */
const PAYLOAD_MARGIN = 4096;

interface Job {
  readonly id: string;
  readonly message: string;
}

interface News {
  readonly from: string;
  readonly id: string;
  readonly state: JobState;
}

export async function createNatsQueue(url: string, parts: QueueParts): Promise<Queue> {
  const { board, publish } = parts;
  const connection = await connect({
    servers: url.replace(/^nats:\/\//, ''),
    maxReconnectAttempts: -1,
    name: 'swimmy-worker',
  });
  await prepare(connection);
  const stream = jetstream(connection);
  const manager = await jetstreamManager(connection);
  const consumer = await stream.consumers.get(JOBS, CONSUMER);
  const self = randomUUID();
  const running = new Map<string, AbortController>();
  /** For messages that the server's payload limit does not let through. */
  const local = createLocalQueue(parts);
  const closing = new AbortController();

  const stateSubject = (id: string) => `swimmy.state.${createHash('sha1').update(id).digest('hex')}`;
  const remember = async (id: string, state: JobState): Promise<void> => {
    await stream.publish(stateSubject(id), JSON.stringify(state));
    board.set(id, state);
  };
  const recall = async (id: string): Promise<JobState | undefined> => {
    const stored = await manager.streams.getMessage(STATES, { last_by_subj: stateSubject(id) }).catch(() => null);
    return stored ? (JSON.parse(stored.string()) as JobState) : undefined; // only this module writes that stream
  };

  // What runs here is told to the others, and theirs is put on our board: whoever is asked knows.
  board.listen((id, state) => {
    if (running.has(id)) connection.publish('swimmy.news', JSON.stringify({ from: self, id, state } satisfies News));
  });
  connection.subscribe('swimmy.news', {
    callback: (error, message) => {
      if (error) return;
      const { from, id, state } = JSON.parse(message.string()) as News;
      if (from !== self) board.set(id, state);
    },
  });
  // A gateway without our control socket asks here whether a worker of ours is there.
  connection.subscribe(HELLO, {
    callback: (error, message) => void (error ?? message.respond(JSON.stringify({ worker: self, durable: true }))),
  });
  connection.subscribe('swimmy.cancel', {
    callback: (error, message) => void (error ?? running.get(message.string())?.abort()),
  });

  const take = async (taken: JsMsg): Promise<void> => {
    const { id, message } = JSON.parse(taken.string()) as Job;
    const known = await recall(id);
    if (known && isFinal(known)) {
      // Finished by a worker that died before it could say so: its answer may not have been sent.
      if (known.text !== undefined && taken.redelivered) await publish(known.text);
      taken.ack();
      return;
    }
    const controller = new AbortController();
    running.set(id, controller);
    const alive = setInterval(() => taken.working(), ACK_WAIT_MS / 4);
    try {
      const state = await runJob(parts, id, message, controller.signal);
      if (closing.signal.aborted) return; // shutting down: unacknowledged, so another worker runs it
      await remember(id, state);
      await publish(state.text);
      await taken.ackAck();
    } finally {
      clearInterval(alive);
      running.delete(id);
    }
  };
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const taken = await consumer.next({ expires: POLL_MS });
        if (taken) await take(taken);
      } catch {
        // The server is away or refused: ask again shortly; the connection mends itself.
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  const loops = Array.from({ length: parts.concurrency }, loop);

  return {
    submit: async (id, message) => {
      if (Buffer.byteLength(message) + PAYLOAD_MARGIN > (connection.info?.max_payload ?? 1_000_000) / 1.1)
        return local.submit(id, message);
      const known = await recall(id);
      if (known?.text !== undefined && isFinal(known)) return publish(known.text);
      if (known !== undefined) return;
      await remember(id, { status: 'queued', progress: 0, stage: 'waiting' });
      await stream.publish('swimmy.jobs', JSON.stringify({ id, message } satisfies Job), { msgID: id });
    },
    cancel: async (id) => {
      const known = board.get(id) ?? (await recall(id));
      if (!known || isFinal(known)) return local.cancel(id);
      if (known.status === 'running') {
        connection.publish('swimmy.cancel', id);
        return true;
      }
      const text = errorAnswer('cancelled', id, '');
      await remember(id, { status: 'cancelled', progress: 0, stage: 'cancelled', text });
      await publish(text);
      return true;
    },
    lookup: async (id) => board.get(id) ?? recall(id),
    close: async () => {
      closing.abort();
      for (const controller of running.values()) controller.abort();
      await local.close();
      await connection.close();
      await Promise.allSettled(loops);
    },
  };
}

async function prepare(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  await manager.streams.add({
    name: JOBS,
    subjects: ['swimmy.jobs'],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    duplicate_window: nanos(120_000),
  });
  await manager.streams.add({
    name: STATES,
    subjects: ['swimmy.state.>'],
    storage: StorageType.File,
    max_msgs_per_subject: 1,
    max_age: nanos(STATES_KEPT_MS),
  });
  await manager.consumers.add(JOBS, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: 10_000,
  });
}
