/**
 * Spans by OpenTelemetry's conventions for MCP (semantic-conventions-genai, `docs/gen-ai/mcp.md`; status Development, as of
 * October 2026). Each request of a client is one span of kind SERVER, child of the client's where `_meta.traceparent` names
 * it. A span says what was called, how it ended and how long it took; never an argument or an answer, and not the id of a
 * session, which is a key to it.
 *
 * Where no SDK is loaded, this costs one look at a global.
 */
import type { Attributes, Context, Link, Span } from '@opentelemetry/api';

/** Under this name the API keeps what an SDK has registered, for every copy of the API in a process. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Whether an SDK is there to take spans. */
export function isTraced(): boolean {
  const api = (globalThis as Record<symbol, unknown>)[REGISTERED];
  return typeof api === 'object' && api !== null && 'trace' in api && api.trace !== undefined;
}

export interface RequestFacts {
  readonly method: string;
  readonly id: string | number;
  /** `_meta` of the request: the context of the client's trace is in it. */
  readonly meta: unknown;
  readonly version: string | undefined;
  readonly transport: 'pipe' | 'tcp';
  readonly server: { readonly name: string; readonly version: string };
}

/** What becomes known of a request while it is answered. */
export interface RequestSpan {
  /** The tool or prompt it is about. A name the client made up is left out, so that there are few names of spans. */
  readonly aim: (target: { readonly tool: string } | { readonly prompt: string }) => void;
}

/** Answers a request within a span. */
export async function traceRequest<T>(facts: RequestFacts, answer: (span: RequestSpan) => Promise<T>): Promise<T> {
  const { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { method, id, meta, version, transport, server } = facts;
  const carrier = typeof meta === 'object' && meta !== null ? meta : {};
  const parent: Context = propagation.extract(ROOT_CONTEXT, carrier);
  const ambient = trace.getSpanContext(context.active());
  const links: Link[] = ambient ? [{ context: ambient }] : [];
  const attributes: Attributes = {
    'mcp.method.name': method,
    'jsonrpc.request.id': String(id),
    'network.transport': transport,
    ...(version === undefined ? {} : { 'mcp.protocol.version': version }),
  };
  const tracer = trace.getTracer(server.name, server.version);
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes, links }, parent);
  const fail = (type: string): void => {
    span.setAttribute('error.type', type);
    // Without the message: it can name what was asked.
    span.setStatus({ code: SpanStatusCode.ERROR });
  };
  try {
    const result = await context.with(trace.setSpan(parent, span), () => answer(aimOf(span, method)));
    if (isToolError(result)) fail('tool_error');
    return result;
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined) span.setAttribute('rpc.response.status_code', code);
    fail(code ?? 'internal');
    throw error;
  } finally {
    span.end();
  }
}

function aimOf(span: Span, method: string): RequestSpan {
  return {
    aim: (target) => {
      if ('tool' in target) {
        span.updateName(`${method} ${target.tool}`);
        span.setAttributes({ 'gen_ai.tool.name': target.tool, 'gen_ai.operation.name': 'execute_tool' });
      } else {
        span.updateName(`${method} ${target.prompt}`);
        span.setAttribute('gen_ai.prompt.name', target.prompt);
      }
    },
  };
}

function isToolError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
}

/** The code of a JSON-RPC error. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && Number.isSafeInteger(error.code) ? String(error.code) : undefined;
}
