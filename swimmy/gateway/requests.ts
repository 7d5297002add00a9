// The life of a request: entered in the journal, delivered with proof, followed to its end.
import { EventEmitter, once } from 'node:events';
import { codes, KernelError } from '@zorivest/kernel';
import { backtestMessage, ownName } from '../request/message.ts';
import { LONGEST_NAME, type BacktestRequest } from '../request/schema.ts';
import { AnswerError, idsInName, readAnswer, RESULT_SCHEMAS, type EngineAnswer } from './answers.ts';
import type { ControlClient, WorkerState } from './control-client.ts';
import { NoSubscriber, Withdrawn, type Publisher } from './publisher.ts';
import type { Change, Status, Store, StoredRequest } from './store.ts';

/** Codes of our own; the dialect gives each its number. */
export const swimmyCodes = {
  tradeDisabled: 'trade_disabled',
  noSubscriber: 'no_subscriber',
  refused: 'refused',
  unknownSchema: 'unknown_schema',
} as const;

export interface Limits {
  /** Submits per second, and unfinished requests; undefined = no limit. */
  readonly perSecond: number | undefined;
  readonly pending: number | undefined;
}

export interface RequestsOptions {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly control: (handlers: { onOpen: () => void; onState: (state: WorkerState) => void }) => ControlClient;
  readonly limits: Limits;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (event: string, details?: object) => void;
}

export interface Progress {
  readonly share: number;
  readonly stage: string;
}

export interface Requests {
  submit(request: BacktestRequest): Promise<string>;
  /** Throws for an id nobody submitted. */
  get(requestId: string): StoredRequest;
  progress(requestId: string): Progress | undefined;
  /** The request once it is finished, or as it stands when the time is up. */
  wait(
    requestId: string,
    ms: number,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<StoredRequest>;
  cancel(requestId: string): Promise<StoredRequest>;
  /** An engine's answer, from wherever it came. */
  receive(text: string): Promise<void>;
  close(): void;
}

const UNFINISHED: readonly Status[] = ['queued', 'sent', 'running'];
/** A late result still counts for a request that was given up. */
const OPEN: readonly Status[] = [...UNFINISHED, 'lost'];
export const isFinished = (status: Status) => !UNFINISHED.includes(status);

/** An engine that went away gets this long to show a result, or to come back and vouch for the job. */
const GRACE_MS = 10_000;
const SWEEP_EVERY_MS = 1000;
/** A worker that does not know a request this long after it was sent never will. */
const UNKNOWN_AFTER_MS = 5000;
const CANCEL_MS = 5000;
const POLL_MS = 250;

export function createRequests(options: RequestsOptions): Requests {
  const { store, publisher, limits, now, newId, log } = options;
  const delivering = new Map<string, AbortController>();
  const shares = new Map<string, Progress>();
  const events = new EventEmitter().setMaxListeners(0);
  const started = now();
  let lastSubmits: number[] = [];

  const control = options.control({
    onOpen: () => control.watch(store.pending().map(({ request_id }) => request_id)),
    onState: (state) =>
      void heard(state).catch((error: unknown) => log('a worker state was not understood', { reason: String(error) })),
  });

  const change = async (requestId: string, from: readonly Status[], to: Change): Promise<boolean> => {
    const moved = await store.change(requestId, from, to);
    if (moved && isFinished(to.status)) shares.delete(requestId);
    if (moved) events.emit(requestId);
    return moved;
  };

  const heard = async (state: WorkerState): Promise<void> => {
    if (state.text !== undefined) return receiveFor(state.id, state.text);
    if (state.status === 'unknown') {
      const known = store.get(state.id);
      const waited = now() - (known?.sent_at ?? now());
      if (!known || isFinished(known.status)) return;
      if (waited < UNKNOWN_AFTER_MS) setTimeout(() => control.watch([state.id]), UNKNOWN_AFTER_MS / 4).unref();
      else
        await change(state.id, ['sent', 'running'], {
          status: 'lost',
          reason: 'the worker no longer knows it; it was restarted',
        });
      return;
    }
    if (state.status !== 'running' && state.status !== 'queued') return;
    shares.set(state.id, { share: state.progress ?? 0, stage: state.stage ?? state.status });
    if (state.status === 'running') await store.change(state.id, ['sent', 'lost'], { status: 'running' });
    events.emit(state.id);
  };

  const receiveFor = async (requestId: string, text: string): Promise<void> => {
    const answer = readAnswer(text);
    await change(requestId, OPEN, outcomeOf(requestId, answer));
  };

  /** Requests of an engine that went away and that nobody vouches for. */
  const sweep = async (): Promise<void> => {
    if (control.connected) return;
    const gone = publisher.live ? publisher.lastLoss : publisher.lastLoss || started;
    if (gone === 0 || now() - gone < GRACE_MS) return;
    for (const { request_id, sent_at } of store.pending()) {
      if ((sent_at ?? 0) < gone)
        await change(request_id, ['sent', 'running'], {
          status: 'lost',
          reason: 'the engine went away without a result',
        });
    }
  };
  const sweeper = setInterval(() => void sweep().catch(() => undefined), SWEEP_EVERY_MS);
  sweeper.unref();

  const admit = (): void => {
    if (limits.pending !== undefined && store.pending().length + delivering.size >= limits.pending) {
      throw new KernelError(
        swimmyCodes.refused,
        `${limits.pending} backtests are unfinished, which is the limit; wait for some to end.`,
      );
    }
    if (limits.perSecond === undefined) return;
    lastSubmits = lastSubmits.filter((at) => at > now() - 1000);
    const oldest = lastSubmits[0];
    if (oldest !== undefined && lastSubmits.length >= limits.perSecond) {
      const retry_after_ms = Math.max(1, oldest + 1000 - now());
      throw new KernelError(
        swimmyCodes.refused,
        `More than ${limits.perSecond} submits in a second; try again in ${retry_after_ms} ms.`,
        { retry_after_ms },
      );
    }
    lastSubmits.push(now());
  };

  const get = (requestId: string): StoredRequest => {
    const known = store.get(requestId);
    if (known) return known;
    throw badField('request_id', 'unknown: nothing was submitted under this id');
  };

  return {
    submit: async (request) => {
      if (request.strategy.name.length > LONGEST_NAME)
        throw badField('strategy.name', `longer than ${LONGEST_NAME} characters`);
      admit();
      const requestId = request.request_id ?? newId();
      const entered = await store.reserve({
        request_id: requestId,
        name: request.strategy.name,
        symbol: request.symbol ?? null,
      });
      if (!entered) throw badField('request_id', 'already used; leave it out to get a fresh one');
      const controller = new AbortController();
      delivering.set(requestId, controller);
      try {
        await publisher.send(backtestMessage({ ...request, request_id: requestId }), controller.signal);
      } catch (error) {
        if (error instanceof Withdrawn)
          throw new KernelError(
            swimmyCodes.refused,
            'The backtest was cancelled before it was sent.',
            undefined,
            error,
          );
        await store.forget(requestId);
        if (error instanceof NoSubscriber)
          throw new KernelError(
            swimmyCodes.noSubscriber,
            `${capitalised(error.message)} Nothing was sent.`,
            undefined,
            error,
          );
        throw error;
      } finally {
        delivering.delete(requestId);
      }
      // A fast engine may have answered already; then the request is past "sent".
      await change(requestId, ['queued'], { status: 'sent', sent_at: now() });
      control.watch([requestId]);
      return requestId;
    },
    get,
    progress: (requestId) => shares.get(requestId),
    wait: async (requestId, ms, signal, onProgress) => {
      const deadline = now() + ms;
      for (;;) {
        const request = get(requestId);
        if (isFinished(request.status) || now() >= deadline || signal.aborted) return request;
        const progress = shares.get(requestId);
        if (progress) onProgress(progress);
        // Another gateway of this home may be the one that hears, so the journal is looked at in any case.
        const pause = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.min(POLL_MS, deadline - now())))]);
        await once(events, requestId, { signal: pause }).catch(() => undefined);
      }
    },
    cancel: async (requestId) => {
      const request = get(requestId);
      if (isFinished(request.status)) return request;
      const unsent = delivering.get(requestId);
      if (unsent) {
        await change(requestId, ['queued'], { status: 'cancelled', reason: 'cancelled before it was sent' });
        unsent.abort();
        return get(requestId);
      }
      if (!control.cancel(requestId)) {
        throw new KernelError(
          swimmyCodes.refused,
          'This backtest runs in an engine that cannot be told to stop (no swimmy-worker is reachable). Wait for its result.',
        );
      }
      const deadline = now() + CANCEL_MS;
      while (!isFinished(get(requestId).status) && now() < deadline) {
        await once(events, requestId, { signal: AbortSignal.timeout(POLL_MS) }).catch(() => undefined);
      }
      return get(requestId);
    },
    receive: async (text) => {
      const answer = readAnswer(text);
      const candidates = [
        ...(answer.requestId === undefined ? [] : [answer.requestId]),
        ...idsInName(answer.strategyName),
      ];
      const requestId = candidates.find((id) => store.get(id) !== undefined);
      if (requestId === undefined) throw new AnswerError('a result of no request of this home');
      await change(requestId, OPEN, outcomeOf(requestId, answer));
    },
    close: () => {
      clearInterval(sweeper);
      control.close();
    },
  };
}

const capitalised = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function badField(path: string, message: string): KernelError {
  return new KernelError(codes.invalidArguments, `${path}: ${message}.`, { errors: [{ path, message }] });
}

function outcomeOf(requestId: string, { error, fields, strategyName }: EngineAnswer): Change {
  const version = fields.schema_version ?? 1;
  if (!RESULT_SCHEMAS.includes(Math.floor(Number(version)))) {
    return {
      status: 'failed',
      reason: `the result has schema_version ${JSON.stringify(version)}; this gateway reads ${RESULT_SCHEMAS.join(', ')}`,
    };
  }
  if (error !== undefined) return { status: error === 'cancelled' ? 'cancelled' : 'failed', reason: error };
  const answer = { ...fields, request_id: requestId, strategy_name: ownName(strategyName, requestId) };
  return { status: 'done', answer: JSON.stringify(answer) };
}
