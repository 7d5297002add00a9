/** An optional port: notified of every call of a tool, resource or prompt, when it begins and how it ended. */
import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Session } from './context.ts';
import type { CallKind, CallOutcome, Recording } from './recording.ts';

export interface BeginningCall {
  readonly kind: CallKind;
  /** Name or URI. */
  readonly name: string;
  readonly args: unknown;
  readonly session: Session;
}

export interface Recorder {
  begin(call: BeginningCall): Recording;
}

const BY_CODE: Readonly<Record<string, CallOutcome>> = {
  [codes.guardLocked]: 'refused_guard',
  [codes.guardUnavailable]: 'refused_guard',
  [codes.unauthorized]: 'refused_role',
  [codes.invalidArguments]: 'invalid',
  [codes.unknownTool]: 'invalid',
  [codes.toolNotLoaded]: 'invalid',
  [codes.capabilityMissing]: 'invalid',
  [codes.confirmationBlocked]: 'invalid',
  [codes.confirmationInvalid]: 'invalid',
  [codes.confirmationRequired]: 'pending',
  approval_pending: 'pending',
  [codes.confirmationDeclined]: 'declined',
  [codes.cancelled]: 'cancelled',
};

/** How a call ended, in the words of the record. */
export function callOutcome(outcome: Outcome): CallOutcome {
  return outcome.ok ? 'ok' : errorOutcome(outcome.error);
}

export function errorOutcome(error: unknown): CallOutcome {
  if (error instanceof ResourceNotFoundError) return 'failed';
  if (error instanceof ProtocolError) return error.cause instanceof KernelError ? errorOutcome(error.cause) : 'invalid';
  if (!(error instanceof KernelError)) return 'failed';
  const known = BY_CODE[error.code];
  if (known !== undefined) return known;
  return error.details?.['status'] === 403 || error.details?.['status'] === 401 ? 'refused_role' : 'failed';
}
