/** The person, the model and the workspace behind a client, reached as each era allows. */
import type { InputRequiredResult, Server, ServerContext } from '@modelcontextprotocol/server';
import type { Caller, InputRequest, Question, Reply, Root, SampleRequest } from '../call/context.ts';
import { InputRequired } from '../call/context.ts';
import { argumentDigest } from '../call/digest.ts';
import { codes, KernelError } from '../call/errors.ts';

export type Ports = Pick<Caller, 'person' | 'model' | 'workspace'>;

/** People take their time. */
const ASK_MS = 10 * 60_000;

type Capabilities = Readonly<Record<string, unknown>>;

/** A bare `elicitation: {}` is the old way of saying that forms are fine. */
function asksByForm(capabilities: Capabilities): boolean {
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return 'form' in elicitation || !('url' in elicitation);
}

/** Handshake era: the server asks the client on the stream of the call it belongs to. */
export function legacyPorts(server: Server, context: ServerContext, capabilities: Capabilities): Ports {
  const options = { relatedRequestId: context.mcpReq.id, signal: context.mcpReq.signal, timeout: ASK_MS };
  return {
    person: {
      canAsk: asksByForm(capabilities),
      ask: async ({ message, schema }) => {
        const result = await server.elicitInput(formParams(message, schema), options);
        return readReply(result);
      },
    },
    model: {
      canSample: capabilities.sampling !== undefined,
      sample: async (request) => readSample(await server.createMessage(sampleParams(request), options)),
    },
    workspace: {
      canList: capabilities.roots !== undefined,
      roots: async () => readRoots(await server.listRoots(undefined, options)),
    },
  };
}

/** Stateless era: what is not answered yet is thrown as `InputRequired`, and the call is made again with the answer. */
export function modernPorts(answers: Readonly<Record<string, unknown>>, capabilities: Capabilities): Ports {
  const answered = <T>(id: string, request: InputRequest, read: (answer: unknown) => T): Promise<T> => {
    if (!Object.hasOwn(answers, id) || !fits(request, answers[id]))
      return Promise.reject(new InputRequired({ [id]: request }));
    return Promise.resolve(read(answers[id]));
  };
  return {
    person: {
      canAsk: asksByForm(capabilities),
      ask: (question) => answered(question.id, { kind: 'ask', question }, readReply),
    },
    model: {
      canSample: capabilities.sampling !== undefined,
      sample: (request) =>
        answered(`sample_${argumentDigest(request).slice(0, 16)}`, { kind: 'sample', request }, readSample),
    },
    workspace: {
      canList: capabilities.roots !== undefined,
      roots: () => answered('roots', { kind: 'roots' }, readRoots),
    },
  };
}

type WireInputRequest = NonNullable<InputRequiredResult['inputRequests']>[string];

/** One request for input as it goes on the wire. */
export function wireInputRequest(request: InputRequest): WireInputRequest {
  if (request.kind === 'roots') return { method: 'roots/list' };
  if (request.kind === 'sample') return { method: 'sampling/createMessage', params: sampleParams(request.request) };
  return { method: 'elicitation/create', params: formParams(request.question.message, request.question.schema) };
}

/** An answer that does not fit its question is none: the question is asked again. */
function fits(request: InputRequest, answer: unknown): boolean {
  try {
    if (request.kind === 'ask') {
      const reply = readReply(answer);
      return reply.action !== 'accept' || fitsForm(request.question, reply.content);
    }
    if (request.kind === 'sample') readSample(answer);
    else readRoots(answer);
    return true;
  } catch {
    return false;
  }
}

type FormParams = Parameters<Server['elicitInput']>[0] & { readonly mode: 'form' };

function formParams(message: string, schema: Question['schema']): FormParams {
  // The schema is the tool author's; the client checks it, as the protocol asks of it.
  return { mode: 'form', message, requestedSchema: schema as FormParams['requestedSchema'] };
}

function sampleParams({ system, prompt, maxTokens }: SampleRequest): Parameters<Server['createMessage']>[0] {
  return {
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
    ...(system === undefined ? {} : { systemPrompt: system }),
  };
}

/** The flat forms of the protocol: each required field is there and each given one has its plain type. */
function fitsForm({ schema }: Question, content: Readonly<Record<string, unknown>>): boolean {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
    readonly required?: readonly string[];
  };
  return (
    required.every((name) => content[name] !== undefined) &&
    Object.entries(content).every(([name, value]) => fitsType(properties[name]?.type, value))
  );
}

function fitsType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    default:
      return true;
  }
}

function readReply(answer: unknown): Reply {
  const { action, content } = record(answer);
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') throw badAnswer();
  return { action, content: content === undefined ? {} : record(content) };
}

function readSample(answer: unknown): { readonly text: string; readonly model: string } {
  const { content, model } = record(answer);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [content];
  const text = blocks.map((block) => record(block).text).filter((part) => typeof part === 'string');
  return { text: text.join('\n'), model: typeof model === 'string' ? model : 'unknown' };
}

function readRoots(answer: unknown): readonly Root[] {
  const { roots } = record(answer);
  if (!Array.isArray(roots)) throw badAnswer();
  return (roots as unknown[]).map((root) => {
    const { uri, name } = record(root);
    if (typeof uri !== 'string') throw badAnswer();
    return { uri, ...(typeof name === 'string' ? { name } : {}) };
  });
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw badAnswer();
  return value as Record<string, unknown>;
}

function badAnswer(): KernelError {
  return new KernelError(codes.invalidArguments, 'The client answered a question of the server in no known form.');
}
