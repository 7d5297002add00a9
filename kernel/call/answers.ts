/** What a client answers to a question of the server: untrusted input, so validated. */
import { codes, KernelError } from '../tool/errors.ts';
import type { InputRequest, Question, Reply, Root } from './context.ts';

/** An answer that does not match its question is ignored: the question is asked again. */
export function fits(request: InputRequest, answer: unknown): boolean {
  try {
    if (request.kind === 'ask') {
      const reply = readReply(answer);
      return reply.action !== 'accept' || fitsForm(request.question, reply.content);
    }
    if (request.kind === 'open') readReply(answer);
    else if (request.kind === 'sample') readSample(answer);
    else readRoots(answer);
    return true;
  } catch {
    return false;
  }
}

export function readReply(answer: unknown): Reply {
  const { action, content } = record(answer);
  if (action === 'decline' || action === 'cancel') return { action };
  if (action !== 'accept') throw badAnswer();
  return { action, content: content === undefined ? {} : record(content) };
}

export function readSample(answer: unknown): { readonly text: string; readonly model: string } {
  const { content, model } = record(answer);
  const blocks = Array.isArray(content) ? (content as unknown[]) : [content];
  const text = blocks.map((block) => record(block).text).filter((part) => typeof part === 'string');
  return { text: text.join('\n'), model: typeof model === 'string' ? model : 'unknown' };
}

export function readRoots(answer: unknown): readonly Root[] {
  const { roots } = record(answer);
  if (!Array.isArray(roots)) throw badAnswer();
  return (roots as unknown[]).map((root) => {
    const { uri, name } = record(root);
    if (typeof uri !== 'string') throw badAnswer();
    return { uri, ...(typeof name === 'string' ? { name } : {}) };
  });
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

function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw badAnswer();
  return value as Record<string, unknown>;
}

function badAnswer(): KernelError {
  return new KernelError(codes.invalidArguments, 'The client answered a question of the server in an unknown form.');
}
