// Who acts, and on whose behalf a change is written.
import type { Role } from '@zorivest/contract';

export interface Actor {
  /** `key:<id>`, `person`, `service` (scheduled work) or `nobody` (a public route). */
  readonly name: string;
  readonly keyId: string | null;
  /** What the person calls that key. */
  readonly label?: string | null;
  readonly role: Role | 'person' | 'public';
  /** The MCP tool the caller named, if any. */
  readonly tool: string | null;
  /** Whether the caller proved that it can read the home. */
  readonly isLocal: boolean;
  /** Of the session it comes with; not the token that opens it. */
  readonly sessionId: string | null;
  /** It comes for somebody who may do less than its key. */
  readonly atMost?: 'read' | 'ask';
  /** The person wants to be asked before it writes or spends anything. */
  readonly asks?: boolean;
}

/** Who acts when no request does. */
export const serviceActor: Actor = {
  name: 'service',
  keyId: null,
  role: 'admin',
  tool: null,
  isLocal: true,
  sessionId: null,
};

export interface WriteOrigin {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly label: string;
  /** The contract's name of the endpoint, where a request asked for it. */
  readonly operation?: string | undefined;
  /** Whether executions, accounts or position events may change, as the endpoint declares it; true by default. */
  readonly touchesTrades?: boolean | undefined;
  /** The approval that it is done by. */
  readonly approvalId?: string;
}

/** Where a change comes from that a request makes. */
export function originOf(request: { readonly actor: Actor; readonly requestId: string }, label: string): WriteOrigin {
  return { actor: request.actor, requestId: request.requestId, label };
}
