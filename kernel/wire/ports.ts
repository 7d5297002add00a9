/** The person, the model and the workspace behind a client, reached as each era allows. */
import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/server';
import { fits, readReply, readRoots, readSample } from '../call/answers.ts';
import {
  InputRequired,
  type Caller,
  type InputRequest,
  type Model,
  type Person,
  type Question,
  type Reply,
  type Root,
  type SampleRequest,
  type Workspace,
} from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { codes, KernelError } from '../tool/errors.ts';
import type { Page } from '../tool/page.ts';
import type { Incoming } from './incoming.ts';
import { formParams, sampleParams, urlParams } from './questions.ts';

export type ClientPorts = Pick<Caller, 'person' | 'model' | 'workspace'>;

/** People take their time. */
const ASK_MS = 10 * 60_000;

type Capabilities = Readonly<Record<string, unknown>>;

/** What a client of the stateless era has answered: `sealed` together with a state that proves the question, `loose` without. */
export interface Answers {
  readonly sealed: Readonly<Record<string, unknown>>;
  readonly loose: Readonly<Record<string, unknown>>;
}

/** Handshake era: the server asks the client on the stream of the call it belongs to. */
export function legacyPorts(server: Server, incoming: Incoming, capabilities: Capabilities): ClientPorts {
  const put = (request: InputRequest) => putQuestion(server, incoming, request);
  return portsOf(
    new Port(capabilities, {
      ask: async (question) => readReply(await put({ kind: 'ask', question })),
      open: async (page) => readReply(await put({ kind: 'open', page })).action,
      sample: async (request) => readSample(await put({ kind: 'sample', request })),
      roots: async () => readRoots(await put({ kind: 'roots' })),
    }),
  );
}

/** Puts a question to a client of the handshake era, on the stream of one of its requests. */
export function putQuestion(
  server: Server,
  { id, signal }: Pick<Incoming, 'id' | 'signal'>,
  request: InputRequest,
  meta?: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const options = { relatedRequestId: id, signal, timeout: ASK_MS };
  const related = meta === undefined ? {} : { _meta: meta };
  if (request.kind === 'roots') return server.listRoots(meta === undefined ? undefined : related, options);
  if (request.kind === 'sample') return server.createMessage({ ...sampleParams(request.request), ...related }, options);
  if (request.kind === 'open') {
    return server.elicitInput({ ...urlParams(request.page, randomUUID()), ...related }, options);
  }
  const { message, schema } = request.question;
  return server.elicitInput({ ...formParams(message, schema), ...related }, options);
}

/** Stateless era: what is not answered yet is thrown as `InputRequired`, and the call is made again with the answer. */
export function modernPorts({ sealed, loose }: Answers, capabilities: Capabilities): ClientPorts {
  const readAnswer = <T>(id: string, request: InputRequest, read: (answer: unknown) => T): Promise<T> => {
    const demanding = request.kind === 'ask' && request.question.sealed === true;
    const answer = sealed[id] ?? (demanding ? undefined : loose[id]);
    if (answer !== undefined && fits(request, answer)) return Promise.resolve(read(answer));
    return Promise.reject(new InputRequired({ [id]: request }));
  };
  return portsOf(
    new Port(capabilities, {
      ask: (question) => readAnswer(question.id, { kind: 'ask', question }, readReply),
      open: (page) => readAnswer(page.id, { kind: 'open', page }, (answer) => readReply(answer).action),
      sample: (request) => {
        const id = request.id ?? `sample_${argumentDigest(request).slice(0, 16)}`;
        return readAnswer(id, { kind: 'sample', request }, readSample);
      },
      roots: () => readAnswer('client_roots', { kind: 'roots' }, readRoots),
    }),
  );
}

interface Asking {
  readonly ask: Person['ask'];
  readonly open: Person['open'];
  readonly sample: Model['sample'];
  readonly roots: Workspace['roots'];
}

/** Nothing is asked of a client that did not declare that it can answer. */
class Port implements Person, Model, Workspace {
  readonly canAsk: boolean;
  readonly canOpen: boolean;
  readonly canSample: boolean;
  readonly canList: boolean;
  readonly #asking: Asking;

  constructor(capabilities: Capabilities, asking: Asking) {
    this.canAsk = asksByForm(capabilities);
    this.canOpen = opensPages(capabilities);
    this.canSample = capabilities.sampling !== undefined;
    this.canList = capabilities.roots !== undefined;
    this.#asking = asking;
  }

  ask(question: Question): Promise<Reply> {
    return this.canAsk ? this.#asking.ask(question) : missing('elicitation', 'cannot ask its person');
  }

  open(page: Page): Promise<Reply['action']> {
    return this.canOpen
      ? this.#asking.open(page)
      : missing('elicitation', 'cannot send its person to a page', { url: {} });
  }

  sample(request: SampleRequest): ReturnType<Model['sample']> {
    return this.canSample ? this.#asking.sample(request) : missing('sampling', 'lends no model');
  }

  roots(): Promise<readonly Root[]> {
    return this.canList ? this.#asking.roots() : missing('roots', 'tells no workspace folders');
  }
}

function portsOf(port: Port): ClientPorts {
  return { person: port, model: port, workspace: port };
}

/** On a wire without a client nothing can be asked: what needs an answer is refused, not guessed. */
export const noClient: ClientPorts & Pick<Caller, 'tell'> = {
  ...portsOf(new Port({}, { ask: unreachable, open: unreachable, sample: unreachable, roots: unreachable })),
  tell: () => {},
};

/** A bare `elicitation: {}` is the old way of declaring support for forms. */
function asksByForm({ elicitation }: Capabilities): boolean {
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function opensPages({ elicitation }: Capabilities): boolean {
  return typeof elicitation === 'object' && elicitation !== null && 'url' in elicitation;
}

function missing(capability: string, what: string, modes: object = {}): Promise<never> {
  const message = `This tool needs the client capability "${capability}", and this client ${what}.`;
  return Promise.reject(new KernelError(codes.capabilityMissing, message, { required: { [capability]: modes } }));
}

function unreachable(): never {
  throw new Error('nothing is asked without a capability');
}
