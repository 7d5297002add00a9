import type { Logger } from '../log/logger.ts';
import type { Surface } from '../surface/model.ts';
import type { Catalogue } from '../tool/catalogue.ts';
import type { Outcome } from './outcome.ts';

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A question to the person, as a form with at most a few plain fields. */
export interface Question {
  /** Stable for the same question in the same call: a client of the stateless era answers by it. */
  readonly id: string;
  readonly message: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export type Reply =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' };

/**
 * The person behind the client. In the stateless era `ask` throws `InputRequired` the first time, the wire sends the
 * question, and the call is made again with the reply: a handler must not have done anything before it asks.
 */
export interface Person {
  readonly canAsk: boolean;
  ask(question: Question): Promise<Reply>;
}

/** Thrown through the pipeline by `Person.ask` where the answer comes with a second request. Not an error. */
export class InputRequired extends Error {
  readonly questions: readonly Question[];

  constructor(questions: readonly Question[]) {
    super('input required');
    this.name = 'InputRequired';
    this.questions = questions;
  }
}

export interface SampleRequest {
  readonly system?: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** The model behind the client, where it lends it (sampling). */
export interface Model {
  readonly canSample: boolean;
  sample(request: SampleRequest): Promise<{ readonly text: string; readonly model: string }>;
}

/** Who is calling: what the wire's authentication hook found. `id` is a name for logs and binding, never a secret. */
export interface Principal {
  readonly id: string;
  readonly role: string | null;
}

/** How a session shows one more toolset: its list grows, or the caller must use the schemas in the answer. */
export type Enabling = 'already' | 'listed' | 'in_band';

/** What a session owns. In the stateless era one is made for each request. */
export interface Session {
  /** What confirmation tokens are bound to: the connection, or the key in the stateless era. */
  readonly id: string;
  readonly era: 'legacy' | 'modern';
  readonly principal: Principal;
  /** What this client is shown right now; changes only through `enable`. */
  surface(): Surface;
  enable(toolset: string): Promise<Enabling>;
}

/** What the wire knows of one call. The pipeline adds the rest of the context. */
export interface Caller {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly person: Person;
  readonly model: Model;
  readonly progress: (progress: Progress) => void;
}

/** All a handler is given besides its arguments. */
export interface CallContext<App = unknown> extends Caller {
  readonly app: App;
  readonly catalogue: Catalogue;
  readonly correlationId: string;
  readonly log: Logger;
  /** Calls another tool through the whole pipeline: guard, confirmation and metrics count it like any other. */
  readonly call: (name: string, args: unknown) => Promise<Outcome>;
}
