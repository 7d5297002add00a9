// Writes into the book through the same handlers as requests do, all in one transaction, each at the moment of the demo's
// history that it belongs to.
import {
  type AnyEndpoint,
  type ClientInput,
  type HandlerInput,
  type HandlerOutput,
  isMultipart,
} from '@zorivest/contract';
import { type Call, Results, type Route, type WriteScope } from '@zorivest/store';

export interface DemoWriter {
  readonly scope: WriteScope;
  /** As a request would, at this moment. */
  write<E extends AnyEndpoint>(endpoint: E, input: ClientInput<E>, at: string): Promise<HandlerOutput<E>>;
}

export function demoWriter(call: Call, scope: WriteScope, routes: readonly Route[]): DemoWriter {
  const handlers = new Map(routes.map((route) => [route.endpoint, route.handler]));
  // The audit says once that the demo was written, not each of its rows.
  const quiet: WriteScope = { ...scope, audit: () => {} };
  return {
    scope,
    async write(endpoint, input, at) {
      const handler = handlers.get(endpoint);
      if (handler === undefined) throw new Error(`no handler for ${endpoint.method} ${endpoint.path}`);
      const moment = new Date(at);
      const inside: Call = {
        actor: call.actor,
        requestId: call.requestId,
        signal: call.signal,
        now: () => moment,
        newId: () => call.newId(),
        afterCommit: (work) => call.afterCommit(work),
        // The book has one connection, and this transaction holds it.
        db: scope.db,
        results: new Results(false),
        write: (work) => work(quiet),
        withSmallCache: (work) => work(),
        setStatus: () => {},
        isApproved: call.isApproved,
        tellRows: () => {},
      };
      // The table has the handler of this very endpoint under its name.
      return (await handler(parseInput(endpoint, input as Parts), inside)) as HandlerOutput<typeof endpoint>;
    },
  };
}

interface Parts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** What a handler gets: the parts with their defaults, as after a request. */
function parseInput(endpoint: AnyEndpoint, { params, query = {}, body }: Parts): HandlerInput<AnyEndpoint> {
  return {
    params: endpoint.params?.parse(params),
    query: endpoint.query?.parse(query),
    body: isMultipart(endpoint.body) ? receiveFile(body) : endpoint.body?.parse(body),
  } as HandlerInput<AnyEndpoint>; // each part was made by the schema its type is computed from
}

/** A file that was not sent but is here. */
function receiveFile(body: unknown) {
  const { file, ...fields } = body as { file: { bytes: Uint8Array } };
  return { ...fields, file: { ...file, bytes: () => Promise.resolve(file.bytes) } };
}
