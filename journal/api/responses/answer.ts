// An answer as it leaves the house: bytes. They are made where the book is, so that the process that answers only has to
// write them.
import { isJson, type AnyEndpoint, type DocumentAnswer } from '@zorivest/contract';
import { type Actor, Fault, type FrontCall, type Head, type Sameness } from '@zorivest/store';
import type { ChangePreview, StagedChanges, Window } from '../staging/card.ts';

export interface BookRequest {
  /** Method and path, as the contract says them. */
  readonly endpoint: string;
  /** Checked against the endpoint's schemas. */
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
  readonly actor: Actor;
  readonly requestId: string;
  /** It is tried, or done as it was tried, because somebody has to agree to it. */
  readonly staging?: Staging;
  /** It could not be tried, and the person has agreed to it: what it stores is reported. */
  readonly isApproved?: boolean;
}

export interface Staging {
  readonly approvalId: string;
  readonly same: Sameness;
  /** The digest of the changes that were agreed to: it is stored if it makes these. Null: it is tried and rolled back. */
  readonly agreed: string | null;
  /** The rows of a page; null: those of a card. */
  readonly page: Window | null;
  /** The upload that is its file. */
  readonly uploadId?: string;
}

export interface BookAnswer {
  readonly status: number;
  readonly contentType: string | null;
  /** In pieces, as they came; together they are the body. */
  readonly body: readonly Uint8Array[] | null;
  /** What a staged write changes, and whether it was stored. */
  readonly staged?: StagedChanges & { readonly isStored: boolean };
}

/** What the audit of an opened book says: where it ends, and what it last noted of the record of calls. */
export interface OpenedAudit {
  readonly head: Head;
  readonly noted: string | null;
}

/** Why work that was given up has no answer. */
export const abandonedFault = (): Fault =>
  new Fault(503, 'this was given up: its session has ended, or its caller has gone');

export function bytesOf({ response }: AnyEndpoint, result: unknown, status: number): BookAnswer {
  if (isJson(response)) {
    // Parsing the answer with its schema drops columns that are not declared.
    const body = Buffer.from(JSON.stringify(response.parse(result)));
    return { status, contentType: 'application/json; charset=utf-8', body: [body] };
  }
  // A route of the book that answers with bytes gives them as such; streams of events are the front's.
  if (response.kind === 'bytes') return { status, contentType: response.contentType, body: [result as Uint8Array] };
  if (response.kind === 'document') {
    const { contentType, bytes } = result as DocumentAnswer;
    return { status, contentType, body: [bytes] };
  }
  return { status, contentType: null, body: null };
}

/** What a request receives and reports while it is being answered. */
export interface RequestHooks {
  /** Fires when the caller goes away, the session ends or a stop ends the request. */
  readonly signal: AbortSignal;
  /** Fires when a stop ends the request: what it has not stored by then it must not store. */
  readonly stopped: AbortSignal;
  /** Asked at the last moment before it stores something; no means that a stop was first, and that nothing is stored. */
  readonly storing: () => boolean | Promise<boolean>;
  /** For an act that was agreed to: called with everything it has stored so far, whenever that is more. */
  readonly stored?: (rows: ChangePreview) => void;
}

/** Around a handler of this thread, which knows synchronously whether something may be stored. */
export type FrontHooks = RequestHooks & Pick<FrontCall, 'storing'>;
