import type { ServerContext } from '@modelcontextprotocol/server';
import type { ClientLogLevel } from '../call/context.ts';
import type { RequestId } from './envelope.ts';
import type { RequestSpan } from './tracing.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One MCP request as the kernel needs it, whether the SDK took it in or the hot path did. */
export interface Incoming {
  readonly id: RequestId;
  readonly method: string;
  readonly signal: AbortSignal;
  readonly progressToken: string | number | undefined;
  /** What the client declared with this request; only in the stateless era. */
  readonly capabilities: Fields;
  /** The state and the answers a client of the stateless era brings back. */
  readonly requestState: unknown;
  readonly inputResponses: Fields;
  /** Where somebody keeps traces: this request's span. */
  readonly span?: RequestSpan;
  notify(method: 'notifications/progress', params: { progressToken: string | number; progress: number }): Promise<void>;
  /** A line for the client's log, if it asked for that level. */
  log(level: ClientLogLevel, data: unknown, logger: string): Promise<void>;
}

export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** What the SDK knows of a request. */
export function incomingOf({ mcpReq }: ServerContext): Incoming {
  const envelope = mcpReq.envelope as Fields | undefined;
  return {
    id: mcpReq.id,
    method: mcpReq.method,
    signal: mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    capabilities: (envelope?.[CAPABILITIES_KEY] ?? {}) as Fields,
    requestState: mcpReq.requestState(),
    inputResponses: mcpReq.inputResponses ?? {},
    notify: (method, params) => mcpReq.notify({ method, params }),
    log: (level, data, logger) => mcpReq.log(level, data, logger),
  };
}
