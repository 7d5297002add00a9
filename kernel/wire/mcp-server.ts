/** The SDK's server object, fitted to the kernel: it introduces the client, and takes calls the short way. */
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type InitializeResult,
  type InputRequiredResult,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { Session } from '../call/context.ts';
import type { LegacySession } from '../session/session.ts';
import type { ShapedResult } from '../surface/result.ts';
import type { RequestId } from './envelope.ts';
import { incomingOf, type Incoming } from './incoming.ts';
import { isTraced, traceRequest, type RequestFacts } from './tracing.ts';

export interface ServerInfo {
  readonly name: string;
  readonly title: string;
  readonly version: string;
}

type Handler = Parameters<Server['_wrapHandler']>[1];

export interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** 2025-11-25: the call is wanted as a task. */
  readonly task?: unknown;
}

/** What answers a call. */
type AnswerCall = (params: CallParams, incoming: Incoming) => Promise<CallResult>;

/** A result, a question, or the task as which the call continues. */
export type CallResult = ShapedResult | InputRequiredResult | Readonly<Record<string, unknown>>;

/** The SDK's server, which reports the handshake to the session so that instructions are the ones for this client. */
export class McpServer extends Server {
  readonly info: ServerInfo;
  /** How its bytes travel. */
  readonly transportKind: 'pipe' | 'tcp';
  #answerCall: AnswerCall | undefined;

  constructor(info: ServerInfo, options: ServerOptions, transportKind: 'pipe' | 'tcp' = 'pipe') {
    super(info, options);
    this.info = info;
    this.transportKind = transportKind;
  }

  /** Resources the client subscribed to; `null` in the stateless era, where the SDK keeps the subscriptions. */
  subscribed: Set<string> | null = null;

  watches(uri: string): boolean {
    return this.subscribed === null || this.subscribed.has(uri);
  }

  /**
   * Calls are the hot path. The SDK would check each request twice and each result once with general schemas; the
   * request's two fields are checked here, its arguments by the tool's own schema, and the result is of our making.
   */
  answerCalls(answer: AnswerCall): void {
    this.#answerCall = answer;
    this.setRequestHandler('tools/call', { params: ANYTHING }, () => ({}));
  }

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // A shaped result is a call result; the SDK's own type is a mutable record of anything.
    if (method === 'tools/call')
      return ({ params }, context) => this.call(params, incomingOf(context)) as Promise<never>;
    const inner = super._wrapHandler(method, handler);
    // The SDK's own handshake, set while it is built, is called by ours.
    if (method === 'initialize' && !Object.hasOwn(this, 'info')) return inner;
    return (request, context) => {
      if (!isTraced()) return inner(request, context);
      const { id } = context.mcpReq;
      return traceRequest(this.#factsOf(method, id, request.params), async ({ aim }) => {
        const answer = await inner(request, context);
        // Answered, so there is such a prompt.
        if (method === 'prompts/get') aim({ prompt: String(request.params?.name) });
        return answer;
      });
    };
  }

  /** Answers one `tools/call`, wherever it came in. */
  async call(params: unknown, incoming: Incoming): Promise<CallResult> {
    if (!isTraced()) return this.#answer(params, incoming);
    return traceRequest(this.#factsOf('tools/call', incoming.id, params), (span) =>
      this.#answer(params, { ...incoming, span }),
    );
  }

  #factsOf(method: string, id: RequestId, params: unknown): RequestFacts {
    const { _meta: meta } = (params ?? {}) as Readonly<Record<string, unknown>>;
    const version = this.getNegotiatedProtocolVersion();
    return { method, id, meta, version, transport: this.transportKind, server: this.info };
  }

  async #answer(params: unknown, incoming: Incoming): Promise<CallResult> {
    if (!this.#answerCall) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    return this.#answerCall(callParams(params), incoming);
  }

  introduceTo(session: LegacySession): void {
    const handshake = this._getRequestHandler('initialize');
    if (!handshake) throw new Error('the SDK has no handshake handler');
    this.setRequestHandler('initialize', async (request, context) => {
      const { clientInfo, capabilities } = request.params;
      session.introduce({ client: { name: clientInfo.name, version: clientInfo.version }, capabilities });
      const answer = await handshake({ ...request, jsonrpc: '2.0', id: context.mcpReq.id }, context);
      // The SDK types its handlers for any method; this one is the handshake's.
      return { ...(answer as InitializeResult), ...instructionsOf(session) };
    });
  }
}

/** The server's instructions for the client, if there are any. */
export function instructionsOf(session: Session): { readonly instructions?: string } {
  const { instructions } = session.surface();
  return instructions === '' ? {} : { instructions };
}

function callParams(params: unknown): CallParams {
  const { name, arguments: args, task } = (params ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string') throw invalidCall('name must be a string');
  if (args === undefined) return { name, task };
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw invalidCall('arguments must be an object');
  return { name, arguments: args as Record<string, unknown>, task };
}

function invalidCall(reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid tools/call request: ${reason}`);
}

/** A schema that takes everything, for what is checked elsewhere. */
export const ANYTHING = {
  '~standard': { version: 1, vendor: 'zorivest', validate: (value: unknown) => ({ value }) },
} as const;
