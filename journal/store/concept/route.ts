// An endpoint and the function that serves it. A concept has a list of these (`concept.ts`).
import type { AnyEndpoint, HandlerInput, HandlerOutput } from '@zorivest/contract';
import type { Call, FrontCall } from '../call/call.ts';

export type Handler<E, C = Call> = (input: HandlerInput<E>, call: C) => Promise<HandlerOutput<E>> | HandlerOutput<E>;

/**
 * How a request meets the others: `shared` with them (the rule), `alone` while no other runs (locking, restoring), or
 * `open` without waiting for anyone (streams, and what must work while the vault is being opened).
 */
export type GateUse = 'shared' | 'alone' | 'open';

/**
 * Who answers a route of the book: the `reader`, whose connection cannot write, or the `writer`, which also holds what
 * runs in the process (the scheduler, the limits of providers). By default the writer answers routes with an audit label.
 */
export type BookProcess = 'reader' | 'writer';

/**
 * Whether the answer is cached: it depends on the `book` and the day alone, or on current `prices` besides. Only routes that
 * are costly to compute set it.
 */
export type Keep = 'no' | 'book' | 'prices';

/** What an endpoint is called between our processes, and where its handler is looked up. */
export type EndpointName<E> = E extends {
  readonly method: infer M extends string;
  readonly path: infer P extends string;
}
  ? `${M} ${P}`
  : never;

export interface Route<C = Call, Name extends string = string> {
  readonly name: Name;
  readonly endpoint: AnyEndpoint;
  readonly handler: (input: HandlerInput<AnyEndpoint>, call: C) => unknown;
  readonly gate: GateUse;
  readonly by: BookProcess;
  readonly keep: Keep;
  /** Continues after its caller has disconnected; a stop and the end of the session still end it. */
  readonly outlivesCaller: boolean;
}

/** One that the process that answers serves itself. */
export type FrontRoute = Route<FrontCall>;

interface RouteOptions {
  readonly gate?: GateUse;
  readonly by?: BookProcess;
  readonly keep?: Keep;
  readonly outlivesCaller?: boolean;
}

export function route<E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  options: RouteOptions = {},
): Route<Call, EndpointName<E>> {
  return routeOf(endpoint, handler, options);
}

export function frontRoute<E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E, FrontCall>,
  options: Pick<RouteOptions, 'gate' | 'outlivesCaller'> = {},
): Route<FrontCall, EndpointName<E>> {
  return routeOf(endpoint, handler, options);
}

function routeOf<E extends AnyEndpoint, C>(
  endpoint: E,
  handler: Handler<E, C>,
  options: RouteOptions,
): Route<C, EndpointName<E>> {
  return {
    // The type says the same of the two texts.
    name: `${endpoint.method} ${endpoint.path}` as EndpointName<E>,
    endpoint,
    handler,
    gate: options.gate ?? (endpoint.role === 'public' ? 'open' : 'shared'),
    by: options.by ?? (endpoint.audit === undefined ? 'reader' : 'writer'),
    keep: options.keep ?? 'no',
    outlivesCaller: options.outlivesCaller ?? false,
  };
}

/** The same routes with cached answers, for those that only read. */
export function keepAnswers<const T extends readonly Route[]>(routes: T, keep: Keep = 'book'): T {
  // Each stays the route of its endpoint.
  return routes.map((each) => (each.by === 'reader' && each.keep === 'no' ? { ...each, keep } : each)) as unknown as T;
}
