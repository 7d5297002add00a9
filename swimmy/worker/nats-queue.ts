// A queue that several workers share (NATS JetStream), on any machines. A message belongs to a worker only while it keeps
// saying so: one that dies falls silent, and after ACK_WAIT_MS its message goes to another. The state of a job is stored
// in a stream of its own, last state per job, so a finished job is never run again, no matter which worker gets its message.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, type Consumer, type JsMsg } from '@nats-io/jetstream';
import type { Piece } from '@zorivest/engine';
import { connectQueue, type QueueAddress } from '../queue/address.ts';
import { createQueueStore } from '../queue/store.ts';
import {
  ACK_WAIT_MS,
  JOBS,
  keyOf,
  LEADERS,
  MOST_DELIVERIES,
  PIECE_RUNNERS,
  PIECES,
  prepareStreams,
  RUNNERS,
  STATES,
  subjects,
} from '../queue/streams.ts';
import type { FailedPiece, PieceFacts, SweepProgress } from '../sweep/progress.ts';
import { errorAnswer } from './answer.ts';
import { isFinal, type JobState } from './board.ts';
import type { BarsFolder } from './bars-folder.ts';
import { createCandleStore, objectSource, type CandleSource } from './candle-store.ts';
import type { Crew } from './crew.ts';
import { HELLO } from './hello.ts';
import { forgetSweep, handOut, leadSweep, FailedPiecesError, tableObject } from './lead.ts';
import { CancelledError } from './pool.ts';
import type { Queue, QueueParts } from './queue.ts';
import { isSweep, jobOf, keepSpec, offerJob, readSpec, type Spec } from './spec.ts';
import type { SweepPlan } from '../sweep/plan.ts';

export interface NatsQueueParts extends QueueParts {
  readonly address: QueueAddress;
  readonly crew: Crew;
  /** Where candles of the queue are cached on this machine. */
  readonly bars: BarsFolder;
  /** A folder that every worker sees, in place of the queue's own store. */
  readonly sharedCandles: CandleSource | undefined;
  readonly storeMb: number;
  readonly log: (event: string, details?: object) => void;
}

const POLL_MS = 2000;
const PAUSE_MS = 500;
/** Sweeps led concurrently; leading costs little, but each holds its candles. */
const LEADS = 4;
/** Attempts that fail are made again after this, so that another worker may be the one. */
const AGAIN_MS = 1000;
const REMEMBERED_SPECS = 16;

interface News {
  readonly from: string;
  readonly id: string;
  readonly state: JobState;
}

export async function createNatsQueue(parts: NatsQueueParts): Promise<Queue> {
  const { board, publish, executor, crew, log } = parts;
  const self = randomUUID();
  const worker = `${hostname()}:${process.pid}`;
  const connection = await connectQueue(parts.address, { maxReconnectAttempts: -1, name: `swimmy-worker ${worker}` });
  const stores = await prepareStreams(connection, parts.storeMb);
  const store = await createQueueStore(connection, stores.results);
  const candles = createCandleStore(parts.sharedCandles ?? objectSource(stores.candles), parts.bars);
  const stream = jetstream(connection);
  const closing = new AbortController();
  /** What runs here, by the key of its job: pieces, single runs and leads. */
  const running = new Map<string, Set<AbortController>>();
  const led = new Set<string>();
  const slots = createSlots(parts.concurrency);

  const begin = (key: string): AbortController & Disposable => {
    const controller = new AbortController();
    const siblings = running.get(key) ?? new Set();
    running.set(key, siblings.add(controller));
    return Object.assign(controller, {
      [Symbol.dispose]: () => {
        siblings.delete(controller);
        if (siblings.size === 0) running.delete(key);
      },
    });
  };

  const remember = async (id: string, state: JobState, first = false): Promise<boolean> => {
    const { text, ...small } = state;
    // The answer is the body, so that it may be an object; small facts are headers.
    const isStored = await store.keep(subjects.state(keyOf(id)), new TextEncoder().encode(text ?? ''), {
      facts: { ...small, hasText: text !== undefined },
      first,
    });
    if (isStored) board.set(id, state);
    return isStored;
  };
  const recall = async (key: string): Promise<JobState | undefined> => {
    const stored = await store.read(subjects.state(key));
    if (stored === undefined) return undefined;
    const { hasText, ...state } = stored.facts as JobState & { readonly hasText: boolean }; // written above
    return hasText ? { ...state, text: new TextDecoder().decode(stored.bytes) } : state;
  };
  const conclude = async (id: string, state: JobState & { readonly text: string }): Promise<void> => {
    await remember(id, state);
    await publish(state.text);
  };

  /** Specs of sweeps whose pieces run here. */
  const specs = new Map<string, Promise<Spec | undefined>>();
  const specOf = (key: string): Promise<Spec | undefined> => {
    const known = specs.get(key);
    if (known) return known;
    const read = readSpec(store, key);
    specs.set(key, read);
    read.catch(() => specs.delete(key));
    for (const oldest of specs.keys()) if (specs.size > REMEMBERED_SPECS) specs.delete(oldest);
    return read;
  };

  // Workers publish their state to each other, so that each can answer for every job.
  const publishNews = (id: string, state: JobState): void => {
    board.set(id, state);
    if (!connection.isClosed())
      connection.publish(subjects.news, JSON.stringify({ from: self, id, state } satisfies News));
  };
  connection.subscribe(subjects.news, {
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
  connection.subscribe(subjects.cancel, {
    callback: (error, message) => {
      if (!error) for (const controller of running.get(message.string()) ?? []) controller.abort();
    },
  });

  /** Retries during an outage of the queue, so that finished work is not lost. */
  const insist = async <T>(act: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (closing.signal.aborted || !isOutage(error)) throw error;
        await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  };
  /** Reports that a message is being worked on until disposed. */
  const hold = (taken: JsMsg): Disposable => {
    const alive = setInterval(() => taken.working(), ACK_WAIT_MS / 4);
    return { [Symbol.dispose]: () => clearInterval(alive) };
  };
  /** A malformed message is logged once and stored for inspection; it is not delivered again. */
  const park = async (taken: JsMsg, reason: string): Promise<void> => {
    log('a message was parked', { subject: taken.subject, reason });
    await store.keep(subjects.parked(taken.info.stream, taken.seq), taken.data, {
      facts: { subject: taken.subject, reason },
    });
    taken.term(); // without a reason: servers before 2.11 would not understand it
  };

  const runJob = async (taken: JsMsg): Promise<void> => {
    const key = lastWord(taken.subject);
    const spec = await specOf(key).finally(() => specs.delete(key));
    const known = await recall(key);
    if (known && isFinal(known)) {
      // Finished by a worker that died before it could say so: its answer may not have been sent.
      if (known.text !== undefined && taken.redelivered) await publish(known.text);
      taken.ack();
      return;
    }
    if (spec === undefined) return park(taken, 'the specification of this job is missing');
    const { id, request } = spec;
    if (taken.info.deliveryCount >= MOST_DELIVERIES) {
      const reason = `it was started ${taken.info.deliveryCount - 1} times, and each worker that ran it stopped before it finished`;
      log('a job failed permanently', { request_id: id, reason });
      await conclude(id, {
        status: 'failed',
        progress: 0,
        stage: 'failed',
        text: errorAnswer(reason, id, request.strategy.name),
      });
      taken.term();
      return;
    }
    using controller = begin(key);
    using _slot = await slots.take();
    publishNews(id, { status: 'running', progress: 0, stage: 'starting' });
    const { signal } = controller;
    const options = {
      signal,
      onProgress: (progress: number, stage: string) => {
        if (!signal.aborted) publishNews(id, { status: 'running', progress, stage });
      },
    };
    const answer = await jobOf(spec, candles)
      .then((job) =>
        executor.run(job, options, async (table) => {
          await store.putFile(tableObject(key), table);
          return tableObject(key);
        }),
      )
      .catch((error: unknown) => {
        if (isOutage(error)) throw error;
        return executor.fail(error, { request_id: id, name: request.strategy.name }, signal.aborted);
      });
    if (closing.signal.aborted) return; // shutting down: unacknowledged, so another worker runs it
    await insist(() => conclude(id, { status: answer.status, progress: 1, stage: answer.status, text: answer.text }));
    await taken.ackAck();
  };

  const runPiece = async (taken: JsMsg): Promise<void> => {
    const [key = '', number = ''] = taken.subject.split('.').slice(-2);
    const n = Number(number);
    const piece = JSON.parse(taken.string()) as Piece & { readonly rows: number }; // of a lead of ours; else it throws below
    if (!Number.isInteger(n) || !(piece.from <= piece.to)) return park(taken, 'not a piece of a sweep');
    const [spec, state] = await Promise.all([specOf(key), recall(key)]);
    if (spec === undefined || (state && isFinal(state))) return taken.term();
    const { deliveryCount } = taken.info;
    const failPiece = async (error: string, begun: number): Promise<void> => {
      log('a piece failed permanently', { request_id: spec.id, piece: n, error });
      await insist(() =>
        store.keep(subjects.failed(key, n), new Uint8Array(), {
          facts: { piece: n, error, begun } satisfies FailedPiece,
        }),
      );
      taken.term();
    };
    if (taken.redelivered && (await store.count(subjects.done(key, n))).size > 0) return taken.ack();
    if (deliveryCount >= MOST_DELIVERIES)
      return failPiece('each worker that ran it stopped before it finished', deliveryCount - 1);
    using controller = begin(key);
    using _slot = await slots.take();
    const { signal } = controller;
    try {
      const task = { sweep: key, request: spec.request, candles: await candles.file(spec.candles) };
      const { packed, wall_ms, cpu_ms } = await crew.piece(task, piece, signal);
      const facts: PieceFacts = {
        piece: n,
        from: piece.from,
        to: piece.to,
        runs: piece.rows,
        worker,
        begun: deliveryCount,
        wall_ms: Math.round(wall_ms),
        cpu_ms: Math.round(cpu_ms),
        finished_at: new Date().toISOString(),
      };
      // One result for each piece: a second one, of a slower worker, is not taken.
      const counted = await insist(() => store.keep(subjects.done(key, n), packed, { facts, first: true }));
      if (!counted) log('a piece was already done', { request_id: spec.id, piece: n });
      await taken.ackAck();
    } catch (error) {
      if (error instanceof CancelledError || signal.aborted) {
        if (!closing.signal.aborted) taken.term();
        return;
      }
      if (isOutage(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (deliveryCount >= MOST_DELIVERIES - 1) return failPiece(reason, deliveryCount);
      log('a piece failed and will be retried', { request_id: spec.id, piece: n, begun: deliveryCount, reason });
      taken.nak(AGAIN_MS);
    }
  };

  const lead = async (taken: JsMsg): Promise<void> => {
    const key = lastWord(taken.subject);
    if (led.has(key)) return; // led here already; its leader extends the message's lease
    const spec = await specOf(key);
    const known = await recall(key);
    if (known && isFinal(known)) {
      if (known.text !== undefined && taken.redelivered) await publish(known.text);
      taken.ack();
      return;
    }
    if (spec === undefined) return park(taken, 'the specification of this sweep is missing');
    const { id, request } = spec;
    led.add(key);
    using controller = begin(key);
    const { signal } = controller;
    try {
      const tell = (sweep: SweepProgress, stage: string): void => {
        if (signal.aborted) return;
        const { done, total } = sweep.runs;
        publishNews(id, { status: 'running', progress: (0.97 * done) / Math.max(1, total), stage, sweep });
      };
      const answer = await leadSweep(
        { connection, store, candles, executor, crew, onProgress: tell, signal },
        key,
        spec,
      );
      const meanwhile = await insist(() => recall(key));
      if (meanwhile && isFinal(meanwhile)) return taken.ack(); // cancelled, or finished by who led it before
      await insist(() => conclude(id, { status: answer.status, progress: 1, stage: answer.status, text: answer.text }));
      await forgetSweep(store, key);
      await taken.ackAck();
    } catch (error) {
      if (closing.signal.aborted || isOutage(error)) throw error;
      if (signal.aborted) return taken.ack(); // the canceller has reported it
      const reason = error instanceof Error ? error.message : String(error);
      log('a sweep failed', { request_id: id, reason });
      const sweep = error instanceof FailedPiecesError ? error.progress : undefined;
      const text = errorAnswer(reason, id, request.strategy.name, sweep);
      await insist(() => conclude(id, { status: 'failed', progress: 0, stage: 'failed', sweep, text }));
      await taken.ackAck();
    } finally {
      led.delete(key);
    }
  };

  /** Takes messages one after the other for as long as the worker runs; an error costs one message, never the loop. */
  const serve = async (name: string, consumer: Consumer, act: (taken: JsMsg) => Promise<void>): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const taken = await consumer.next({ expires: POLL_MS });
        if (taken === null) continue;
        using _held = hold(taken);
        await act(taken).catch((error: unknown) => {
          if (error instanceof SyntaxError) return park(taken, error.message);
          const reason = error instanceof Error ? error.message : String(error);
          if (!closing.signal.aborted)
            log('a message will be retried later', { of: name, subject: taken.subject, reason });
          throw error;
        });
      } catch {
        // The queue is away or refused: ask again shortly; the connection mends itself.
        if (!closing.signal.aborted) await delay(PAUSE_MS, undefined, { ref: false });
      }
    }
  };
  const consumers = {
    jobs: await stream.consumers.get(JOBS, RUNNERS),
    pieces: await stream.consumers.get(PIECES, PIECE_RUNNERS),
    leads: await stream.consumers.get(PIECES, LEADERS),
  };
  const loops = [
    ...Array.from({ length: parts.concurrency }, () => serve('jobs', consumers.jobs, runJob)),
    ...Array.from({ length: parts.concurrency }, () => serve('pieces', consumers.pieces, runPiece)),
    ...Array.from({ length: LEADS }, () => serve('sweeps', consumers.leads, lead)),
  ];

  return {
    submit: async (id, message) => {
      const key = keyOf(id);
      // Immediately: a question about it while its candles are read must not find it unknown.
      if (board.get(id) === undefined) board.set(id, { status: 'queued', progress: 0, stage: 'loading candles' });
      const known = await recall(key);
      if (known !== undefined) board.set(id, known);
      if (known?.text !== undefined && isFinal(known)) return publish(known.text); // asked again: answered again
      if (known !== undefined) return;
      try {
        const job = await executor.load(message);
        await keepSpec(store, key, await offerJob(id, job, candles, (series) => executor.hashOf(series)));
        await store.send(isSweep(job.request) ? subjects.lead(key) : subjects.job(key), { id });
        await remember(id, { status: 'queued', progress: 0, stage: 'waiting' }, true);
      } catch (error) {
        const { status, text } = executor.fail(error, { request_id: id, name: '' }, false);
        await conclude(id, { status, progress: 0, stage: status, text });
      }
    },
    cancel: async (id) => {
      const key = keyOf(id);
      const known = await recall(key);
      if (!known || isFinal(known)) return false;
      const text = errorAnswer('cancelled', id, '');
      await conclude(id, { status: 'cancelled', progress: 0, stage: 'cancelled', text });
      connection.publish(subjects.cancel, key);
      await forgetSweep(store, key);
      await store.forget(JOBS, subjects.job(key));
      return true;
    },
    retry: async (id) => {
      const key = keyOf(id);
      const [spec, state, plan] = await Promise.all([
        readSpec(store, key),
        recall(key),
        store.read(subjects.plan(key)),
      ]);
      const failed = await store.count(subjects.failed(key, '*'));
      if (spec === undefined || plan === undefined || state?.status !== 'failed' || failed.size === 0) return 0;
      await store.forget(STATES, subjects.failed(key, '*'));
      await remember(id, { status: 'queued', progress: 0, stage: 'waiting' });
      specs.delete(key);
      await store.forget(PIECES, subjects.piece(key, '*'));
      const done = await store.count(subjects.done(key, '*'));
      await handOut(
        store,
        key,
        JSON.parse(new TextDecoder().decode(plan.bytes)) as SweepPlan, // of a lead of ours
        new Set([...done].map((subject) => Number(lastWord(subject)))),
      );
      await store.send(subjects.lead(key), { id });
      return failed.size;
    },
    lookup: async (id) => board.get(id) ?? recall(keyOf(id)),
    close: async () => {
      closing.abort();
      for (const controllers of running.values()) for (const controller of controllers) controller.abort();
      await connection.close();
      await Promise.allSettled(loops);
    },
  };
}

const lastWord = (subject: string) => subject.slice(subject.lastIndexOf('.') + 1);

/** The queue is away, slow or full: not the fault of what was asked. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    /^(TimeoutError|NoRespondersError|ConnectionError|ClosedConnectionError|DrainingConnectionError|RequestError)$/.test(
      error.name,
    ) || /timeout|no responders|disconnect|connection|maximum bytes exceeded|unavailable/i.test(error.message)
  );
}

/** A semaphore of `count` slots. */
function createSlots(count: number): { take(): Promise<Disposable> } {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = {
    [Symbol.dispose]: () => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
  return {
    take: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}
