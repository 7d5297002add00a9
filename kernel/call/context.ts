import type { Logger } from '../log/logger.ts';
import type { Surface } from '../surface/model.ts';
import type { Catalogue } from '../tool/catalogue.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Page } from '../tool/page.ts';
import type { Recording } from './recording.ts';

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
  /** The reply counts for exactly this call alone: in the stateless era only together with the sealed state that asked. */
  readonly sealed?: boolean;
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
  /** Whether the client can send its person to a page. */
  readonly canOpen: boolean;
  /** Sends the person to a page. `accept` says that they went, not what they did there. */
  open(page: Page): Promise<Reply['action']>;
}

/** What a client of the stateless era can be asked for: its person's answer, its model's, or its workspace folders. */
export type InputRequest =
  | { readonly kind: 'ask'; readonly question: Question }
  | { readonly kind: 'open'; readonly page: Page }
  | { readonly kind: 'sample'; readonly request: SampleRequest }
  | { readonly kind: 'roots' };

/** Thrown through the pipeline where the answer comes with a second request. Not an error. */
export class InputRequired extends Error {
  readonly requests: Readonly<Record<string, InputRequest>>;

  constructor(requests: Readonly<Record<string, InputRequest>>) {
    super('input required');
    this.name = 'InputRequired';
    this.requests = requests;
  }
}

/** Asks several things in one round: what is missing is requested together, not one by one. */
export async function together<T extends readonly unknown[]>(asked: {
  readonly [K in keyof T]: Promise<T[K]>;
}): Promise<T> {
  const settled = await Promise.allSettled(asked);
  const missing: Record<string, InputRequest> = {};
  for (const end of settled) {
    if (end.status === 'rejected' && end.reason instanceof InputRequired) Object.assign(missing, end.reason.requests);
  }
  // Any other failure among them is thrown here, before more is asked.
  const others = asked.filter((_, at) => !isMissing(settled[at]));
  await Promise.all(others);
  if (Object.keys(missing).length > 0) throw new InputRequired(missing);
  return Promise.all(asked);
}

function isMissing(end: PromiseSettledResult<unknown> | undefined): boolean {
  return end?.status === 'rejected' && end.reason instanceof InputRequired;
}

export interface SampleRequest {
  /** Stable for the same request in the same call; by default a digest of it. */
  readonly id?: string;
  readonly system?: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

/** The model behind the client, where it lends it (sampling). */
export interface Model {
  readonly canSample: boolean;
  sample(request: SampleRequest): Promise<{ readonly text: string; readonly model: string }>;
}

/** A folder the person works in, as their client reports it. */
export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The folders open in the client, where it reports them (roots). */
export interface Workspace {
  readonly canList: boolean;
  roots(): Promise<readonly Root[]>;
}

/** The levels of a client's own log, from quiet to loud. */
export type ClientLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

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
  /** What the client calls itself, where it gives a name. Nothing is granted for it. */
  readonly client?: { readonly name: string; readonly version: string } | undefined;
  /** What this client is shown right now; changes only through `enable`. */
  surface(): Surface;
  enable(toolset: string): Promise<Enabling>;
}

/** What a call knows when only its handler is left to do. */
export interface StartedTask {
  readonly args: unknown;
  readonly prepared: unknown;
  /** The person's approval, where it is given in the app. */
  readonly approval?: string | undefined;
}

/** A call that may continue as a task, as its handler sees it. */
export interface OwnTask {
  /** The task's id, if it becomes one; the same for a later process that continues it. */
  readonly id: string;
  /** Whether its client follows tasks: then no answer is needed before that client's timeout. */
  readonly isFollowed: boolean;
  /** Whether the call has become a task by now, which continues although its client has gone. */
  readonly isTask: boolean;
  /** Stores where the work lives, as JSON, so that a later process can resume it. */
  keep(handle: unknown): Promise<void>;
}

/** A call that may outlive its request, and the process that runs it. */
export interface LongWork extends OwnTask {
  /** Nothing but the handler is left to do: from here on the call can continue as a task. */
  begin(begun: StartedTask): Promise<void>;
  /** What an earlier process knew at this point: the person is not asked again. */
  readonly earlier?: Omit<StartedTask, 'args'> & { readonly handle: unknown };
}

/** What the wire knows of one call. The pipeline adds the rest of the context. */
export interface Caller {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly person: Person;
  readonly model: Model;
  readonly workspace: Workspace;
  /** Given by the wire where the caller chose it; otherwise each call gets its own. */
  readonly correlationId?: string;
  /** Where somebody keeps a record of calls: this one's. */
  readonly recording?: Recording;
  readonly progress: (progress: Progress) => void;
  /** A line for the client's log, sent if the client asked for that level. Never a secret: it leaves the process. */
  readonly tell: (level: ClientLogLevel, data: unknown) => void;
  /** For a tool whose calls can become tasks, where the wire lets them. */
  readonly work?: LongWork;
}

/** All a handler is given besides its arguments. */
export interface CallContext<App = unknown> extends Omit<Caller, 'correlationId' | 'work'> {
  readonly app: App;
  readonly catalogue: Catalogue;
  readonly correlationId: string;
  /** The person's approval of this call, where it was given in the app: to be shown to the service that carries the call out. */
  readonly approval?: string;
  /** What the tool's `prepare` gave. */
  readonly prepared?: unknown;
  /** For a call that may continue as a task. */
  readonly task?: OwnTask;
  readonly log: Logger;
  /** Calls another tool through the whole pipeline: guard, confirmation and metrics count it like any other. */
  readonly call: (name: string, args: unknown) => Promise<Outcome>;
}
