import type { Page } from './page.ts';

/**
 * The one error type of the kernel. Every wire renders it in its own dialect; none shows a stack, a secret or a file.
 * All codes of the kernel are defined here; a server may add its own.
 */
export const codes = {
  invalidArguments: 'invalid_arguments',
  unknownTool: 'unknown_tool',
  toolNotLoaded: 'tool_not_loaded',
  guardLocked: 'guard_locked',
  guardUnavailable: 'guard_unavailable',
  confirmationRequired: 'confirmation_required',
  confirmationInvalid: 'confirmation_invalid',
  confirmationDeclined: 'confirmation_declined',
  confirmationBlocked: 'confirmation_blocked',
  unauthorized: 'unauthorized',
  forbidden: 'forbidden',
  notFound: 'not_found',
  /** The client did not say it can do what this call needs of it; `details.required` names it. */
  capabilityMissing: 'capability_missing',
  cancelled: 'cancelled',
  /** The work continues; `details.id` is what `get_task` fetches it by. */
  taskPending: 'task_pending',
  /** The work was lost with the process that did it. */
  interrupted: 'interrupted',
  timeout: 'timeout',
  overloaded: 'overloaded',
  internal: 'internal',
} as const;

export type KernelCode = (typeof codes)[keyof typeof codes];

/** A code of the kernel, or one a server adds. */
export type ErrorCode = KernelCode | (string & {});

export type ErrorDetails = Readonly<Record<string, unknown>>;

export class KernelError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  /** Where the person can do something about it: a client that can sends them there before it gets the error. */
  page: Page | undefined;

  /** `message` says what happened and what to do next: it is shown to the model and to the person as it stands. */
  constructor(code: ErrorCode, message: string, details?: ErrorDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'KernelError';
    this.code = code;
    this.details = details;
  }

  /** This error, which the person can resolve at a page. */
  mendedAt(page: Page): this {
    this.page = page;
    return this;
  }
}

/**
 * What a caller learns of an unforeseen error: that it happened and where to look, never its text,
 * because a foreign message can hold anything (paths, SQL, keys).
 */
export function asKernelError(error: unknown, correlationId: string): KernelError {
  if (error instanceof KernelError) return error;
  return new KernelError(
    codes.internal,
    `The server failed unexpectedly. The cause is in its log under correlation id ${correlationId}.`,
    { correlation_id: correlationId },
    error,
  );
}
