// An endpoint and the function that serves it. A concept folder exports a table of these; `routes.ts` lists the tables.
import type { AnyEndpoint, HandlerInput, HandlerOutput } from '@zorivest/contract';
import type { Call } from './call.ts';

export type Handler<E> = (input: HandlerInput<E>, call: Call) => Promise<HandlerOutput<E>> | HandlerOutput<E>;

/**
 * How a request meets the others: `shared` with them (the rule), `alone` while no other runs (locking, restoring), or
 * `open` without waiting for anyone (streams, and what must work while the vault is being opened).
 */
export type GateUse = 'shared' | 'alone' | 'open';

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly handler: (input: HandlerInput<AnyEndpoint>, call: Call) => unknown;
  readonly gate: GateUse;
}

export function route<E extends AnyEndpoint>(
  endpoint: E,
  handler: Handler<E>,
  options: { gate?: GateUse } = {},
): Route {
  return {
    endpoint,
    handler,
    gate: options.gate ?? (endpoint.role === 'public' ? 'open' : 'shared'),
  };
}
