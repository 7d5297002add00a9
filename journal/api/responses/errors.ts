// Every failure leaves as `{error, detail, request_id}`, and none of them carries a stack, a query or a secret.
import type { ErrorEnvelope } from '@zorivest/contract';
import { errorCodes } from '@zorivest/contract';
import type { FastifyError } from 'fastify';
import { z } from 'zod';
import { Fault, storeFault, type StoreFault } from '@zorivest/store';

export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly detail: ErrorEnvelope['detail'];
  readonly retryAfterSeconds?: number | undefined;
  /** The service's own fault: worth a line in the log. */
  readonly unexpected: boolean;
}

function answer(status: number, detail: ErrorEnvelope['detail'], code?: string, unexpected = false): Answer {
  return { status, code: code ?? errorCodes[status] ?? 'bad_request', detail, unexpected };
}

/** The fields of a failed validation, each with what is wrong. */
/** As many as anybody reads: a request can have a wrong field in every tenth character. */
const MOST_FIELDS = 50;

export function fieldErrors(error: z.ZodError, part: string): { field: string; message: string }[] {
  const all = error.issues.flatMap((issue) => {
    const at = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ field: at ? `${at}.${key}` : key, message: 'is not a known field' }));
    }
    return [{ field: at || part, message: explain(issue.message) }];
  });
  if (all.length <= MOST_FIELDS) return all;
  return [...all.slice(0, MOST_FIELDS), { field: part, message: `and ${all.length - MOST_FIELDS} more` }];
}

/** A word that is read as a number becomes NaN, and a message with NaN helps no one. */
function explain(message: string): string {
  return message === 'Invalid input: expected number, received NaN' ? 'must be a number, such as 2' : message;
}

const storeAnswers: Readonly<Record<StoreFault, Answer>> = {
  duplicate: answer(409, 'something with this id or name already exists'),
  missing_reference: answer(409, 'another record refers to this, or it refers to a record that does not exist'),
  full: answer(507, 'the disk is full; nothing was stored. Free some space and try again', undefined, true),
  read_only: answer(503, 'the database cannot be written; nothing was stored', undefined, true),
  busy: answer(503, 'the database is held by another program; nothing was stored, try again', undefined, true),
  damaged: answer(
    503,
    'a page of the database is damaged; restore a backup with `zorivest restore`',
    'database_damaged',
    true,
  ),
  unreadable: answer(503, 'the database cannot be read; look at it with `zorivest doctor`', 'database_damaged', true),
};

const parserMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the content type is not one this route reads; send application/json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is too large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'the body is not valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'the body is empty',
  FST_ERR_BAD_URL: 'the address cannot be read',
  FST_REQ_FILE_TOO_LARGE: 'the file is too large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'send the file as multipart/form-data',
};

export function answerFor(error: unknown): Answer {
  if (error instanceof Fault) {
    const { status, code, detail, retryAfterSeconds } = error;
    return { status, code, detail, retryAfterSeconds, unexpected: status >= 500 };
  }
  if (error instanceof z.ZodError) return answer(422, fieldErrors(error, 'body'));
  const fault = storeFault(error);
  if (fault) return storeAnswers[fault];
  const { statusCode, code } = error as Partial<FastifyError>;
  // Files next to the database, such as the one with the keys, report it with the system's code.
  if (code === 'ENOSPC' || code === 'EDQUOT') return storeAnswers.full;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const known = code === undefined ? undefined : parserMessages[code];
    return answer(statusCode, known ?? 'the request cannot be read');
  }
  return answer(500, 'the service failed on this request; its log has the details', undefined, true);
}
