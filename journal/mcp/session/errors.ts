/** The service's refusals as the kernel's one error type: a code to act on, what happened, what to do next. */
import { ApiError, ApiUnreachable, UploadFailed } from '@zorivest/contract';
import { codes, InputRequired, KernelError } from '@zorivest/kernel';
import { z } from 'zod';

/** What to do about a refusal, where the service's own words do not say it. */
const HINTS: Readonly<Record<number, string>> = {
  401: 'Check the API key: `zorivest keys` lists and makes them.',
  403: 'This key may not do that; use one with a stronger role.',
  423: 'Another session holds the vault; try again shortly.',
  429: 'Wait a minute, then try again.',
};

/** The same for refusals that one status alone does not tell apart. */
const HINTS_BY_CODE: Readonly<Record<string, string>> = {
  locked_by_person:
    'Do not try again: only the person can, with their passphrase (`zorivest resume`, `zorivest open`).',
  guard_locked: 'Do not try again until the stop is lifted.',
};

/** Runs work for a tool; whatever the service answers, the caller meets a `KernelError`. */
export async function translateErrors<T>(tool: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translate(tool, error);
  }
}

export function translate(tool: string, error: unknown): unknown {
  if (error instanceof KernelError || error instanceof InputRequired) return error;
  if (error instanceof UploadFailed) return new KernelError(codes.invalidArguments, error.message, undefined, error);
  if (error instanceof ApiUnreachable) {
    return new KernelError(
      error.code,
      `${sentence(error.message)} ${tool} was not run; zorivest_diagnose shows what is wrong.`,
      undefined,
      error,
    );
  }
  if (error instanceof ApiError) {
    const hint = HINTS_BY_CODE[error.code] ?? HINTS[error.status];
    const what = sentence(withoutRoutes(detailText(error.detail) ?? error.message));
    return new KernelError(codeOf(error), hint ? `${what} ${hint}` : what, {
      status: error.status,
      ...(typeof error.detail === 'string' ? {} : { detail: error.detail }),
      ...(error.requestId === undefined ? {} : { request_id: error.requestId }),
    });
  }
  if (error instanceof SyntaxError) {
    const message = 'The service answered with something that is not JSON; another program may be listening there.';
    return new KernelError('backend_error', `${message} Run zorivest_diagnose.`, undefined, error);
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return new KernelError(codes.cancelled, `${tool} was cancelled.`, undefined, error);
  }
  return error;
}

/** One code for everything that an outside provider did not deliver; the message names the provider. */
function codeOf({ status, code }: ApiError): string {
  return status === 502 || status === 504 || OUTSIDE.has(code) ? 'provider_unavailable' : code;
}

const OUTSIDE = new Set(['unavailable', 'no_provider']);

/** The service lists what is wrong with a document field by field. */
const faultList = z.object({ validation_errors: z.array(z.object({ field: z.string(), message: z.string() })) });

function detailText(detail: unknown): string | undefined {
  const { data } = faultList.safeParse(detail);
  return data?.validation_errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
}

const ROUTE = String.raw`(?:GET|POST|PUT|PATCH|DELETE) /[\w/{}.:-]+`;

/** The service names routes that would help; an assistant has tools and no routes, so they are removed. */
function withoutRoutes(text: string): string {
  return text
    .replaceAll(new RegExp(String.raw`\s*\(${ROUTE}[^)]*\)`, 'g'), '')
    .replaceAll(new RegExp(String.raw`[;,][^;,]*\b${ROUTE}[^;,]*`, 'g'), '');
}

function sentence(text: string): string {
  // A message that begins with the name of a field keeps its spelling.
  const start = /^[\w.]+:/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
