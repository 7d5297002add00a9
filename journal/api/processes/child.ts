// One process of the book, seen from the front: sends it requests, starts it again when it ends, and ends it when it is
// stuck in something that no request waits for any more.
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import {
  type BookProcess,
  Fault,
  forkChild,
  stoppedByGuard,
  TOO_MUCH_MEMORY,
  workedMs,
  yieldToOthers,
} from '@zorivest/store';
import { type BookAnswer, type BookRequest, abandonedFault } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';
import { GROWS_TO_MB, HEAP_MB, YOUNG_MB } from './limits.ts';
import { type Timing, usualTiming, verdictOn } from './verdict.ts';
import { type FromBook, pack, faultFrom, type Start, type ToBook } from './wire.ts';

/** What the child tells that is not about a request. */
export type Notice = Exclude<
  FromBook,
  { readonly kind: 'began' | 'part' | 'answer' | 'fault' | 'storing' | 'stored' | 'turn' | 'pong' }
>;

export interface ChildParts {
  readonly role: BookProcess;
  readonly start: Omit<Start, 'kind' | 'role'>;
  /** Sends what every new process needs after it was set up, such as the book to open; called again at a restart. */
  readonly greet: (say: (message: ToBook) => void) => void;
  readonly notice: (message: Notice) => void;
  /** Called with the reason of its end, unless that was asked for. */
  readonly died: (why: string) => void;
  readonly timing?: Partial<Timing>;
}

const PING_MS = 500;
/** One that ends sooner after its start than this counts as a failed start. */
const SHORT_LIFE_MS = 1000;
/** After this many failed starts in a row it is not started again. */
const MOST_SHORT_LIVES = 2;
/** A process that was killed is gone in a moment, unless the disk holds it. */
const GONE_WITHIN = 200;
/** A request that was there when this many processes ended is not tried again. */
const MOST_TRIES = 2;

const script = new URL(import.meta.url.endsWith('.ts') ? './book-process.ts' : './book-process.js', import.meta.url);

interface Pending {
  readonly request: BookRequest;
  readonly attendance: RequestHooks;
  readonly resolve: (answer: BookAnswer) => void;
  readonly reject: (error: unknown) => void;
  readonly parts: Uint8Array[];
  /** Stops listening to the caller. */
  readonly release: () => void;
  /** Began in the process that runs now. */
  hasBegun: boolean;
  /** It may store what it did, and has or will in a moment. */
  hasCommitted: boolean;
  /** Its caller no longer waits for it. */
  isLeft: boolean;
  tries: number;
}

type Ending = 'asked' | 'left' | 'too_long';

export class BookChild {
  readonly #parts: ChildParts;
  readonly #timing: Timing;
  readonly #pending = new Map<number, Pending>();
  #process: ChildProcess | undefined;
  #ending: Ending | undefined;
  #lastId = 0;
  /** The request that has the writer's turn. */
  #writing: string | null = null;
  #heardAt = 0;
  #startedAt = 0;
  #shortLives = 0;
  /** What it had worked when it last reacted. */
  #workedBefore: number | null = null;
  #pinging: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: ChildParts) {
    this.#parts = parts;
    this.#timing = { ...usualTiming, ...parts.timing };
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): void {
    if (this.#process !== undefined || this.#isOver) return;
    const { role, start } = this.#parts;
    const cache = getCompileCacheDir();
    // In that folder each version of Node, and each choice of its limits, has one of its own.
    const env = { ...process.env, ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }) };
    const limits = { heapMb: HEAP_MB[role], youngMb: YOUNG_MB[role], growsToMb: GROWS_TO_MB[role], startsFirst: true };
    const child = forkChild(script, [role], env, limits);
    this.#process = child;
    this.#startedAt = performance.now();
    this.#ending = undefined;
    this.#writing = null;
    this.#workedBefore = null;
    child.on('message', (message: FromBook) => {
      if (child === this.#process) this.#hear(message);
    });
    // What it says first is that the book is open: until then the one who unlocks it waits for nothing else.
    child.once('message', () => yieldToOthers(child.pid));
    child.once('exit', (code, signal) => {
      if (child === this.#process) this.#ended(code, signal);
    });
    this.say({ kind: 'start', role, ...start });
    this.#parts.greet((message) => this.say(message));
  }

  say(message: ToBook): void {
    // A process that has just ended is noticed by its end, not by a line that is closed.
    if (this.#process?.connected === true) this.#process.send(message, () => {});
  }

  request(request: BookRequest, attendance: RequestHooks): Promise<BookAnswer> {
    return new Promise((resolve, reject) => {
      const id = (this.#lastId += 1);
      const { signal, stopped } = attendance;
      const leave = () => {
        const entry = this.#pending.get(id);
        if (entry === undefined) return;
        entry.isLeft = true;
        this.say({ kind: 'abort', id, why: stopped.aborted ? 'stopped' : 'gone' });
        // What has been stored is reported as stored.
        if (!entry.hasCommitted) reject(stopped.aborted ? stoppedByGuard() : abandonedFault());
      };
      const release = () => signal.removeEventListener('abort', leave);
      const state = { hasBegun: false, hasCommitted: false, isLeft: false, tries: 0 };
      this.#pending.set(id, { request, attendance, resolve, reject, parts: [], release, ...state });
      signal.addEventListener('abort', leave, { once: true });
      this.#send(id);
      if (signal.aborted) leave();
    });
  }

  /** Ends every request with this, and the process if it does not say `closed` in time. Then it holds the book no more. */
  async close(error: Fault, within: number): Promise<void> {
    for (const [id, { reject }] of this.#pending) {
      reject(error);
      this.#drop(id);
    }
    if (this.#process === undefined) return;
    this.say({ kind: 'close' });
    if (await this.#isClosed(within)) return;
    this.#kill('asked');
    await this.#isClosed(GONE_WITHIN);
  }

  /** Whether it says `closed`, or has ended, in time. */
  async #isClosed(within: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), within);
    this.#closed = () => resolve(true);
    const inTime = await promise;
    clearTimeout(timer);
    this.#closed = () => {};
    return inTime;
  }

  #closed = () => {};

  /** The service ends. */
  end(): void {
    this.#isOver = true;
    clearInterval(this.#pinging);
    this.#kill('asked');
  }

  #send(id: number): void {
    const entry = this.#pending.get(id);
    if (entry === undefined) return;
    this.start();
    this.say({ kind: 'request', id, request: pack(entry.request) });
    if (this.#pinging !== undefined) return;
    this.#heardAt = performance.now();
    this.#pinging = setInterval(() => this.#look(), PING_MS);
    this.#pinging.unref();
  }

  #drop(id: number): Pending | undefined {
    const entry = this.#pending.get(id);
    if (entry === undefined) return undefined;
    this.#pending.delete(id);
    entry.release();
    if (this.#pending.size === 0) {
      clearInterval(this.#pinging);
      this.#pinging = undefined;
    }
    return entry;
  }

  #hear(message: FromBook): void {
    this.#heardAt = performance.now();
    switch (message.kind) {
      case 'pong':
        return;
      case 'turn':
        this.#writing = message.requestId;
        return;
      case 'began': {
        const entry = this.#pending.get(message.id);
        if (entry !== undefined) entry.hasBegun = true;
        return;
      }
      case 'storing':
        void this.#letStore(message.id);
        return;
      case 'stored':
        this.#pending.get(message.id)?.attendance.stored?.(message.rows);
        return;
      case 'part':
        this.#pending.get(message.id)?.parts.push(message.bytes);
        return;
      case 'answer': {
        const { status, contentType, staged } = message;
        const entry = this.#drop(message.id);
        entry?.resolve({
          status,
          contentType,
          body: contentType === null ? null : entry.parts,
          ...(staged && { staged }),
        });
        return;
      }
      case 'fault':
        this.#drop(message.id)?.reject(faultFrom(message.fault));
        return;
      case 'closed':
        this.#closed();
        return;
      default:
        this.#parts.notice(message);
    }
  }

  /** A request that is no longer known, since the book is being closed, is not stored. */
  async #letStore(id: number): Promise<void> {
    const entry = this.#pending.get(id);
    const may = entry !== undefined && (await entry.attendance.storing());
    if (entry !== undefined && may) entry.hasCommitted = true;
    this.say({ kind: 'may-store', id, may });
  }

  /** Asks whether it still reacts; one that does not is ended when what it does is no longer wanted, or takes too long. */
  #look(): void {
    const silentMs = performance.now() - this.#heardAt;
    const busyWith = this.#busyWith();
    const isLeft = busyWith?.isLeft === true && !this.#isAskedAgain(busyWith);
    const verdict = verdictOn({ silentMs, workedMs: this.#workedSince(silentMs), isLeft }, this.#timing);
    if (verdict === null) this.say({ kind: 'ping' });
    else this.#kill(verdict);
  }

  /** Milliseconds since it last reacted, of its own work where the system tells. */
  #workedSince(silent: number): number {
    const worked = this.pid === undefined ? null : workedMs(this.pid);
    if (worked === null) return silent;
    if (silent < 2 * PING_MS || this.#workedBefore === null) this.#workedBefore = worked;
    return worked - this.#workedBefore;
  }

  /** What a process that does not react is at: it takes one thing up after another, and a writer the one whose turn it is. */
  #busyWith(): Pending | undefined {
    const begun = [...this.#pending.values()].filter(({ hasBegun }) => hasBegun);
    const writing =
      this.#writing === null ? undefined : begun.find(({ request }) => request.requestId === this.#writing);
    return writing ?? begun.at(-1);
  }

  /** A page whose reads gave way to a stop asks for the same once more: what is at work on it has not been left. */
  #isAskedAgain({ request: { endpoint, input } }: Pending): boolean {
    const question = JSON.stringify(input);
    return [...this.#pending.values()].some(
      ({ isLeft, request }) => !isLeft && request.endpoint === endpoint && JSON.stringify(request.input) === question,
    );
  }

  #kill(why: Ending): void {
    this.#ending = why;
    this.#process?.kill('SIGKILL');
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    const why = this.#ending ?? (isMemory(code, signal) ? 'too_much_memory' : 'died');
    const blamed = why === 'asked' ? undefined : this.#busyWith();
    this.#process = undefined;
    this.#closed();
    if (why !== 'asked') this.#parts.died(`${why} ${signal ?? code ?? ''}`.trim());
    if (this.#isOver) return;
    // Then it waits until a request comes, and callers that have asked get the error.
    const wasShort = why !== 'asked' && performance.now() - this.#startedAt < SHORT_LIFE_MS;
    this.#shortLives = wasShort ? this.#shortLives + 1 : 0;
    const isFutile = this.#shortLives >= MOST_SHORT_LIVES;
    // Whatever ended a reader from outside is not the fault of what it was at; a write may not be made twice.
    const mayBeginAgain = why === 'died' && this.#parts.role === 'reader';
    const again: number[] = [];
    for (const [id, entry] of this.#pending) {
      const isBlamed = entry === blamed;
      const mayBeStored = entry.hasCommitted || (this.#parts.role === 'writer' && this.#isWriting(entry));
      entry.tries += 1;
      entry.parts.length = 0;
      entry.hasBegun = false;
      if (entry.isLeft) this.#drop(id);
      else if (mayBeStored || isFutile || entry.tries > MOST_TRIES || (isBlamed && !mayBeginAgain)) {
        this.#drop(id)?.reject(isBlamed ? sentence(why, mayBeStored) : sentence('died', mayBeStored));
      } else again.push(id);
    }
    if (!isFutile) this.start();
    for (const id of again) this.#send(id);
  }

  #isWriting({ request }: Pending): boolean {
    return this.#writing === request.requestId;
  }
}

/** The collector gives up with an abort, the watching thread with a signal of its own. */
function isMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === TOO_MUCH_MEMORY || signal === 'SIGABRT' || code === 134;
}

function sentence(why: Ending | 'too_much_memory' | 'died', mayBeStored: boolean): Fault {
  const happened = {
    asked: 'it was stopped',
    left: 'it was stopped',
    too_long: 'it took far longer than it should and was ended',
    too_much_memory: 'it needed more memory than it may and was ended',
    died: 'the process that was at it ended',
  }[why];
  const stored = mayBeStored ? 'look whether it was stored before you try again' : 'nothing was stored';
  return new Fault(503, `${happened}; ${stored}`, {
    code: why === 'too_much_memory' ? 'too_much_memory' : 'unavailable',
  });
}
