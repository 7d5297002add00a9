// The one error envelope of the service, and how a client meets it.
import { z } from 'zod';

export const errorEnvelope = z.object({
  error: z.string().describe('A stable code, such as not_found'),
  detail: z
    .union([
      z.string(),
      z.array(z.object({ field: z.string(), message: z.string() })),
      z.record(z.string(), z.unknown()),
    ])
    .describe('What happened and what to do about it; for a 422 the fields and what is wrong with each'),
  request_id: z.string(),
});
export type ErrorEnvelope = z.output<typeof errorEnvelope>;

/** The code an error status carries unless the service says something more precise. */
export const errorCodes: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'unsupported_media_type',
  421: 'misdirected_request',
  422: 'validation_failed',
  423: 'locked',
  429: 'rate_limited',
  500: 'internal_error',
  502: 'provider_unavailable',
  503: 'unavailable',
  507: 'storage_full',
};

/** The service answered, and the answer was no. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly detail: ErrorEnvelope['detail'];
  readonly requestId: string | undefined;

  constructor(status: number, body: Partial<ErrorEnvelope>) {
    const detail = body.detail ?? `the service answered ${status}`;
    super(describeDetail(detail));
    this.status = status;
    this.code = body.error ?? errorCodes[status] ?? 'backend_error';
    this.detail = detail;
    this.requestId = body.request_id;
  }
}

/** The service could not be reached, or did not answer in time. */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable';
  readonly code: 'backend_unreachable' | 'timeout';

  constructor(code: 'backend_unreachable' | 'timeout', message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** One line a person can read, whatever the shape of the detail. */
function describeDetail(detail: ErrorEnvelope['detail']): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return detail.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return JSON.stringify(detail);
}
