// The gateway's end of the worker's control socket: watches backtests and cancels them. Without a worker of ours there
// is no such socket; then results come over 5581 alone and nothing can be cancelled.
import { connect, type Socket } from 'node:net';
import { readLines } from '../lines.ts';
import type { SweepProgress } from '../sweep/progress.ts';
import { helloIn, type Hello } from '../worker/hello.ts';
import type { Answers, QuestionName } from '../worker/questions.ts';

export interface WorkerState {
  readonly id: string;
  readonly status: 'unknown' | 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress?: number;
  readonly stage?: string;
  readonly text?: string;
  readonly sweep?: SweepProgress;
}

/** An error from a worker; its message is meant for the caller. */
export class WorkerError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkerError';
  }
}

export interface ControlClient {
  /** The worker that has identified itself, while its connection is open. */
  readonly worker: Hello | undefined;
  /** The worker, once it is known whether there is one; undefined when there is none, or after the time given. */
  reached(ms: number): Promise<Hello | undefined>;
  watch(ids: readonly string[]): void;
  /** Watches, and resolves when the worker has reported the state of each; false when it could not in time. */
  ask(ids: readonly string[], ms: number): Promise<boolean>;
  /** False when no worker can be asked. */
  cancel(id: string): boolean;
  /** Asks about candles; undefined when no worker could be asked, and throws what it says is wrong. */
  question<N extends QuestionName>(name: N, about: unknown, ms: number): Promise<Answers[N] | undefined>;
  /** How many pieces are run again; undefined when no worker could be asked. */
  retry(id: string, ms: number): Promise<number | undefined>;
  close(): void;
}

const RETRY_MS = 250;
/** A state carries a whole result. */
const LONGEST_LINE = 512 * 1024 * 1024;

export interface ControlHandlers {
  /** A worker has identified itself: reply with the ids to watch. */
  readonly onHello: (hello: Hello) => void;
  readonly onState: (state: WorkerState) => void;
  /** The connection to a worker that had identified itself ended. */
  readonly onGone: (hello: Hello) => void;
}

export function createControlClient(path: string, handlers: ControlHandlers): ControlClient {
  let socket: Socket | undefined;
  let worker: Hello | undefined;
  let closed = false;
  /** Whether the latest attempt has ended, one way or the other. */
  let settled = false;
  let lastSync = 0;
  const syncs = new Map<number, () => void>();
  /** Callers that wait for an answer about an id, by the kind of the answer. */
  const awaited = new Map<string, (value: unknown) => void>();
  const waiting = new Set<() => void>();
  const settle = (): void => {
    settled = true;
    for (const wake of waiting) wake();
  };

  const handleLine = (line: string): void => {
    const message = parse(line);
    if (message?.event === 'hello') {
      worker = helloIn(message);
      if (worker) handlers.onHello(worker);
      settle();
    } else if (message?.event === 'state') handlers.onState(message as unknown as WorkerState); // the worker's own protocol
    else if (message?.event === 'retry') awaited.get(`retry ${String(message.id)}`)?.(message.value);
    else if (message?.event === 'answer') awaited.get(`answer ${String(message.id)}`)?.(message);
    else if (message?.event === 'sync' && typeof message.sync === 'number') syncs.get(message.sync)?.();
  };
  const open = (): void => {
    if (closed) return;
    const current = connect(path);
    socket = current;
    current.unref();
    readLines(current, LONGEST_LINE, handleLine);
    current.on('close', () => {
      const gone = worker;
      worker = undefined;
      settle();
      if (closed) return;
      if (gone) handlers.onGone(gone);
      setTimeout(open, RETRY_MS).unref();
    });
  };
  open();
  const say = (message: object) => socket?.write(`${JSON.stringify(message)}\n`);
  const answerTo = async (event: string, id: string, asked: object, ms: number): Promise<unknown> => {
    if (!worker) return undefined;
    const answered = new Promise<unknown>((resolve) => {
      setTimeout(() => resolve(undefined), ms).unref();
      awaited.set(`${event} ${id}`, resolve);
    });
    say(asked);
    return answered.finally(() => awaited.delete(`${event} ${id}`));
  };
  return {
    get worker() {
      return worker;
    },
    reached: async (ms) => {
      if (!settled) await within(ms, waiting);
      return worker;
    },
    watch: (ids) => {
      if (worker && ids.length > 0) say({ watch: ids });
    },
    ask: async (ids, ms) => {
      if (!worker) return false;
      const sync = ++lastSync;
      const answered = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), ms);
        syncs.set(sync, () => {
          clearTimeout(timer);
          resolve(true);
        });
      });
      say({ watch: ids, sync });
      return answered.finally(() => syncs.delete(sync));
    },
    cancel: (id) => {
      if (worker) say({ cancel: id });
      return worker !== undefined;
    },
    retry: async (id, ms) => {
      const pieces = await answerTo('retry', id, { retry: id }, ms);
      return typeof pieces === 'number' ? pieces : undefined;
    },
    question: async <N extends QuestionName>(name: N, about: unknown, ms: number) => {
      const id = String(++lastSync);
      const answer = await answerTo('answer', id, { ask: { id, name, about } }, ms);
      const { value, error } = (answer ?? {}) as { readonly value?: Answers[N]; readonly error?: string }; // a worker of ours
      if (error !== undefined) throw new WorkerError(error);
      return value;
    },
    close: () => {
      closed = true;
      socket?.destroy();
    },
  };
}

/** Resolves when woken through `waiting`, or when the time is up. */
function within(ms: number, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    waiting.add(wake);
  });
}

function parse(line: string): Readonly<Record<'event' | 'sync' | 'id' | 'value', unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<'event' | 'sync' | 'id' | 'value', unknown>>) // looked up one by one, as unknown
      : undefined;
  } catch {
    return undefined;
  }
}
