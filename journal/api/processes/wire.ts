// What the process that answers and the processes that hold the book say to each other. Messages of one direction arrive
// in the order they were sent; that order makes a write visible to every request that comes after it.
import type { ErrorEnvelope, LiveEvent } from '@zorivest/contract';
import { type BookProcess, type Change, Fault, type Head, type StoppedWork, type WriteOrigin } from '@zorivest/store';
import { answerFor } from '../responses/errors.ts';
import { type FileFacts, HeldFile } from '../responses/received-file.ts';
import type { MailPatience } from '@zorivest/integrations';
import type { CachedAnswer, StoredBars, StoredQuote } from '@zorivest/market';
import type { SettingValues } from '@zorivest/records';
import type { LogFeature } from '../system/logs.ts';
import type { BookAnswer, BookRequest, OpenedAudit } from '../responses/answer.ts';
import type { ChangePreview } from '../staging/card.ts';

/** How a process is set up; its first message. */
export interface Start {
  readonly kind: 'start';
  readonly role: BookProcess;
  readonly home: string;
  readonly allowLocalDownloads: boolean;
  readonly mailPatience: MailPatience;
}

/** A change without what it was before and after: enough to know what no longer holds. */
export type ChangeNotice = Pick<Change, 'action' | 'resource' | 'id'>;

/** What a provider answered, stored in the book by the process that may write. */
export type MarketNotice =
  | {
      readonly kind: 'market-answer';
      readonly provider: string;
      readonly key: string;
      readonly answer: CachedAnswer;
      readonly ttlSeconds: number;
    }
  | { readonly kind: 'market-prices'; readonly prices: StoredBars | StoredQuote };

export type ToBook =
  | Start
  | { readonly kind: 'open'; readonly dataKey: Uint8Array; readonly bookId: string; readonly isGuardLocked: boolean }
  | { readonly kind: 'close' }
  | { readonly kind: 'request'; readonly id: number; readonly request: PackedRequest }
  /** `stopped` also forbids to store what has not been stored yet. */
  | { readonly kind: 'abort'; readonly id: number; readonly why: 'gone' | 'stopped' }
  | { readonly kind: 'may-store'; readonly id: number; readonly may: boolean }
  | { readonly kind: 'changed'; readonly changes: readonly ChangeNotice[]; readonly touchesTrades: boolean }
  | { readonly kind: 'guard'; readonly isLocked: boolean }
  | { readonly kind: 'stop-runs' }
  /** Where the record of calls ends. */
  | { readonly kind: 'record-head'; readonly head: string }
  | { readonly kind: 'backed-up'; readonly fault: WireFault | null }
  | { readonly kind: 'ping' }
  | MarketNotice;

export type FromBook =
  | { readonly kind: 'opened'; readonly fault: WireFault | null }
  | { readonly kind: 'closed' }
  /** Where the audit of the book that has been opened ends. */
  | ({ readonly kind: 'audit-head' } & OpenedAudit)
  | { readonly kind: 'began'; readonly id: number }
  | { readonly kind: 'part'; readonly id: number; readonly bytes: Uint8Array }
  | ({ readonly kind: 'answer'; readonly id: number } & Omit<BookAnswer, 'body'>)
  | { readonly kind: 'fault'; readonly id: number; readonly fault: WireFault }
  /** What an approved act has stored by now. */
  | { readonly kind: 'stored'; readonly id: number; readonly rows: ChangePreview }
  /** It waits with its transaction open until it hears whether it may store it. */
  | { readonly kind: 'storing'; readonly id: number }
  /** Who is writing. */
  | { readonly kind: 'turn'; readonly requestId: string | null }
  | {
      readonly kind: 'written';
      readonly changes: readonly ChangeNotice[];
      readonly origin: WriteOrigin;
      readonly head: Head | null;
    }
  | { readonly kind: 'event'; readonly type: LiveEvent['type']; readonly data: Record<string, unknown> }
  | { readonly kind: 'log'; readonly feature: LogFeature; readonly line: string }
  | { readonly kind: 'settings'; readonly values: SettingValues }
  | { readonly kind: 'runs'; readonly runs: readonly StoppedWork[] }
  /** The book is about to be brought to a newer format: make a backup and say so. */
  | { readonly kind: 'before-migration' }
  | { readonly kind: 'pong' }
  | MarketNotice;

/** Files go as where they lie, not as what is in them. */
export interface PackedRequest extends BookRequest {
  readonly file: FileFacts | null;
  readonly files: readonly FileFacts[] | null;
}

interface WithFiles {
  readonly file?: unknown;
  readonly files?: unknown;
}

export function pack(request: BookRequest): PackedRequest {
  const { file, files, ...fields } = (request.input.body ?? {}) as WithFiles;
  const one = file instanceof HeldFile ? file.facts : null;
  const many = Array.isArray(files) && files.every((each) => each instanceof HeldFile) ? files : null;
  if (one === null && many === null) return { ...request, file: null, files: null };
  const input = { ...request.input, body: fields };
  return { ...request, input, file: one, files: many?.map(({ facts }) => facts) ?? null };
}

export function unpack({ file, files, ...request }: PackedRequest): BookRequest {
  if (file === null && files === null) return request;
  const held = {
    ...(file !== null && { file: new HeldFile(file) }),
    ...(files !== null && { files: files.map((facts) => new HeldFile(facts)) }),
  };
  return { ...request, input: { ...request.input, body: { ...(request.input.body as object), ...held } } };
}

export interface WireFault {
  readonly status: number;
  readonly code: string;
  readonly detail: ErrorEnvelope['detail'];
  readonly retryAfterSeconds: number | undefined;
  /** For the log; null where the caller did something wrong and knows it now. */
  readonly trace: string | null;
}

export function faultOf(error: unknown): WireFault {
  const { status, code, detail, retryAfterSeconds, unexpected } = answerFor(error);
  const trace = unexpected ? ((error as Error).stack ?? String(error)) : null;
  return { status, code, detail, retryAfterSeconds, trace };
}

export function faultFrom({ status, code, detail, retryAfterSeconds, trace }: WireFault): Fault {
  const fault = new Fault(status, detail, { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
  if (trace !== null) fault.stack = trace;
  return fault;
}
