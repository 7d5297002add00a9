/**
 * Long work that survives its request, and the process that began it. A call of a tool that says `task` runs through the
 * same pipeline as any other; what differs is who waits for it. When only the handler is left to do, the call either
 * becomes a task immediately (the client knows tasks), or it becomes one when it takes too long for the client to wait.
 */
import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StartedTask, Caller, LongWork, Principal, Session } from '../call/context.ts';
import { passGuard, type Guard } from '../call/guard.ts';
import type { Pipeline } from '../call/pipeline.ts';
import type { Logger } from '../log/logger.ts';
import type { Catalogue, CatalogueEntry } from '../tool/catalogue.ts';
import { asKernelError, codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import { runnerName } from './file-store.ts';
import { noneOf, TaskPorts } from './ports.ts';
import { isOver, outcomeOf, storedOutcome, type TaskChange, type TaskRecord } from './record.ts';
import type { TaskStore } from './store.ts';

const DAY_MS = 24 * 3600_000;
/** How long a task and its result are stored, unless the client asks for less or more. */
const TTL_MS = DAY_MS;
const LONGEST_TTL_MS = 7 * DAY_MS;
const SHORTEST_TTL_MS = 1000;

/** Clients give up after 60 s, some after 30: a client that knows no tasks learns before that where to fetch the result. */
const PENDING_MS = 25_000;

/** How often a runner reports that it lives, and reads what other processes changed in its tasks. */
const BEAT_MS = 2000;
/** How often a task that another process works on is looked at while somebody waits for it. */
const LOOK_MS = 500;

/** More running tasks than this in one process is a flood, and refused. */
const MAX_RUNNING = 256;

export interface TasksOptions {
  readonly store: () => TaskStore;
  readonly pipeline: Pipeline;
  readonly catalogue: Catalogue;
  readonly guard: Guard;
  readonly log: Logger;
  /** A session for a call that continues without its client. */
  readonly sessionOf: (principal: Principal) => Session;
  readonly now?: () => number;
  readonly pendingMs?: number;
}

/** How a call may become a task. */
export type TaskDemand =
  /** Its client knows tasks. */
  | { readonly as: 'task'; readonly ttlMs?: number; readonly afterMs?: number }
  /** Its client waits for the answer, for a while. */
  | { readonly as: 'call' };

export type Ran =
  | { readonly kind: 'outcome'; readonly outcome: Outcome }
  /** The work continues as this task. */
  | { readonly kind: 'task'; readonly task: TaskRecord };

export interface TaskCall {
  readonly entry: CatalogueEntry;
  readonly args: unknown;
  readonly via: 'direct' | 'indirect';
  readonly owner: string;
  readonly demand: TaskDemand;
}

export class Tasks {
  readonly #options: TasksOptions;
  readonly #runner = runnerName(randomBytes(8).toString('hex'));
  readonly #running = new Map<string, Run>();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #store: TaskStore | undefined;
  #beat: NodeJS.Timeout | undefined;
  #lookedAt = 0;
  #isClosed = false;

  constructor(options: TasksOptions) {
    this.#options = options;
  }

  /** Resumes what an earlier process left; to be called when the server begins to serve. */
  async start(): Promise<void> {
    await this.#adopt().catch((error: unknown) =>
      this.#options.log.error('stored tasks could not be resumed', { error }),
    );
  }

  /** Runs a call that may become a task. Rejects only with `InputRequired`, like the pipeline. */
  async run(call: TaskCall, caller: Caller): Promise<Ran> {
    const { entry, args, demand } = call;
    if (this.#running.size >= MAX_RUNNING) {
      const error = new KernelError(codes.overloaded, 'Too many tasks are running; wait until some have ended.');
      return { kind: 'outcome', outcome: { ok: false, error } };
    }
    const run = new Run(this.#newId(), caller);
    const { promise: becameTask, resolve } = Promise.withResolvers<Ran>();
    const detach = async (begun: StartedTask): Promise<void> => {
      const task = await this.#create(run, call, begun);
      resolve({ kind: 'task', task });
    };
    const later = (begun: StartedTask): void => {
      // A call that cannot be stored is waited for, as long as its client does.
      detach(begun).catch((error: unknown) => this.#options.log.error('a task could not be stored', { error }));
    };
    let pending: NodeJS.Timeout | undefined;
    const work = this.#longWork(run, demand.as === 'task', async (begun) => {
      const ms = demand.as === 'task' ? (demand.afterMs ?? 0) : (this.#options.pendingMs ?? PENDING_MS);
      if (ms === 0) return detach(begun);
      pending = setTimeout(later, ms, begun);
      return undefined;
    });
    const ended = this.#options.pipeline.call(entry, args, run.caller(work)).finally(() => clearTimeout(pending));
    // A task ends in the store; a call that never became one, with its caller.
    const finished = ended.then(
      (outcome): Ran => {
        if (run.created) void this.#finish(run, outcome);
        return { kind: 'outcome', outcome };
      },
      (error: unknown) => {
        if (run.created) void this.#finish(run, { ok: false, error: asKernelError(error, run.id) });
        throw error;
      },
    );
    return Promise.race([finished, becameTask]);
  }

  async get(id: string, owner: string): Promise<TaskRecord | undefined> {
    const task = await this.#openStore().get(id, owner);
    if (!task || isOver(task) || this.#running.has(id) || !this.#mayLook()) return task;
    // Another runner works on it, or none any more.
    await this.#adopt();
    return this.#openStore().get(id, owner);
  }

  list(owner: string, page: { readonly after?: string; readonly limit: number }) {
    return this.#openStore().list(owner, page);
  }

  /** Ends a task as cancelled and stops its work; the task as it is then, which may have been over before. */
  async cancel(id: string, owner: string): Promise<TaskRecord | undefined> {
    const task = await this.#openStore().get(id, owner);
    if (!task || isOver(task)) return task;
    const cancelled = await this.#change(id, { status: 'cancelled', message: 'Cancelled on request.', questions: {} });
    this.#running.get(id)?.stop();
    return cancelled ?? this.#openStore().get(id, owner);
  }

  /** Accepts answers of the client; those to unknown questions are ignored. */
  async answer(id: string, owner: string, answers: Readonly<Record<string, unknown>>): Promise<TaskRecord | undefined> {
    const task = await this.#openStore().get(id, owner);
    if (!task || isOver(task)) return task;
    const fitting = Object.fromEntries(
      Object.entries(answers).filter(([key, answer]) => TaskPorts.fits(task.questions[key], answer)),
    );
    const answered = (await this.#openStore().answer(id, fitting)) ?? task;
    this.#running.get(id)?.ports.take(answered.answers);
    this.#changes.emit(id);
    return answered;
  }

  /** The outcome of a task that is over, as long as its tool may run: what is locked is locked for its results, too. */
  async handOver(task: TaskRecord, caller: Pick<Caller, 'session' | 'signal'>): Promise<Outcome> {
    const { guard, catalogue } = this.#options;
    const entry = catalogue.get(task.tool);
    if (entry) await passGuard(guard, entry.tool, caller);
    return outcomeOf(task.outcome ?? storedOutcome({ ok: false, error: interruptedError() }));
  }

  /** Waits until a task matches, is over or gone, or the time is up; returns it as it is then. */
  async until(
    id: string,
    owner: string,
    isWanted: (task: TaskRecord) => boolean,
    { signal, ms }: { readonly signal: AbortSignal; readonly ms?: number },
  ): Promise<TaskRecord | undefined> {
    const enough = ms === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(ms))]);
    for (;;) {
      // Subscribe before reading: a change between the two is not missed.
      const changed = new AbortController();
      const change = once(this.#changes, id, { signal: AbortSignal.any([enough, changed.signal]) });
      change.catch(() => {});
      try {
        const task = await this.get(id, owner);
        if (!task || isOver(task) || isWanted(task) || enough.aborted) return task;
        await Promise.race([change, sleep(LOOK_MS, undefined, { signal: enough })]).catch(() => {});
      } finally {
        changed.abort();
      }
    }
  }

  /** The server ends: a later one resumes what it can, the rest has failed. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#beat);
    if (this.#store === undefined) return;
    for (const run of this.#running.values()) {
      if (!run.isDetached || mayGoOn(this.#options.catalogue.get(run.tool), run.handle)) continue;
      await this.#store.change(run.id, interruption());
    }
    await this.#store.release(this.#runner);
    await this.#store.close?.();
  }

  #openStore(): TaskStore {
    return (this.#store ??= this.#options.store());
  }

  #newId(): string {
    return randomBytes(18).toString('base64url');
  }

  #now(): number {
    return (this.#options.now ?? Date.now)();
  }

  async #create(
    run: Run,
    { entry, via, owner, demand }: TaskCall,
    { args, prepared, approval }: StartedTask,
  ): Promise<TaskRecord> {
    const { tool } = entry;
    const at = this.#now();
    const task: TaskRecord = {
      id: run.id,
      owner,
      tool: tool.name,
      via,
      principal: run.principal,
      // Arguments can be anybody's data: they are written down only for a tool that can begin again.
      ...(tool.onRestart === undefined ? {} : { args, prepared, approval }),
      ...(run.handle === undefined ? {} : { handle: run.handle }),
      asks: run.asks,
      status: 'working',
      ...(run.message === undefined ? {} : { message: run.message }),
      questions: {},
      answers: {},
      createdAt: at,
      updatedAt: at,
      ttlMs: ttlOf(demand),
      version: 1,
    };
    run.created = Promise.resolve(this.#openStore().create(task, this.#runner));
    try {
      await run.created;
    } catch (error) {
      run.created = undefined;
      throw error;
    }
    this.#begin(run, tool.name);
    return task;
  }

  #begin(run: Run, tool: string): void {
    run.tool = tool;
    run.detach();
    this.#running.set(run.id, run);
    run.ports.onChange = async (questions) => {
      await this.#change(run.id, { questions });
    };
    run.onMessage = (message) => void this.#change(run.id, { message });
    this.#beat ??= setInterval(() => void this.#renew(), BEAT_MS).unref();
  }

  async #change(id: string, change: TaskChange): Promise<TaskRecord | undefined> {
    // A handler has two seconds to end after the store was handed over; what it reports then is dropped.
    if (this.#isClosed) return undefined;
    try {
      const changed = await this.#openStore().change(id, change);
      this.#changes.emit(id);
      return changed;
    } catch (error) {
      this.#options.log.error('a task could not be stored', { error, task: id });
      return undefined;
    }
  }

  #longWork(run: Run, isFollowed: boolean, begin: LongWork['begin'], earlier?: LongWork['earlier']): LongWork {
    return {
      id: run.id,
      isFollowed,
      get isTask() {
        return run.isDetached;
      },
      begin,
      keep: (handle) => this.#keep(run, handle),
      ...(earlier && { earlier }),
    };
  }

  async #keep(run: Run, handle: unknown): Promise<void> {
    run.handle = handle;
    if (run.isDetached) await this.#change(run.id, { handle });
  }

  async #finish(run: Run, outcome: Outcome): Promise<void> {
    await run.created;
    if (this.#isClosed) return;
    await this.#change(run.id, endWith(hasJson(outcome) ? outcome : { ok: false, error: asKernelError(null, run.id) }));
    this.#running.delete(run.id);
    if (this.#running.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  /** Reports that this process lives, and reads what other processes changed in its tasks. */
  async #renew(): Promise<void> {
    try {
      const renewed = new Map((await this.#openStore().renew(this.#runner)).map((task) => [task.id, task]));
      for (const run of this.#running.values()) {
        const task = renewed.get(run.id);
        if (task) run.ports.take(task.answers);
        else run.stop();
      }
    } catch (error) {
      this.#options.log.error('the runner of the running tasks could not be renewed', { error });
    }
  }

  #mayLook(): boolean {
    if (this.#now() - this.#lookedAt < LOOK_MS) return false;
    this.#lookedAt = this.#now();
    return true;
  }

  /** Resumes tasks whose runner has gone. */
  async #adopt(): Promise<void> {
    if (this.#isClosed) return;
    for (const task of await this.#openStore().claim(this.#runner)) {
      const entry = this.#options.catalogue.get(task.tool);
      if (entry && mayGoOn(entry, task.handle)) this.#takeUp(entry, task);
      else await this.#change(task.id, interruption());
    }
  }

  #takeUp(entry: CatalogueEntry, task: TaskRecord): void {
    const session = this.#options.sessionOf(task.principal);
    const run = new Run(task.id, { ...noneOf(task.asks), session });
    run.handle = task.handle;
    run.ports.take(task.answers);
    this.#begin(run, entry.tool.name);
    // What it waited for is asked again by the handler, if it is still wanted.
    void this.#change(task.id, { questions: {} });
    const { prepared, handle, approval } = task;
    const work = this.#longWork(run, true, () => Promise.resolve(), { prepared, handle, approval });
    this.#options.log.info('a task was resumed after a restart', { task: task.id, tool: entry.tool.name });
    void this.#options.pipeline.call(entry, task.args, run.caller(work)).then((outcome) => this.#finish(run, outcome));
  }
}

function ttlOf(demand: TaskDemand): number {
  const wanted = demand.as === 'task' ? demand.ttlMs : undefined;
  if (wanted === undefined || !Number.isFinite(wanted)) return TTL_MS;
  return Math.round(Math.min(Math.max(wanted, SHORTEST_TTL_MS), LONGEST_TTL_MS));
}

/** Whether a later process can continue work of this tool. */
function mayGoOn(entry: CatalogueEntry | undefined, handle: unknown): boolean {
  const { onRestart } = entry?.tool ?? {};
  return onRestart === 'run_again' || (typeof onRestart === 'function' && handle !== undefined);
}

/** A tool can return what has no JSON: a cycle, a big integer. */
function hasJson(outcome: Outcome): boolean {
  try {
    JSON.stringify(storedOutcome(outcome));
    return true;
  } catch {
    return false;
  }
}

/** What becomes of a task when its call has ended. */
function endWith(outcome: Outcome): TaskChange {
  const stored = storedOutcome(outcome);
  const rest = { questions: {}, outcome: stored };
  if (stored.ok) return { status: 'completed', ...rest };
  const { code, message } = stored.error;
  if (code === codes.cancelled) return { status: 'cancelled', message, questions: {} };
  // The call as such failed: the client could not be asked, or the work was lost.
  const failed = code === codes.capabilityMissing || code === codes.interrupted;
  return { status: failed ? 'failed' : 'completed', message, ...rest };
}

function interruption(): TaskChange {
  return endWith({ ok: false, error: interruptedError() });
}

function interruptedError(): KernelError {
  const message = 'The server ended while this was running, and the work was lost. Call the tool again.';
  return new KernelError(codes.interrupted, message);
}

/** One running call: with its client at first, then on its own. */
class Run {
  readonly id: string;
  readonly ports: TaskPorts;
  readonly #caller: Caller;
  readonly #stopped = new AbortController();
  /** Set when the task is being stored. */
  created: Promise<void> | undefined;
  tool = '';
  handle: unknown;
  message: string | undefined;
  onMessage: (message: string) => void = () => {};
  #messageAt = 0;

  constructor(id: string, caller: Caller) {
    this.id = id;
    this.#caller = caller;
    this.ports = new TaskPorts(caller);
    const giveUp = () => {
      if (!this.isDetached) this.stop();
    };
    if (caller.signal.aborted) giveUp();
    else caller.signal.addEventListener('abort', giveUp, { once: true });
  }

  get isDetached(): boolean {
    return this.ports.isDetached;
  }

  get principal(): Principal {
    return this.#caller.session.principal;
  }

  get asks(): TaskRecord['asks'] {
    const { person, model, workspace } = this.#caller;
    return { person: person.canAsk, page: person.canOpen, model: model.canSample, workspace: workspace.canList };
  }

  /** From here on the client is reached through the task alone. */
  detach(): void {
    this.ports.detach();
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** The caller that the pipeline sees. */
  caller(work: LongWork): Caller {
    const { ports } = this;
    return {
      ...this.#caller,
      signal: this.#stopped.signal,
      person: ports,
      model: ports,
      workspace: ports,
      progress: (progress) => {
        // In the stateless era the task's message is the only progress.
        if (!this.isDetached || this.#caller.session.era === 'legacy') this.#caller.progress(progress);
        const { done, total, message } = progress;
        this.#say(message ?? (total === undefined ? String(done) : `${done} of ${total}`));
      },
      tell: (level, data) => {
        if (!this.isDetached) this.#caller.tell(level, data);
      },
      work,
    };
  }

  /** Progress can be reported a thousand times a second; it is written down once. */
  #say(message: string): void {
    this.message = message;
    if (!this.isDetached || Date.now() - this.#messageAt < 1000) return;
    this.#messageAt = Date.now();
    this.onMessage(message);
  }
}
