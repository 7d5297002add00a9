// Work that runs automatically once the book has changed and then stayed unchanged for a while.
import { randomUUID } from 'node:crypto';
import type { Logger } from '@zorivest/kernel/log';
import { type BookAccess, type Call, createCall, serviceActor } from '@zorivest/store';

export interface AfterChangeParts extends BookAccess {
  readonly logs: { feature(name: 'scheduler'): Pick<Logger, 'error'> };
  /** Whether the assistants are stopped: then nothing runs automatically. */
  readonly guard: { readonly isLocked: boolean };
}

interface Work {
  readonly name: string;
  /** Of its writes in the record. */
  readonly label: string;
  readonly waitMs: number;
  readonly run: (call: Call) => Promise<void>;
}

export class AfterChange {
  readonly #parts: AfterChangeParts;
  readonly #work: Work;
  #timer: NodeJS.Timeout | undefined;
  #isOpen = false;
  #running: Promise<void> | null = null;
  #abort = new AbortController();

  constructor(parts: AfterChangeParts, work: Work) {
    this.#parts = parts;
    this.#work = work;
  }

  opened(): void {
    this.#isOpen = true;
    this.#abort = new AbortController();
    this.changed();
  }

  /** The book is about to be closed: running work ends first. */
  async closing(): Promise<void> {
    this.#isOpen = false;
    clearTimeout(this.#timer);
    this.#abort.abort();
    await this.#running;
  }

  /** Safe to call after any change. */
  changed(): void {
    clearTimeout(this.#timer);
    if (this.#isOpen) this.#timer = setTimeout(() => void this.#start(), this.#work.waitMs).unref();
  }

  async #start(): Promise<void> {
    // What changes meanwhile is looked at after it; who is just changing the book would only be waited for, and it looked at twice.
    if (this.#running !== null || this.#parts.turn.holder !== null) return this.changed();
    this.#running = this.#run();
    await this.#running;
    this.#running = null;
  }

  async #run(): Promise<void> {
    if (!this.#isOpen || this.#parts.guard.isLocked) return;
    try {
      await this.#work.run(this.#call());
    } catch (error) {
      if (!this.#abort.signal.aborted)
        this.#parts.logs.feature('scheduler').error(`${this.#work.name} failed`, { error });
    }
  }

  #call(): Call {
    const { signal } = this.#abort;
    return createCall({
      book: this.#parts,
      actor: serviceActor,
      requestId: randomUUID(),
      signal,
      stopped: signal,
      storing: () => true,
      label: this.#work.label,
      touchesTrades: false,
      setStatus: () => {},
    });
  }
}
