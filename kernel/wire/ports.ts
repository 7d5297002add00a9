/** The person, the model and the workspace behind a client, reached as each era allows. */
import type { InputRequiredResult, Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, InputRequest } from '../call/context.ts';
import { InputRequired } from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { codes, KernelError } from '../call/errors.ts';
import { fits, formParams, readReply, readRoots, readSample, sampleParams } from './answers.ts';

export type Ports = Pick<Caller, 'person' | 'model' | 'workspace'>;

/** People take their time. */
const ASK_MS = 10 * 60_000;

type Capabilities = Readonly<Record<string, unknown>>;

/** What a client of the stateless era has answered: `sealed` beside a state that says it was asked, `loose` without. */
export interface Answers {
  readonly sealed: Readonly<Record<string, unknown>>;
  readonly loose: Readonly<Record<string, unknown>>;
}

/** Handshake era: the server asks the client on the stream of the call it belongs to. */
export function legacyPorts(server: Server, context: ServerContext, capabilities: Capabilities): Ports {
  const options = { relatedRequestId: context.mcpReq.id, signal: context.mcpReq.signal, timeout: ASK_MS };
  return ports(capabilities, {
    ask: async ({ message, schema }) => readReply(await server.elicitInput(formParams(message, schema), options)),
    sample: async (request) => readSample(await server.createMessage(sampleParams(request), options)),
    roots: async () => readRoots(await server.listRoots(undefined, options)),
  });
}

/** Stateless era: what is not answered yet is thrown as `InputRequired`, and the call is made again with the answer. */
export function modernPorts({ sealed, loose }: Answers, capabilities: Capabilities): Ports {
  const answered = <T>(id: string, request: InputRequest, read: (answer: unknown) => T): Promise<T> => {
    const demanding = request.kind === 'ask' && request.question.sealed === true;
    const answer = sealed[id] ?? (demanding ? undefined : loose[id]);
    if (answer !== undefined && fits(request, answer)) return Promise.resolve(read(answer));
    return Promise.reject(new InputRequired({ [id]: request }));
  };
  return ports(capabilities, {
    ask: (question) => answered(question.id, { kind: 'ask', question }, readReply),
    sample: (request) => {
      const id = request.id ?? `sample_${argumentDigest(request).slice(0, 16)}`;
      return answered(id, { kind: 'sample', request }, readSample);
    },
    roots: () => answered('client_roots', { kind: 'roots' }, readRoots),
  });
}

/** On a wire without a client nothing can be asked: what needs an answer is refused, not guessed. */
export const nobody: Ports & Pick<Caller, 'tell'> = {
  ...ports({}, { ask: unreachable, sample: unreachable, roots: unreachable }),
  tell: () => {},
};

interface Asking {
  readonly ask: Caller['person']['ask'];
  readonly sample: Caller['model']['sample'];
  readonly roots: Caller['workspace']['roots'];
}

/** Nothing is asked of a client that did not say it can answer. */
function ports(capabilities: Capabilities, { ask, sample, roots }: Asking): Ports {
  const canAsk = asksByForm(capabilities);
  const canSample = capabilities.sampling !== undefined;
  const canList = capabilities.roots !== undefined;
  return {
    person: { canAsk, ask: canAsk ? ask : missing('elicitation', 'cannot ask its person') },
    model: { canSample, sample: canSample ? sample : missing('sampling', 'lends no model') },
    workspace: { canList, roots: canList ? roots : missing('roots', 'tells no workspace folders') },
  };
}

/** A bare `elicitation: {}` is the old way of saying that forms are fine. */
function asksByForm({ elicitation }: Capabilities): boolean {
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

function missing(capability: string, what: string): () => Promise<never> {
  return () =>
    Promise.reject(
      new KernelError(
        codes.capabilityMissing,
        `This tool needs the client capability "${capability}", and this client ${what}.`,
        { required: { [capability]: {} } },
      ),
    );
}

function unreachable(): never {
  throw new Error('nothing is asked without a capability');
}

type WireInputRequest = NonNullable<InputRequiredResult['inputRequests']>[string];

/** One request for input as it goes on the wire. */
export function wireInputRequest(request: InputRequest): WireInputRequest {
  if (request.kind === 'roots') return { method: 'roots/list' };
  if (request.kind === 'sample') return { method: 'sampling/createMessage', params: sampleParams(request.request) };
  return { method: 'elicitation/create', params: formParams(request.question.message, request.question.schema) };
}
