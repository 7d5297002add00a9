// Tracks the requests that were sent: by the states that workers report, and by their disconnects.
import type { SweepProgress } from '../sweep/progress.ts';
import type { Hello } from '../worker/hello.ts';
import type { ControlClient, ControlHandlers, WorkerState } from './control-client.ts';
import type { Publisher } from './publisher.ts';
import type { Change, Status, Store, StoredRequest } from './store.ts';

export interface Progress {
  readonly share: number;
  readonly stage: string;
  /** How its pieces are, when workers share it. */
  readonly sweep?: SweepProgress | undefined;
}

export interface FollowingOptions {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly control: (handlers: ControlHandlers) => ControlClient;
  /** Where this gateway looks for its worker; names of workers hold it, so that none is judged by another's socket. */
  readonly controlPath: string;
  readonly now: () => number;
  readonly log: (event: string, details?: object) => void;
  readonly change: (requestId: string, from: readonly Status[], to: Change) => Promise<boolean>;
  /** An answer that came with a state. */
  readonly receive: (requestId: string, text: string) => Promise<void>;
  /** Something is new about a request. */
  readonly tell: (requestId: string) => void;
}

export interface Following {
  readonly control: ControlClient;
  progress(requestId: string): Progress | undefined;
  /** No more updates will come for it. */
  forget(requestId: string): void;
  /** The worker that messages go to now, as the store names it. */
  workerName(): string | undefined;
  /** Asks about these requests (default: all unfinished) and waits until the store says how they stand. */
  refresh(ids?: readonly string[]): Promise<void>;
  close(): void;
}

/** A foreign engine that went away gets this long to show a result, or to come back. */
const GRACE_MS = 10_000;
/** A worker of ours that went away has lost what it had; a result may still be on its way. */
const GONE_MS = 500;
const SWEEP_EVERY_MS = 1000;
/** A worker that does not know a request this long after it was sent never will. */
const UNKNOWN_AFTER_MS = 5000;
/** A running job is written to the store this often. */
const SIGN_OF_LIFE_MS = 60_000;
/** How long a list waits for current states. */
const REFRESH_MS = 1500;
/** Jobs of a shared queue outlive their worker. */
const QUEUED = 'queue';

export function createFollowing(options: FollowingOptions): Following {
  const { store, publisher, controlPath, now, log, change, receive, tell } = options;
  const shares = new Map<string, Progress>();
  const started = now();
  const written = new Map<
    string,
    { readonly status: string; readonly worker: string | undefined; readonly at: number }
  >();
  /** States that are being written down. */
  const hearing = new Set<Promise<void>>();

  const nameOf = ({ worker, durable }: Hello) => `${durable ? QUEUED : worker}@${controlPath}`;
  const track = (work: Promise<unknown>, what: string): void => {
    const tracked = work
      .then(() => undefined)
      .catch((error: unknown) => log(what, { reason: error instanceof Error ? error.message : String(error) }))
      .finally(() => hearing.delete(tracked));
    hearing.add(tracked);
  };
  const lose = (requestId: string, reason: string) =>
    change(requestId, ['sent', 'running'], { status: 'lost', reason });

  /** Requests of a worker that is gone, by its name; a late result still counts. */
  const loseOf = async (isGone: (worker: string) => boolean): Promise<void> => {
    const gone = store.pending().filter(({ worker }) => worker !== null && isGone(worker));
    await Promise.all(
      gone.map(({ request_id }) => lose(request_id, 'the worker that ran it stopped before it finished')),
    );
  };
  const isHere = (worker: string) => worker.endsWith(`@${controlPath}`);
  const isMortal = (worker: string) => isHere(worker) && !worker.startsWith(`${QUEUED}@`);

  const handleState = async (state: WorkerState): Promise<void> => {
    if (state.text !== undefined) return receive(state.id, state.text);
    if (state.status === 'unknown') return unknown(store.get(state.id));
    if (state.status !== 'running' && state.status !== 'queued') return;
    shares.set(state.id, { share: state.progress ?? 0, stage: state.stage ?? state.status, sweep: state.sweep });
    await writeDown(state.id, state.status, workerName());
    tell(state.id);
  };
  /** Progress comes many times a second; the store, synced to disk, is written on a change and at intervals as a heartbeat. */
  const writeDown = async (id: string, status: 'running' | 'queued', worker: string | undefined): Promise<void> => {
    const before = written.get(id);
    if (before?.status === status && before.worker === worker && now() - before.at < SIGN_OF_LIFE_MS) return;
    written.set(id, { status, worker, at: now() });
    const known = worker === undefined ? {} : { worker };
    if (status === 'running') await store.change(id, ['sent', 'running', 'lost'], { status, ...known });
    else await store.change(id, ['sent', 'lost'], { status: 'sent', ...known });
  };
  const unknown = async (request: StoredRequest | undefined): Promise<void> => {
    if (request?.status !== 'sent' && request?.status !== 'running') return;
    if (now() - (request.sent_at ?? now()) >= UNKNOWN_AFTER_MS)
      await lose(request.request_id, 'the worker was restarted and no longer knows it');
    else setTimeout(() => control.watch([request.request_id]), UNKNOWN_AFTER_MS / 4).unref();
  };

  const control = options.control({
    onHello: (hello) => {
      const name = nameOf(hello);
      track(
        loseOf((worker) => isMortal(worker) && worker !== name),
        'the status of the requests of an earlier worker was not updated',
      );
      control.watch(store.pending().map(({ request_id }) => request_id));
    },
    onState: (state) => track(handleState(state), 'a worker state could not be parsed'),
    onGone: (hello) => {
      const name = nameOf(hello);
      setTimeout(() => {
        if (!closed && (control.worker === undefined || nameOf(control.worker) !== name))
          track(
            loseOf((worker) => worker === name && isMortal(worker)),
            'the status of the requests of a disconnected worker was not updated',
          );
      }, GONE_MS).unref();
    },
  });
  const workerName = () => (control.worker ? nameOf(control.worker) : undefined);

  /** Requests of an engine that went away and that no worker reports. */
  const sweep = async (): Promise<void> => {
    if (control.worker) return;
    const gone = publisher.live ? publisher.lastLoss : publisher.lastLoss || started;
    if (gone === 0 || now() - gone < GRACE_MS) return;
    for (const { request_id, sent_at, worker } of store.pending()) {
      if ((sent_at ?? 0) < gone && !worker?.startsWith(`${QUEUED}@`))
        await lose(request_id, 'the engine disconnected without a result');
    }
  };
  const sweeper = setInterval(() => void sweep().catch(() => undefined), SWEEP_EVERY_MS);
  sweeper.unref();
  let closed = false;

  return {
    control,
    progress: (requestId) => shares.get(requestId),
    forget: (requestId) => {
      shares.delete(requestId);
      written.delete(requestId);
    },
    workerName,
    refresh: async (ids) => {
      const asked = ids ?? store.pending().map(({ request_id }) => request_id);
      if (asked.length === 0) return;
      const deadline = now() + REFRESH_MS;
      if (await control.reached(REFRESH_MS)) await control.ask(asked, Math.max(1, deadline - now()));
      else await loseOf(isMortal);
      await Promise.all(hearing);
    },
    close: () => {
      closed = true;
      clearInterval(sweeper);
      control.close();
    },
  };
}
