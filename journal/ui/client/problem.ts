// Why the service refused, in its own words.

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field of a form. */
  readonly fields: readonly FieldFault[];
  readonly requestId: string | null;
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<Problem, 'fields' | 'requestId' | 'retryAfter'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.requestId = more.requestId ?? null;
    this.retryAfter = more.retryAfter ?? null;
  }
}

/** The service's error envelope, read without trusting its shape. */
export async function problemOf(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as { error?: unknown; detail?: unknown; request_id?: unknown };
  const { detail } = body;
  const fields = faultsIn(detail);
  const message =
    typeof detail === 'string'
      ? detail
      : fields.length > 0
        ? fields.map(({ field, message: text }) => `${field}: ${text}`).join('; ')
        : (messageIn(detail) ?? `the service answered ${response.status}`);
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem(response.status, typeof body.error === 'string' ? body.error : 'error', message, {
    fields,
    requestId: typeof body.request_id === 'string' ? body.request_id : null,
    retryAfter: Number.isFinite(wait) ? wait : null,
  });
}

/** A list of faults, the list in what judges policies, or the faults of settings by their keys. */
function faultsIn(detail: unknown): FieldFault[] {
  if (!Array.isArray(detail)) {
    const { validation_errors: inner, errors } = (detail ?? {}) as Readonly<Record<string, unknown>>;
    if (Array.isArray(inner)) return faultsIn(inner);
    return typeof errors === 'object' && errors !== null
      ? Object.entries(errors).map(([field, messages]) => ({ field, message: [messages].flat().join('; ') }))
      : [];
  }
  return detail.flatMap((each: { field?: unknown; message?: unknown }) =>
    typeof each.field === 'string' && typeof each.message === 'string'
      ? [{ field: each.field.replace(/^(?:body|query|path)\./, ''), message: each.message }]
      : [],
  );
}

function messageIn(detail: unknown): string | undefined {
  if (typeof detail !== 'object' || detail === null) return undefined;
  const { message, reason } = detail as { message?: unknown; reason?: unknown };
  return typeof message === 'string' ? message : typeof reason === 'string' ? reason : undefined;
}

/** The service is not there at all. */
export function unreachable(): Problem {
  return new Problem(0, 'unreachable', 'The service does not answer. Start it with `zorivest up`.');
}
