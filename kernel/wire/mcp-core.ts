/** What the MCP side of a server is made of: shared by what answers calls and what serves content. */
import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { Caller, Session } from '../call/context.ts';
import type { Guard } from '../call/guard.ts';
import type { Recorder } from '../call/recorder.ts';
import type { MetricsCollector } from '../call/metrics.ts';
import type { Pipeline } from '../call/pipeline.ts';
import type { Logger } from '../log/logger.ts';
import type { Content } from '../content/content.ts';
import type { ClientFacts, LegacySession } from '../session/session.ts';
import type { ResultStore } from '../surface/result-store.ts';
import type { Catalogue } from '../tool/catalogue.ts';
import type { Tasks } from '../tasks/tasks.ts';
import type { Surfaces } from '../surface/model.ts';
import type { Incoming } from './incoming.ts';
import type { ServerInfo } from './mcp-server.ts';
import type { RequestStates } from './request-state.ts';

/** Which lists the server may announce changes of. What never changes is not advertised. */
export interface Announces {
  readonly tools?: boolean;
  readonly prompts?: boolean;
  readonly resources?: boolean;
  /** Single resources: clients may subscribe to them. */
  readonly resourceUpdates?: boolean;
}

/** All that is shared by every MCP connection and request of one server. */
export interface McpCore {
  readonly info: ServerInfo;
  readonly pipeline: Pipeline;
  readonly guard: Guard;
  readonly recorder: Recorder | undefined;
  readonly metrics: MetricsCollector;
  readonly surfaces: Surfaces;
  readonly catalogue: Pick<Catalogue, 'get' | 'view'>;
  /** Where some tool can run as a task. */
  readonly tasks: Tasks | undefined;
  readonly content: Content;
  readonly announces: Announces;
  /** Whether a session of the handshake era can make its list grow. */
  readonly growable: boolean;
  readonly states: RequestStates;
  /** Results that did not fit their answer; read as resources. */
  readonly results: ResultStore;
  readonly log: Logger;
  /** How long clients of the stateless era may keep a list. */
  readonly listTtlMs: number;
}

/** Who is on the other side: a connection that shook hands, or a self-contained request. */
export type Peer = { readonly transport?: 'pipe' | 'tcp' } & (
  | { readonly era: 'legacy'; readonly session: LegacySession }
  | { readonly era: 'modern'; readonly sessionOf: (facts: ClientFacts) => Session }
);

/** How long, and for whom, a client of the stateless era may keep a list. */
export interface CacheHints {
  readonly ttlMs?: number;
  readonly cacheScope?: 'private';
}

/** Runs a request that may need input from the client. `target` and `args` are what the rounds are bound to. */
export type RunWithInput = <T>(
  incoming: Incoming,
  target: string,
  args: unknown,
  run: (caller: Caller) => Promise<T>,
) => Promise<T | InputRequiredResult>;
