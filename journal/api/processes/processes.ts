// The book in two processes: one writer with the only connection that can write, and one reader that holds what was
// computed. What the writer stores the reader hears of before the one who wrote it is answered.
import type { LiveEvent } from '@zorivest/contract';
import {
  type BookProcess,
  Fault,
  type Head,
  type Member,
  type StoppedWork,
  watchProcessTree,
  type WriteOrigin,
} from '@zorivest/store';
import { Settings } from '@zorivest/records';
import type { Logs } from '../system/logs.ts';
import type { BookAnswer, BookRequest, OpenedAudit } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';
import { type BookHost, type Closing, vaultLocked } from './carrier.ts';
import { BookChild, type Notice } from './child.ts';
import type { Timing } from './verdict.ts';
import { type ChangeNotice, faultOf, faultFrom, type Start, type ToBook, type WireFault } from './wire.ts';

export interface ProcessParts {
  readonly start: Omit<Start, 'kind' | 'role'>;
  readonly logs: Logs;
  readonly bookId: () => string;
  readonly guard: { readonly isLocked: boolean };
  readonly emit: (type: LiveEvent['type'], data: Record<string, unknown>) => void;
  readonly written: (changes: readonly ChangeNotice[], origin: WriteOrigin, head: Head | null) => void;
  readonly auditOpened: (audit: OpenedAudit) => void;
  readonly beforeMigration: (dataKey: Uint8Array) => Promise<void>;
  readonly watching?: Partial<Watching>;
}

/** When a process is ended, for tests that cannot wait or take a gigabyte. */
export interface Watching extends Timing {
  readonly mostMb: (processes: readonly Member[]) => number;
}

/**
 * How long the processes have to close the book; then they are ended. Of the second that a lock may take, both their share. At
 * the end of the service the reader has nothing to lose; the writer would leave its log for the next opening to read.
 */
const CLOSE_WITHIN = {
  lock: { reader: 400, writer: 400 },
  end: { reader: 400, writer: 2500 },
} as const satisfies Record<Closing, Record<BookProcess, number>>;

const ROLES = ['writer', 'reader'] as const satisfies readonly BookProcess[];

interface Opening {
  readonly role: BookProcess;
  readonly settle: (fault: WireFault | null) => void;
}

export class BookProcesses implements BookHost {
  readonly settings = new Settings();
  readonly #parts: ProcessParts;
  readonly #children: Readonly<Record<BookProcess, BookChild>>;
  /** Held to open the book again in a process that had to be started again. */
  #dataKey: Buffer | undefined;
  #isOpen = false;
  #opening: Opening | undefined;
  #runs: readonly StoppedWork[] = [];
  #unwatch = () => {};

  constructor(parts: ProcessParts) {
    this.#parts = parts;
    this.#children = { writer: this.#child('writer'), reader: this.#child('reader') };
  }

  /** Ahead of the first unlock: starting takes longer than anything else. */
  start(): void {
    for (const role of ROLES) this.#children[role].start();
    const mostMb = this.#parts.watching?.mostMb;
    this.#unwatch = watchProcessTree({
      ...(mostMb !== undefined && { mostMb }),
      book: () => ROLES.map((role) => this.#children[role].pid),
      ended: ({ pid, megabytes }, together) =>
        this.#parts.logs.feature('app').error('all processes together took too much memory; one was ended', {
          pid,
          megabytes: Math.round(megabytes),
          together: Math.round(together),
        }),
    });
  }

  async open(dataKey: Uint8Array): Promise<void> {
    if (this.#dataKey !== undefined) return;
    const held = Buffer.from(dataKey);
    this.#dataKey = held;
    try {
      // The writer first: it may have to bring the book to a newer format.
      for (const role of ROLES) await this.#open(role, held);
      this.#isOpen = true;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(why: Closing = 'lock'): Promise<void> {
    this.#isOpen = false;
    this.#dataKey?.fill(0);
    this.#dataKey = undefined;
    this.#runs = [];
    // Closing the reader first leaves the writer alone with the log, so that it can be moved into the database file.
    await this.#children.reader.close(vaultLocked(), CLOSE_WITHIN[why].reader);
    await this.#children.writer.close(vaultLocked(), CLOSE_WITHIN[why].writer);
  }

  answer(by: BookProcess, request: BookRequest, attendance: RequestHooks): Promise<BookAnswer> {
    if (!this.#isOpen) return Promise.reject(vaultLocked());
    return this.#children[by].request(request, attendance);
  }

  /** Known here, so that it can be answered although the writer may be busy. */
  stopRuns(): StoppedWork[] {
    this.#children.writer.say({ kind: 'stop-runs' });
    return [...this.#runs];
  }

  guardChanged(isLocked: boolean): void {
    this.#children.writer.say({ kind: 'guard', isLocked });
  }

  noteRecord(head: string): void {
    this.#children.writer.say({ kind: 'record-head', head });
  }

  end(): void {
    this.#unwatch();
    for (const role of ROLES) this.#children[role].end();
  }

  async #open(role: BookProcess, dataKey: Buffer): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<WireFault | null>();
    this.#opening = { role, settle: resolve };
    // A new process gets the message when it is greeted. One that is being ended since a lock gets it in vain; its
    // successor gets it again.
    if (this.#children[role].pid === undefined) this.#children[role].start();
    else this.#children[role].say(this.#openMessage(dataKey));
    const fault = await promise;
    this.#opening = undefined;
    if (fault !== null) throw faultFrom(fault);
  }

  #openMessage(dataKey: Uint8Array): ToBook {
    const { bookId, guard } = this.#parts;
    return { kind: 'open', dataKey: Uint8Array.from(dataKey), bookId: bookId(), isGuardLocked: guard.isLocked };
  }

  #child(role: BookProcess): BookChild {
    const { start, logs, watching } = this.#parts;
    return new BookChild({
      role,
      start,
      ...(watching && { timing: watching }),
      greet: (say) => {
        const isWanted = this.#isOpen || this.#opening?.role === role;
        if (isWanted && this.#dataKey !== undefined) say(this.#openMessage(this.#dataKey));
      },
      notice: (message) => this.#hear(role, message),
      died: (why) => {
        logs.feature('app').error('a process of the book ended and is started again', { role, why });
        if (role === 'writer') this.#runs = [];
        if (this.#opening?.role !== role) return;
        const ended = new Fault(
          503,
          'the process that opens the book ended; try again, or look at it with `zorivest doctor`',
        );
        this.#opening.settle(faultOf(ended));
      },
    });
  }

  #hear(role: BookProcess, message: Notice): void {
    const { logs, emit, written, auditOpened } = this.#parts;
    switch (message.kind) {
      case 'opened':
        if (this.#opening?.role === role) this.#opening.settle(message.fault);
        else if (message.fault !== null)
          logs.feature('db').error('the book could not be opened again', { role, detail: message.fault.detail });
        return;
      case 'written': {
        const { changes, origin, head } = message;
        const touchesTrades = origin.touchesTrades ?? true;
        // A draft of the diary is saved every few words: no figure depends on a change that the audit does not list.
        if (touchesTrades || changes.length > 0) this.#children.reader.say({ kind: 'changed', changes, touchesTrades });
        written(changes, origin, head);
        return;
      }
      case 'audit-head':
        auditOpened(message);
        return;
      case 'market-answer':
      case 'market-prices':
        this.#children.writer.say(message);
        return;
      case 'event':
        emit(message.type, message.data);
        return;
      case 'log':
        logs.line(message.feature, message.line);
        return;
      case 'settings':
        this.settings.take(message.values);
        return;
      case 'runs':
        this.#runs = message.runs;
        return;
      case 'before-migration':
        void this.#backUp();
        return;
      default:
    }
  }

  async #backUp(): Promise<void> {
    let fault: WireFault | null = null;
    try {
      if (this.#dataKey === undefined) throw vaultLocked();
      await this.#parts.beforeMigration(this.#dataKey);
    } catch (error) {
      fault = faultOf(error);
    }
    this.#children.writer.say({ kind: 'backed-up', fault });
  }
}

/** Started immediately: the first unlock should not have to wait for it. */
export function inProcesses(parts: ProcessParts): BookProcesses {
  const processes = new BookProcesses(parts);
  processes.start();
  return processes;
}
