/** A piece of long work as it is stored: what both wire forms of a task are drawn from. */
import type { InputRequest, Principal } from '../call/context.ts';
import type { Attachment } from '../tool/answer.ts';
import { KernelError, type ErrorDetails } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';

/** `failed`: the call as such could not be carried to its end. A tool that answers with an error has `completed`. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** An outcome as JSON. */
export type StoredOutcome =
  | {
      readonly ok: true;
      readonly data?: unknown;
      readonly attachments: readonly Attachment[];
      readonly text?: string;
    }
  | {
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string; readonly details?: ErrorDetails };
    };

export interface TaskRecord {
  /** At least 128 random bits. */
  readonly id: string;
  /** Who may see it: the key or the subject it was begun with; over stdio the owner of the home. */
  readonly owner: string;
  readonly tool: string;
  /** `indirect`: called through a composite or dispatcher, and answered so. */
  readonly via: 'direct' | 'indirect';
  /** The principal for whom a later process resumes it. */
  readonly principal: Principal;
  /** The arguments, and what was asked before it began; stored only where a later process may need them. */
  readonly args?: unknown;
  readonly prepared?: unknown;
  /** The person's approval, given where its work is done: a later process shows it there again. */
  readonly approval?: string | undefined;
  /** Where the work lives, if not in this process; in the tool's own form. */
  readonly handle?: unknown;
  /** What the client of the call can be asked for, as it declared. */
  readonly asks: {
    readonly person: boolean;
    readonly page: boolean;
    readonly model: boolean;
    readonly workspace: boolean;
  };
  readonly status: TaskStatus;
  readonly message?: string;
  /** Outstanding questions to the client, and its answers to earlier ones; a key is never used for a second question. */
  readonly questions: Readonly<Record<string, InputRequest>>;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly outcome?: StoredOutcome;
  /** Milliseconds of Unix time. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Milliseconds after its creation at which it is deleted, in every state. */
  readonly ttlMs: number;
  /** Grows with every change. */
  readonly version: number;
}

/** What can change of a task; `status` only to end it. */
export interface TaskChange extends Partial<
  Pick<TaskRecord, 'message' | 'questions' | 'answers' | 'outcome' | 'handle'>
> {
  readonly status?: 'completed' | 'failed' | 'cancelled';
}

/** A task with a change to it. While it is not over, its status follows from whether something is asked. */
export function applyChange(task: TaskRecord, change: TaskChange, now: number): TaskRecord {
  const next = { ...task, ...change, version: task.version + 1, updatedAt: now };
  const open = Object.entries(next.questions).filter(([key]) => !Object.hasOwn(next.answers, key));
  const status = change.status ?? (open.length === 0 ? 'working' : 'input_required');
  return { ...next, status, questions: Object.fromEntries(open) };
}

/** A task with the answers that belong to its outstanding questions; itself when none does. */
export function applyAnswers(task: TaskRecord, answers: Readonly<Record<string, unknown>>, now: number): TaskRecord {
  const given = Object.entries(answers).filter(([key]) => Object.hasOwn(task.questions, key));
  if (given.length === 0) return task;
  return applyChange(task, { answers: { ...task.answers, ...Object.fromEntries(given) } }, now);
}

export function isOver({ status }: Pick<TaskRecord, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

export function storedOutcome(outcome: Outcome): StoredOutcome {
  if (outcome.ok) {
    const { data, attachments, text } = outcome;
    return {
      ok: true,
      ...(data === undefined ? {} : { data }),
      attachments,
      ...(text === undefined ? {} : { text }),
    };
  }
  const { code, message, details } = outcome.error;
  return { ok: false, error: { code, message, ...(details === undefined ? {} : { details }) } };
}

export function outcomeOf(stored: StoredOutcome): Outcome {
  if (stored.ok) return { ok: true, data: stored.data, attachments: stored.attachments, text: stored.text };
  const { code, message, details } = stored.error;
  return { ok: false, error: new KernelError(code, message, details) };
}
