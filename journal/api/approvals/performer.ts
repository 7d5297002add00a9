// Does a write on behalf of the key that asked for it: tried or stored where the book is, or carried out by the route that
// serves it. Whatever it is, a stop ends it.
import type { AnyEndpoint, HandlerInput } from '@zorivest/contract';
import { type Actor, Fault, type FrontRoute, type RequestsInProgress, type Route } from '@zorivest/store';
import type { Gate } from '../gate.ts';
import { type BookAnswer, type BookRequest, bytesOf, type Staging } from '../responses/answer.ts';
import type { FrontHooks, RequestHooks } from '../responses/answer.ts';
import type { ChangePreview } from '../staging/card.ts';

type BookRoute = Pick<Route, 'name' | 'endpoint' | 'gate'>;

interface PerformerParts {
  readonly gate: Gate;
  readonly inProgress: RequestsInProgress;
  readonly now: () => Date;
  readonly askWriter: (request: BookRequest, hooks: RequestHooks) => Promise<BookAnswer>;
  readonly answer: (request: BookRequest, hooks: RequestHooks) => Promise<BookAnswer>;
  readonly front: readonly FrontRoute[];
  readonly book: readonly BookRoute[];
}

export interface Act {
  readonly endpoint: AnyEndpoint;
  readonly input: HandlerInput<AnyEndpoint>;
  readonly actor: Actor;
  readonly requestId: string;
}

export class Performer {
  readonly #parts: PerformerParts;
  readonly #front: ReadonlyMap<AnyEndpoint, FrontRoute>;
  readonly #book: ReadonlyMap<AnyEndpoint, BookRoute>;

  constructor(parts: PerformerParts) {
    this.#parts = parts;
    this.#front = new Map(parts.front.map((route) => [route.endpoint, route]));
    this.#book = new Map(parts.book.map((route) => [route.endpoint, route]));
  }

  /** Tried or stored in one transaction. */
  stage(act: Act, staging: Staging, signal: AbortSignal): Promise<BookAnswer> {
    return this.#begin(act, signal, (hooks) => this.#ask(act, hooks, staging));
  }

  /** Done as if the key had sent it; `stored` receives what it has changed in the book, also where it fails afterwards. */
  perform(act: Act, signal: AbortSignal, stored: (rows: ChangePreview) => void): Promise<BookAnswer> {
    return this.#begin(act, signal, (hooks) => {
      const route = this.#front.get(act.endpoint);
      return route === undefined ? this.#ask(act, { ...hooks, stored }) : this.#serve(route, act, hooks);
    });
  }

  /**
   * What the book answers, also while it is being opened and takes no other requests. From the process that writes, which answers
   * after whatever it was asked to store before: from it one knows whether that was.
   */
  read(name: string, input: BookRequest['input'], actor: Actor): Promise<BookAnswer> {
    const never = new AbortController().signal;
    const hooks = { signal: never, stopped: never, storing: () => true };
    return this.#parts.askWriter({ endpoint: name, input, actor, requestId: 'approvals' }, hooks);
  }

  async #begin(
    { actor, requestId, endpoint }: Act,
    ended: AbortSignal,
    work: (hooks: FrontHooks) => Promise<BookAnswer>,
  ): Promise<BookAnswer> {
    const entry = this.#parts.inProgress.begin({ requestId, actor, action: endpoint.audit ?? null });
    // Whatever ends it, it stores nothing any more.
    const stopped = AbortSignal.any([entry.stop.signal, ended]);
    try {
      const storing = () => !stopped.aborted && this.#parts.inProgress.mayStore(entry);
      return await work({ signal: stopped, stopped, storing });
    } finally {
      this.#parts.inProgress.end(entry);
    }
  }

  #ask({ endpoint, input, actor, requestId }: Act, hooks: RequestHooks, staging?: Staging): Promise<BookAnswer> {
    const route = this.#book.get(endpoint);
    if (route === undefined) throw new Fault(404, `no route serves ${endpoint.method} ${endpoint.path}`);
    const request = {
      endpoint: route.name,
      input,
      actor,
      requestId,
      ...(staging ? { staging } : { isApproved: true }),
    };
    return this.#within(route, () => this.#parts.answer(request, hooks));
  }

  async #serve(route: FrontRoute, { endpoint, input, actor, requestId }: Act, hooks: FrontHooks): Promise<BookAnswer> {
    let status = endpoint.status;
    const call = {
      actor,
      requestId,
      signal: hooks.signal,
      now: this.#parts.now,
      storing: hooks.storing,
      setStatus: (other: number) => {
        status = other;
      },
    };
    const result = await this.#within(route, async () => route.handler(input, call));
    return bytesOf(endpoint, result, status);
  }

  #within<T>({ gate: use }: BookRoute, work: () => Promise<T>): Promise<T> {
    const { gate } = this.#parts;
    return use === 'open' ? work() : use === 'alone' ? gate.alone(work) : gate.share(work);
  }
}
