// Whether a write may go ahead under the mode of its key: asked for by the service itself, whatever program sends it.
import type { IncomingHttpHeaders } from 'node:http';
import { isMultipart, type AnyEndpoint } from '@zorivest/contract';
import { type Actor, Fault } from '@zorivest/store';
import { isWrite, type KeyModes } from '../vault/modes.ts';
import type { Approvals } from './approvals.ts';
import { nameOfEndpoint, requestDigest } from './writes.ts';

export interface ApprovalCheck {
  readonly modes: KeyModes;
  readonly approvals: Approvals;
}

interface Arrived {
  readonly method: string;
  /** With `/api/v1` before it. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const PREFIX = /^\/api\/v1/;

/** The approval that was used, where one was needed. */
export function checkApproval(
  { modes, approvals }: ApprovalCheck,
  endpoint: AnyEndpoint,
  actor: Actor,
  request: Arrived,
): string | null {
  if (actor.keyId === null || !isWrite(endpoint)) return null;
  const id = request.headers['x-zorivest-approval'];
  if (typeof id !== 'string' || id === '') {
    if (modes.of(actor.keyId) !== 'ask') return null;
    throw new Fault(
      403,
      'every write of this key waits for the person: ask with POST /approvals and send its id along',
      {
        code: 'approval_required',
      },
    );
  }
  const digest = isMultipart(endpoint.body)
    ? null
    : requestDigest(request.method, request.url.replace(PREFIX, ''), request.body);
  approvals.use(actor, id, { endpoint: nameOfEndpoint(endpoint), digest });
  return id;
}
