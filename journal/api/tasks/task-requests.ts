// What a task of an assistant sends is done once. The server that sent it may be killed while it waits, and so may this
// service: a second request under the same name joins the running one, gets its answer, or learns that it was interrupted.
import type { Control } from '../control/control.ts';
import { type Actor, Fault } from '@zorivest/store';
import type { BookAnswer } from '../responses/answer.ts';
import { answerFor } from '../responses/errors.ts';
import type { TaskRequestRow, TaskRow } from './tables.ts';
import { holderOf } from './task-rows.ts';

/** The task's id, and which of its requests it is. */
const NAMED = /^([\w-]{16,80})\.(\d{1,4})$/;

/** Longer answers are not stored: they are no rows of a book but documents. */
const MOST_BYTES = 1024 * 1024;

type StoredAnswer =
  | { readonly status: number; readonly contentType: string | null; readonly text: string | null }
  | { readonly fault: Pick<ReturnType<typeof answerFor>, 'status' | 'code' | 'detail'> };

interface Parts {
  readonly control: Control;
  readonly now: () => Date;
  readonly find: (keyId: string, taskId: string) => Pick<TaskRow, 'is_over'> | undefined;
}

type RequestKey = Pick<TaskRequestRow, 'key_id' | 'id' | 'task_id' | 'operation'>;

/** One request of a task. */
export interface TaskRequest {
  /** Fires when its task is over. */
  readonly ended: AbortSignal;
  /** Whether its task is still open: then it continues although its caller has gone. */
  isTaskOpen(): boolean;
  /** Does it, unless it was begun already. */
  once(work: () => Promise<BookAnswer>): Promise<BookAnswer>;
}

export class TaskRequests {
  readonly #parts: Parts;
  readonly #working = new Map<string, { readonly answer: Promise<BookAnswer>; readonly end: AbortController }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What a header names; nothing where there is none. */
  named(actor: Actor, header: unknown, operation: string): TaskRequest | undefined {
    if (header === undefined) return undefined;
    const [id, task_id] = (typeof header === 'string' && NAMED.exec(header)) || [];
    if (id === undefined || task_id === undefined) {
      throw new Fault(400, 'X-Zorivest-Task is the id of a task, a full stop and the number of its request');
    }
    const key_id = holderOf(actor);
    const end = new AbortController();
    const name = nameOf(key_id, id);
    return {
      ended: end.signal,
      isTaskOpen: () => this.#isTaskOpen(key_id, task_id),
      once: (work) => {
        const known = this.#working.get(name);
        if (known !== undefined) return known.answer;
        const answer = this.#answer({ key_id, id, task_id, operation }, work);
        this.#working.set(name, { answer, end });
        return answer.finally(() => this.#working.delete(name));
      },
    };
  }

  /** A task is over: no caller needs its running requests any more. */
  end(keyId: string, taskId: string): void {
    for (const [name, { end }] of this.#working) if (name.startsWith(nameOf(keyId, `${taskId}.`))) end.abort();
    const { control } = this.#parts;
    control.run(control.db.deleteFrom('task_requests').where('key_id', '=', keyId).where('task_id', '=', taskId));
  }

  async #answer(request: RequestKey, work: () => Promise<BookAnswer>): Promise<BookAnswer> {
    const { control, now } = this.#parts;
    const { key_id, id, operation } = request;
    const earlier = control.first(
      control.db.selectFrom('task_requests').selectAll().where('key_id', '=', key_id).where('id', '=', id),
    );
    if (earlier !== undefined) return answerOf(earlier, operation);
    control.run(control.db.insertInto('task_requests').values({ ...request, began_at: now().getTime(), answer: null }));
    try {
      const answer = await work();
      this.#keep(request, storedAnswerOf(answer));
      return answer;
    } catch (error) {
      const { status, code, detail } = answerFor(error);
      // What was given up may be asked for again; an interrupted answer is not sent twice.
      this.#keep(request, { fault: { status, code: status === 503 ? 'interrupted' : code, detail } });
      throw error;
    }
  }

  /** How it ended; forgotten where it was answered to somebody who made no task of it. */
  #keep({ key_id, id, task_id }: RequestKey, stored: StoredAnswer): void {
    const { db } = this.#parts.control;
    try {
      this.#parts.control.run(
        this.#isTaskOpen(key_id, task_id)
          ? db
              .updateTable('task_requests')
              .set({ answer: JSON.stringify(stored) })
              .where('key_id', '=', key_id)
              .where('id', '=', id)
          : db.deleteFrom('task_requests').where('key_id', '=', key_id).where('id', '=', id),
      );
    } catch {
      // The vault was locked meanwhile: a second request learns that the outcome is unknown.
    }
  }

  #isTaskOpen(keyId: string, taskId: string): boolean {
    try {
      return this.#parts.find(keyId, taskId)?.is_over === 0;
    } catch {
      return false; // the vault was locked meanwhile
    }
  }
}

const nameOf = (keyId: string, id: string): string => `${keyId} ${id}`;

function storedAnswerOf({ status, contentType, body }: BookAnswer): StoredAnswer {
  const text = body === null ? null : Buffer.concat(body).toString('utf8');
  if (text !== null && text.length > MOST_BYTES) {
    const detail = 'this was done, and its answer is too long to be stored; look at the book, and do not ask again';
    return { fault: { status: 413, code: 'answer_lost', detail } };
  }
  return { status, contentType, text };
}

function answerOf({ operation, answer }: TaskRequestRow, asked: string): BookAnswer {
  if (operation !== asked) throw new Fault(409, `this request of the task was ${operation}, not ${asked}`);
  if (answer === null) {
    const detail =
      'the service ended while this was being done, and it is not repeated automatically; check whether it was done before asking again';
    throw new Fault(503, detail, { code: 'interrupted' });
  }
  const stored = JSON.parse(answer) as StoredAnswer; // written by `#keep`
  if ('fault' in stored) throw new Fault(stored.fault.status, stored.fault.detail, { code: stored.fault.code });
  const { status, contentType, text } = stored;
  return { status, contentType, body: text === null ? null : [Buffer.from(text)] };
}
