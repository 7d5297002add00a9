/**
 * Direct JSON-RPC: each tool is also a method of the same name (or one of its `methods`), callable without any
 * handshake, on the same stream as MCP. How faults look is the server's own dialect.
 */
import type { Principal } from '../call/context.ts';
import { codes, KernelError } from '../tool/errors.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { RequestId } from './envelope.ts';

export interface DirectRequest {
  readonly id: RequestId | null;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The message as it came, trimmed; an element of a batch as JSON. */
  readonly raw: string;
}

/** What can go wrong with a direct call. */
export type DirectFault =
  /** No JSON, too long, too deep, or not framed: there is no request. */
  | { readonly kind: 'parse' | 'oversized' | 'depth' | 'framing'; readonly reason: string }
  /** JSON, but no JSON-RPC request. */
  | { readonly kind: 'envelope'; readonly reason: string }
  | { readonly kind: 'method'; readonly method: string }
  /** The tool, the guard, the confirmation or the dialect's own `admit` refused it. */
  | { readonly kind: 'refused'; readonly error: KernelError };

/** What the dialect made of a request before its method is looked up. */
export interface Admission {
  /** The tool's arguments, without what belongs to the dialect (a key, a correlation id). */
  readonly params: Readonly<Record<string, unknown>>;
  readonly principal?: Principal;
  readonly correlationId?: string;
}

/** One exchange, finished; `ms` from its arrival. `request` is absent when there was no valid envelope. */
export interface DirectExchange {
  readonly raw: string;
  readonly request: DirectRequest | undefined;
  readonly fault: DirectFault | undefined;
  readonly outcome: Outcome | undefined;
  readonly ms: number;
}

/** How a server speaks direct JSON-RPC. Every part is optional: the standard is plain JSON-RPC 2.0. */
export interface DirectDialect {
  /** Also takes requests without `jsonrpc: "2.0"`. */
  readonly lenient?: boolean;
  /** Requests are run one after another, in the order they came. */
  readonly inOrder?: boolean;
  /** Authenticates and unpacks a well-formed request, before its method is looked up. Throws a `KernelError`. */
  admit?(request: DirectRequest): Admission | Promise<Admission>;
  /** The `result` member. */
  result?(outcome: Outcome & { readonly ok: true }, request: DirectRequest, admission: Admission): unknown;
  /** The `error` member, for every fault there is. */
  error?(fault: DirectFault, raw: string, request: DirectRequest | undefined): Readonly<Record<string, unknown>>;
  observe?(exchange: DirectExchange): void;
}

const FAULT_CODES = { parse: -32700, oversized: -32600, depth: -32600, framing: -32600, envelope: -32600 } as const;

const REFUSED_CODES: Readonly<Record<string, number>> = {
  [codes.invalidArguments]: -32602,
  [codes.unknownTool]: -32601,
  [codes.internal]: -32603,
};

/** JSON-RPC 2.0 as it stands: integer codes, the kernel's own code and details in `data`. */
export function standardError(fault: DirectFault): Readonly<Record<string, unknown>> {
  switch (fault.kind) {
    case 'method':
      return { code: -32601, message: `Method not found: ${fault.method}` };
    case 'refused': {
      const { code, message, details } = fault.error;
      // Application codes are outside the range that JSON-RPC reserves.
      return { code: REFUSED_CODES[code] ?? -31000, message, data: { code, ...(details ? { details } : {}) } };
    }
    case 'parse':
      return { code: -32700, message: `Parse error: ${fault.reason}` };
    default:
      return { code: FAULT_CODES[fault.kind], message: `Invalid Request: ${fault.reason}` };
  }
}

/** Runs a tool by its method for the sender of the request; `undefined` when there is no such method for them. */
export type DirectRun = (
  request: DirectRequest,
  admission: Admission,
) => { readonly outcome: Promise<Outcome>; readonly abort: () => void } | undefined;

/** The answer to one message, or nothing for a notification. */
export type DirectAnswer = Readonly<Record<string, unknown>> | undefined;

/** Answers direct requests of one connection. */
export class DirectHandler {
  readonly #dialect: DirectDialect;
  readonly #run: DirectRun;
  readonly #running = new Map<RequestId, () => void>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(dialect: DirectDialect, run: DirectRun) {
    this.#dialect = dialect;
    this.#run = run;
  }

  get lenient(): boolean {
    return this.#dialect.lenient ?? false;
  }

  /** A message that is no request at all. Always answered: it may or may not have been meant as a notification. */
  fault(fault: DirectFault, raw: string, id: RequestId | null = null): DirectAnswer {
    this.#dialect.observe?.({ raw, request: undefined, fault, outcome: undefined, ms: 0 });
    return { jsonrpc: '2.0', id, error: this.#error(fault, raw, undefined) };
  }

  /** A well-formed request or, with `answered` false, a notification. */
  answer(request: DirectRequest, answered: boolean): Promise<DirectAnswer> {
    const work = () => this.#handle(request, answered);
    if (!this.#dialect.inOrder) return work();
    const turn = this.#last.then(work);
    this.#last = turn;
    return turn;
  }

  /** Gives up a running request; `false` when it is none of ours. */
  cancel(id: RequestId): boolean {
    const abort = this.#running.get(id);
    abort?.();
    return abort !== undefined;
  }

  cancelAll(): void {
    for (const abort of this.#running.values()) abort();
  }

  async #handle(request: DirectRequest, answered: boolean): Promise<DirectAnswer> {
    const started = performance.now();
    let fault: DirectFault | undefined;
    let outcome: Outcome | undefined;
    let admission: Admission = { params: request.params };
    try {
      if (this.#dialect.admit) admission = await this.#dialect.admit(request);
      const running = this.#run(request, admission);
      if (running === undefined) {
        fault = { kind: 'method', method: request.method };
      } else {
        if (request.id !== null) this.#running.set(request.id, running.abort);
        outcome = await running.outcome;
        if (!outcome.ok) fault = { kind: 'refused', error: outcome.error };
      }
    } catch (error) {
      fault = { kind: 'refused', error: refusal(error) };
    }
    if (request.id !== null) this.#running.delete(request.id);
    let result: unknown;
    if (outcome?.ok) {
      try {
        const plain = () => outcome.data ?? outcome.text;
        result = (this.#dialect.result ? this.#dialect.result(outcome, request, admission) : plain()) ?? null;
      } catch (error) {
        fault = { kind: 'refused', error: refusal(error) };
      }
    }
    this.#dialect.observe?.({ raw: request.raw, request, fault, outcome, ms: performance.now() - started });
    if (!answered) return undefined;
    const { id } = request;
    return fault
      ? { jsonrpc: '2.0', id, error: this.#error(fault, request.raw, request) }
      : { jsonrpc: '2.0', id, result };
  }

  #error(fault: DirectFault, raw: string, request: DirectRequest | undefined): Readonly<Record<string, unknown>> {
    return this.#dialect.error?.(fault, raw, request) ?? standardError(fault);
  }
}

export function refusal(error: unknown): KernelError {
  if (error instanceof KernelError) return error;
  return new KernelError(codes.internal, 'The server failed unexpectedly. The cause is in its log.', undefined, error);
}
