// The life of a request: stored, delivered with proof, followed to its end.
import { LONGEST_NAME, strategyShape, sweepFault, workerOnlyField, type BacktestRequest } from '@zorivest/engine';
import { EventEmitter, once } from 'node:events';
import { KernelError } from '@zorivest/kernel';
import * as z from 'zod';
import { backtestMessage, ownName } from '../request/message.ts';
import type { TrialFacts } from '../request/trial.ts';
import { AnswerError, idsInName, readAnswer, RESULT_SCHEMAS, type EngineAnswer } from './answers.ts';
import { badField } from './bad-field.ts';
import type { ControlClient, ControlHandlers } from './control-client.ts';
import { createFollowing, type Progress } from './following.ts';
import { NoSubscriber, Withdrawn, type Delivery, type Publisher } from './publisher.ts';
import type { QueueHello } from './queue-hello.ts';
import type { DataList, DataQuestion } from '../worker/data-files.ts';
import type { Description } from '../worker/questions.ts';
import { openedText } from './ledger.ts';
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
  readonly control: (handlers: ControlHandlers) => ControlClient;
  readonly controlPath: string;
  /** Where workers share a queue, another way to learn of them. */
  readonly queue: QueueHello | undefined;
  /** How long a submit may wait for an engine. */
  readonly patienceMs: number;
  readonly limits: Limits;
  readonly now: () => number;
  readonly newId: () => string;
  readonly log: (event: string, details?: object) => void;
}

export interface Submission {
  readonly request_id: string;
  /** `unconfirmed`: there is no proof that it arrived; it may still. */
  readonly delivery: Delivery;
}

export interface Requests {
  submit(request: BacktestRequest): Promise<Submission>;
  /** Throws for an unknown id. */
  get(requestId: string): StoredRequest;
  /** The candles a request would run on; undefined when no worker is reachable. Throws the faults that the worker reports. */
  describe(request: BacktestRequest): Promise<Description | undefined>;
  /** The candle files of the worker; undefined when no worker is reachable. */
  listData(question: DataQuestion): Promise<DataList | undefined>;
  progress(requestId: string): Progress | undefined;
  /** The request once it is finished, or its current state after the timeout. */
  wait(
    requestId: string,
    ms: number,
    signal: AbortSignal,
    onProgress: (progress: Progress) => void,
  ): Promise<StoredRequest>;
  cancel(requestId: string): Promise<StoredRequest>;
  /** Runs the failed pieces of a sweep again. */
  retry(requestId: string): Promise<StoredRequest>;
  /** Asks the worker about these requests (default: all unfinished), so that the next read is up to date. */
  refresh(ids?: readonly string[]): Promise<void>;
  /** Receives an engine's answer, on any channel. */
  receive(text: string): Promise<void>;
  close(): void;
}

const UNFINISHED: readonly Status[] = ['queued', 'sent', 'running'];
/** A late result still counts for a request that was given up. */
const OPEN: readonly Status[] = [...UNFINISHED, 'lost'];
export const isFinished = (status: Status) => !UNFINISHED.includes(status);

const CANCEL_MS = 5000;
const DESCRIBE_MS = 20_000;
const RETRY_MS = 10_000;
const POLL_MS = 250;
/** An engine that takes our messages and is a worker of ours says so within this time. */
const HELLO_MS = 2000;
const HELLO_EVERY_MS = 20;
export const MAY_ARRIVE = 'the engine has not confirmed it; it may still arrive';

export function createRequests(options: RequestsOptions): Requests {
  const { store, publisher, limits, now, newId } = options;
  const delivering = new Map<string, AbortController>();
  const events = new EventEmitter().setMaxListeners(0);
  let lastSubmits: number[] = [];

  const change = async (requestId: string, from: readonly Status[], to: Change): Promise<boolean> => {
    const moved = await store.change(requestId, from, to);
    if (moved && isFinished(to.status)) following.forget(requestId);
    if (moved) events.emit(requestId);
    return moved;
  };
  const following = createFollowing({
    ...options,
    change,
    receive: async (requestId, text) => settle(requestId, readAnswer(text)),
    tell: (requestId) => events.emit(requestId),
  });
  const { control } = following;
  const settle = async (requestId: string, answer: EngineAnswer): Promise<void> => {
    await change(requestId, OPEN, outcomeOf(requestId, answer, store.get(requestId)?.only_ours === 1));
  };

  /** Another engine ignores unknown fields and would run another strategy: it must not get the request. */
  const requireOurWorker = async (request: BacktestRequest): Promise<void> => {
    const path = workerOnlyField(request);
    if (path === undefined) return;
    let inQueue = false;
    const queued = options.queue?.ask(HELLO_MS).then((hello) => (inQueue = hello !== undefined));
    const deadline = now() + options.patienceMs;
    for (let since = now(); now() < Math.min(deadline, since + HELLO_MS); await pause(HELLO_EVERY_MS)) {
      if (control.worker || inQueue) return;
      if (!publisher.live) since = now(); // no engine is there yet, ours or not
    }
    if (await queued) return;
    throw badField(
      path,
      `only a swimmy-worker can run this, and none has connected at ${options.controlPath}${options.queue ? ' or in the queue' : ''}; start swimmy-worker`,
    );
  };

  const describe: Requests['describe'] = async (request) => {
    await control.reached(HELLO_MS);
    return control.question('describe', backtestMessage({ ...request, request_id: 'described' }), DESCRIBE_MS);
  };

  /** The worker knows which candles a request means; without one that can be asked, the ledger judges when it is done. */
  const requireClosedHoldout = async (request: BacktestRequest): Promise<void> => {
    if (request.data?.open_holdout !== true) return;
    // Faults of its candles are reported when it is run.
    const dataset = (await describe(request).catch(() => undefined))?.dataset;
    const at = dataset === undefined ? undefined : store.ledger.openedAt(dataset, strategyShape(request.strategy));
    if (at !== undefined) throw badField('data.open_holdout', openedText(at));
  };

  const admit = (): void => {
    if (limits.pending !== undefined && store.pending().length + delivering.size >= limits.pending) {
      throw new KernelError(
        swimmyCodes.refused,
        `${limits.pending} backtests are unfinished, the limit; wait for some to finish.`,
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
      const [fault] = submitFaults(request);
      if (fault !== undefined) throw badField(fault.path, fault.message);
      await requireOurWorker(request);
      await requireClosedHoldout(request);
      admit();
      const requestId = request.request_id ?? newId();
      const entered = await store.reserve({
        request_id: requestId,
        name: request.strategy.name,
        symbol: request.symbol ?? null,
        only_ours: workerOnlyField(request) !== undefined,
      });
      if (!entered) throw badField('request_id', 'already used; omit it to get a new one');
      const controller = new AbortController();
      delivering.set(requestId, controller);
      let delivery: Delivery;
      try {
        delivery = await publisher.send(backtestMessage({ ...request, request_id: requestId }), controller.signal);
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
            `${capitalise(error.message)} Nothing was sent.`,
            undefined,
            error,
          );
        throw error;
      } finally {
        delivering.delete(requestId);
      }
      // A fast engine may have answered already; then the request is past "sent".
      const worker = following.workerName();
      await change(requestId, ['queued'], {
        status: 'sent',
        sent_at: now(),
        ...(worker === undefined ? {} : { worker }),
        ...(delivery === 'unconfirmed' ? { reason: MAY_ARRIVE } : {}),
      });
      control.watch([requestId]);
      return { request_id: requestId, delivery };
    },
    get,
    describe,
    listData: async (question) => {
      await control.reached(HELLO_MS);
      return control.question('data', question, DESCRIBE_MS);
    },
    progress: (requestId) => following.progress(requestId),
    refresh: (ids) => following.refresh(ids),
    wait: async (requestId, ms, signal, onProgress) => {
      const deadline = now() + ms;
      for (;;) {
        const request = get(requestId);
        if (isFinished(request.status) || now() >= deadline || signal.aborted) return request;
        const progress = following.progress(requestId);
        if (progress) onProgress(progress);
        // Another gateway of this home may be the one that hears, so the store is read in any case.
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
          'The engine that runs this backtest cannot stop it (no swimmy-worker is reachable). Wait for its result.',
        );
      }
      const deadline = now() + CANCEL_MS;
      while (!isFinished(get(requestId).status) && now() < deadline) {
        await once(events, requestId, { signal: AbortSignal.timeout(POLL_MS) }).catch(() => undefined);
      }
      return get(requestId);
    },
    retry: async (requestId) => {
      const { status } = get(requestId);
      if (status !== 'failed')
        throw new KernelError(
          swimmyCodes.refused,
          `This backtest is ${status}; only a sweep whose pieces failed can be run again.`,
        );
      await control.reached(RETRY_MS);
      const pieces = await control.retry(requestId, RETRY_MS);
      if (pieces === undefined)
        throw new KernelError(swimmyCodes.refused, 'No swimmy-worker is reachable to run it again; start one.');
      if (pieces === 0)
        throw new KernelError(swimmyCodes.refused, 'This backtest has no failed pieces to run again; submit it again.');
      await change(requestId, ['failed'], { status: 'sent', sent_at: now() });
      control.watch([requestId]);
      return get(requestId);
    },
    receive: async (text) => {
      const answer = readAnswer(text);
      const candidates = [
        ...(answer.requestId === undefined ? [] : [answer.requestId]),
        ...idsInName(answer.strategyName),
      ];
      const requestId = candidates.find((id) => store.get(id) !== undefined);
      if (requestId === undefined) throw new AnswerError('a result for no request of this home');
      await settle(requestId, answer);
    },
    close: () => following.close(),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const capitalise = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export interface FieldFault {
  readonly path: string;
  readonly message: string;
  readonly column?: number;
}

/** What the schema of a request does not see, and what is refused before anything is sent. */
export function submitFaults({ strategy, mode }: BacktestRequest): FieldFault[] {
  const faults: FieldFault[] = [];
  if (strategy.name.length > LONGEST_NAME)
    faults.push({ path: 'strategy.name', message: `longer than ${LONGEST_NAME} characters` });
  const fault = mode === undefined ? undefined : sweepFault(strategy, mode);
  if (fault !== undefined) faults.push({ path: 'mode.sweep', message: fault.replace(/^mode\.sweep: /, '') });
  return faults;
}

function outcomeOf(requestId: string, { error, fields, strategyName }: EngineAnswer, onlyOurs: boolean): Change {
  const version = fields.schema_version ?? 1;
  if (!RESULT_SCHEMAS.includes(Math.floor(Number(version)))) {
    return {
      status: 'failed',
      reason: `the result has schema_version ${JSON.stringify(version)}; this gateway reads ${RESULT_SCHEMAS.join(', ')}`,
    };
  }
  const sweep = typeof fields.sweep === 'string' ? { sweep: fields.sweep } : {};
  if (error !== undefined) return { status: error === 'cancelled' ? 'cancelled' : 'failed', reason: error, ...sweep };
  if (onlyOurs && !echoesMode(fields.mode))
    return {
      status: 'failed',
      reason: 'the answer does not name its mode: another engine took the message and ran it by other rules',
    };
  const answer = { ...fields, request_id: requestId, strategy_name: ownName(strategyName, requestId) };
  const trial = trialIn(fields.trial);
  return {
    status: 'done',
    answer: JSON.stringify(answer),
    ...sweep,
    ...(trial === undefined ? {} : { trial }),
  };
}

/** Validated, because anyone can send an answer and the ledger is permanent. */
const trialSchema = z.object({
  dataset: z.string().regex(/^[0-9a-f]{64}$/),
  strategy: z.string().max(100_000),
  tried: z.object({ count: z.int().min(1), mean: z.number(), variance: z.number().min(0) }),
  best: z.object({ periods: z.int().min(0), sharpe: z.number(), skew: z.number(), kurtosis: z.number() }),
  opened: z.boolean(),
});

function trialIn(value: unknown): TrialFacts | undefined {
  try {
    return typeof value === 'string' ? trialSchema.safeParse(JSON.parse(value)).data : undefined;
  } catch {
    return undefined;
  }
}

/** A swimmy-worker sends the options it ran with, as JSON. */
function echoesMode(echo: unknown): boolean {
  try {
    const mode: unknown = typeof echo === 'string' ? JSON.parse(echo) : undefined;
    return typeof mode === 'object' && mode !== null;
  } catch {
    return false;
  }
}
