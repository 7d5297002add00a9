/** Which of the protocols on a stream a message belongs to, decided by what it is and what was agreed so far. */
import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import { readEnvelope, type Envelope, type RequestId } from './envelope.ts';
import { claimsRevision, isMcp, metaFault, revisionFault } from './methods.ts';

type CallEnvelope = Envelope & { readonly kind: 'request' | 'notification' };

export type Route =
  /** Nothing that could be answered by a protocol: reported in the server's own dialect. */
  | { readonly to: 'fault'; readonly reason: string; readonly id: RequestId | null }
  /** The peer's answer to a request of ours. */
  | { readonly to: 'asker'; readonly id: RequestId; readonly message: JSONRPCMessage }
  | { readonly to: 'direct'; readonly call: CallEnvelope }
  | { readonly to: 'mcp-notification'; readonly call: Envelope & { readonly kind: 'notification' } }
  | { readonly to: 'mcp-request'; readonly request: JSONRPCRequest }
  /** Answered with this and not looked at further. */
  | { readonly to: 'refusal'; readonly answer: object }
  | { readonly to: 'none' };

export interface ConnectionFacts {
  /** Direct calls may leave `jsonrpc` out. */
  readonly isLenient: boolean;
  /** The two have shaken hands. */
  readonly isHandshaken: boolean;
  /** The revision the handshake agreed on. */
  readonly version: string | undefined;
  readonly isInBatch: boolean;
  readonly hasMethod: (name: string) => boolean;
}

/** The revision that took batches out of MCP. */
const NO_BATCHES = '2025-06-18';

export function routeOf(value: unknown, facts: ConnectionFacts): Route {
  const envelope = readEnvelope(value);
  if (envelope.kind === 'invalid') return { to: 'fault', reason: envelope.reason, id: envelope.id };
  if (envelope.kind === 'response') {
    return { to: 'asker', id: (value as { id: RequestId }).id, message: value as JSONRPCMessage };
  }
  const id = envelope.kind === 'request' ? envelope.id : null;
  const fault = (reason: string): Route => ({ to: 'fault', reason, id });
  if (!belongsToMcp(envelope, facts)) {
    if (!envelope.versioned && !facts.isLenient) return fault('jsonrpc must be "2.0"');
    return { to: 'direct', call: envelope };
  }
  if (!envelope.versioned) return fault('jsonrpc must be "2.0"');
  const revision = revisionFault(envelope.params);
  if (envelope.kind === 'notification') {
    // A notification has no answer, so its sender cannot learn that we do not speak its revision.
    return revision === undefined ? { to: 'mcp-notification', call: envelope } : { to: 'none' };
  }
  if (id === null) return fault('the id of an MCP request must not be null');
  const meta = metaFault(envelope.params);
  if (meta !== undefined) return fault(meta);
  if (revision !== undefined) return { to: 'refusal', answer: { jsonrpc: '2.0', id, error: revision } };
  if (facts.isInBatch && (claimsRevision(envelope.params) || (facts.version ?? '') >= NO_BATCHES)) {
    return fault(`MCP has no batches since ${NO_BATCHES}`);
  }
  const { method, params } = envelope;
  return { to: 'mcp-request', request: { jsonrpc: '2.0', id, method, params } };
}

function belongsToMcp({ method, params }: CallEnvelope, { isHandshaken, hasMethod }: ConnectionFacts): boolean {
  // Between two who have shaken hands, an unknown name is MCP's to refuse.
  return isMcp(method, params) || (isHandshaken && !hasMethod(method));
}
