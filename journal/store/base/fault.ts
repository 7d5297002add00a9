// The one error a service function throws: a status, a stable code, and what the caller should know and do.
import { errorCodes, type ErrorEnvelope } from '@zorivest/contract';

export class Fault extends Error {
  override readonly name = 'Fault';
  readonly status: number;
  readonly code: string;
  readonly detail: ErrorEnvelope['detail'];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    detail: ErrorEnvelope['detail'],
    options: { code?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(typeof detail === 'string' ? detail : JSON.stringify(detail), { cause: options.cause });
    this.status = status;
    this.code = options.code ?? errorCodes[status] ?? 'internal_error';
    this.detail = detail;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The message for an unknown account says how to open one, in the shell and over MCP. */
export function missingAccount(id: string): string {
  return `there is no account ${JSON.stringify(id)}; open it with \`zorivest account add\` or manage_accounts`;
}

export function notFound(what: string, id: string | number): Fault {
  if (what === 'account') return new Fault(404, missingAccount(String(id)));
  return new Fault(404, `there is no ${what} ${JSON.stringify(id)}`);
}

export function conflict(detail: string): Fault {
  return new Fault(409, detail);
}

/** A field that the schema let through but the book does not: the same shape as any other 422. */
export function invalidField(field: string, message: string): Fault {
  return new Fault(422, [{ field, message }]);
}
