// The write that an approval is for, as the contract knows it. What is not in the contract is refused by its name: a name
// that would be shown and not used could say anything.
import { createHash } from 'node:crypto';
import {
  type AnyEndpoint,
  type AskedEndpoint,
  contract,
  type HandlerInput,
  isAsked,
  isMultipart,
  type ReceivedFile,
} from '@zorivest/contract';
import { Fault, invalidField } from '@zorivest/store';
import { z } from 'zod';
import { fieldErrors } from '../responses/errors.ts';
import { refuseUnknownParameters } from '../responses/query.ts';

/** As it was sent and is stored. */
export interface SentInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export function endpointNamed(operation: string): AnyEndpoint | undefined {
  const [resource = '', name = '', ...rest] = operation.split('.');
  if (rest.length > 0 || !Object.hasOwn(contract, resource)) return undefined;
  const endpoints: Readonly<Record<string, AnyEndpoint>> = contract[resource as keyof typeof contract];
  return Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
}

export function askedFor(operation: string): AskedEndpoint {
  const endpoint = endpointNamed(operation);
  if (endpoint === undefined || !isAsked(endpoint)) {
    throw invalidField(
      'operation',
      `${JSON.stringify(operation)} is not an operation that writes, such as trades.create`,
    );
  }
  if (endpoint.role === 'person') throw new Fault(403, `${operation} is for the person alone; it cannot be asked for`);
  return endpoint;
}

/** As an address carries them: texts. */
function asText(values: Readonly<Record<string, unknown>> | undefined, part: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values ?? {})) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') throw invalidField(`${part}.${name}`, 'must be a plain value');
    texts[name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return texts;
}

function validate(schema: z.ZodType, value: unknown, part: string): unknown {
  // One that takes no other names drops them, and what was shown is not what is done.
  const isLax = schema instanceof z.ZodObject && schema.def.catchall === undefined;
  const result = (isLax ? schema.strict() : schema).safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error, part).map(({ field, message }) => ({
    field: field === part ? part : `${part}.${field}`,
    message,
  }));
  throw new Fault(422, errors);
}

function refuseNames(values: object | undefined, part: string): undefined {
  const [first] = Object.keys(values ?? {});
  if (first !== undefined) throw invalidField(`${part}.${first}`, 'is not a known field; this operation takes none');
}

/** What the handler will be given, every part checked against its schema. */
export function readOperation(
  endpoint: AnyEndpoint,
  { params, query, body }: SentInput,
  file: ReceivedFile | null,
): HandlerInput<AnyEndpoint> {
  const path = endpoint.params
    ? validate(endpoint.params, asText(params, 'params'), 'params')
    : refuseNames(params, 'params');
  const asked = asText(query, 'query');
  refuseUnknownParameters(endpoint, asked);
  const parts = {
    params: path,
    query: endpoint.query && validate(endpoint.query, asked, 'query'),
    body: readBody(endpoint, body, file),
  };
  // Each part has just been checked against the schema its type is computed from.
  return parts as HandlerInput<AnyEndpoint>;
}

function readBody({ body: schema, bodyOptional }: AnyEndpoint, body: unknown, file: ReceivedFile | null): unknown {
  if (isMultipart(schema)) {
    if (file === null) throw invalidField('file', 'is required: send a form with a part `file`, or name an upload');
    if (file.size > schema.maxBytes) throw tooLarge('the file is larger than this operation takes');
    // A form carries texts, and what is no text as its JSON.
    const fields = Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    );
    return { ...(validate(schema.fields, Object.fromEntries(fields), 'body') as object), file };
  }
  if (file !== null) throw invalidField('file', 'is not taken by this operation');
  const isAbsent = body === undefined || body === null;
  if (schema === undefined) return isAbsent ? undefined : refuseNames(Object(body) as object, 'body');
  if (isAbsent && bodyOptional === true) return undefined;
  if (isAbsent) throw invalidField('body', 'is required: what is to be written');
  return validate(schema, body, 'body');
}

export const tooLarge = (message: string): Fault => new Fault(413, message, { code: 'too_large' });

/** The same for the same value, whatever order its keys come in. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** Of what a handler will be given; a file counts by what is in it. */
export function digestOf(operation: string, { params, query, body }: HandlerInput<AnyEndpoint>): string {
  const { file, ...fields } = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as {
    file?: ReceivedFile;
  };
  const plain = file === undefined ? body : { ...fields, file: [file.name, file.sha256] };
  return createHash('sha256')
    .update(JSON.stringify(canonical([operation, params ?? null, query ?? null, plain ?? null])))
    .digest('hex');
}

/** Labels of writes that put something there and change nothing that is. */
const ADDING = /\.(create|add_item|link|submit|bank|broker_csv|broker_pdf)$/;
const NEVER = /^(key|backup|policy|tax_payment|demo)\./;

/** What changes or takes away is approved one by one. */
export function isAdding(endpoint: AnyEndpoint | undefined): boolean {
  const { method, audit = '' } = endpoint ?? {};
  return method === 'POST' && ADDING.test(audit) && !NEVER.test(audit);
}
