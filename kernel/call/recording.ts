/** One call in the record of calls. */
export type CallKind = 'tool' | 'resource' | 'prompt';

/** `invalid`: refused before the handler. `pending`: the caller has to confirm, or to wait for the person. */
export type CallOutcome =
  | 'ok'
  | 'refused_guard'
  | 'refused_role'
  | 'invalid'
  | 'pending'
  | 'declined'
  | 'failed'
  | 'cancelled';

export interface Recording {
  readonly id: string;
  readonly kind: CallKind;
  /** A request was made for it. */
  noteRequest(requestId: string): void;
  noteConfirmation(by: 'none' | 'client' | 'app' | 'token'): void;
  end(outcome: CallOutcome, bytes: number): void;
  /** The call continues in a later request, which is recorded in its stead. */
  drop(): void;
}
