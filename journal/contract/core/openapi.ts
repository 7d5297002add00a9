// The OpenAPI 3.1 document, derived from a contract. Nothing here knows a single endpoint.
import { z } from 'zod';
import type { AnyEndpoint, ContractShape, NamedEndpoint } from './endpoint.ts';
import { isJson, isMultipart, listEndpoints } from './endpoint.ts';
import { errorCodes, errorEnvelope } from './errors.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
  return rest;
}

function parameters(endpoint: AnyEndpoint): Json[] {
  const from = (place: 'path' | 'query', object: z.ZodObject | undefined): Json[] => {
    if (!object) return [];
    const schema = schemaOf(object, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required ?? []).includes(name),
      schema: property,
      ...(typeof property['description'] === 'string' && { description: property['description'] }),
    }));
  };
  return [...from('path', endpoint.params), ...from('query', endpoint.query)];
}

function requestBody(endpoint: AnyEndpoint): Json {
  if (!endpoint.body) return {};
  const required = endpoint.bodyOptional !== true;
  if (!isMultipart(endpoint.body)) {
    return { requestBody: { required, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } };
  }
  const fields = schemaOf(endpoint.body.fields, 'input') as { properties?: Json; required?: string[] };
  const one = { type: 'string', contentMediaType: 'application/octet-stream' };
  const schema = {
    ...fields,
    properties: { ...fields.properties, file: endpoint.body.many ? { type: 'array', items: one, minItems: 1 } : one },
    required: [...(fields.required ?? []), 'file'],
  };
  return { requestBody: { required, content: { 'multipart/form-data': { schema } } } };
}

function success(endpoint: AnyEndpoint): Json {
  const { response } = endpoint;
  if (isJson(response)) {
    return { description: 'Done', content: { 'application/json': { schema: schemaOf(response, 'output') } } };
  }
  switch (response.kind) {
    case 'empty':
      return { description: 'Done, nothing to say' };
    case 'bytes':
      return { description: 'The bytes', content: { [response.contentType]: {} } };
    case 'document':
      return {
        description: 'The document',
        content: Object.fromEntries(response.contentTypes.map((type) => [type, {}])),
      };
    default:
      return {
        description: 'Server-sent events; the data of each is one JSON document',
        content: { 'text/event-stream': { schema: schemaOf(response.event, 'output') } },
      };
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'The request makes no sense',
  401: 'No session, or it has ended',
  403: 'Not allowed for this role, or the vault is locked',
  404: 'No such thing',
  409: 'In conflict with what is there',
  413: 'Too large',
  415: 'Wrong content type',
  422: 'A field is wrong; `detail` names it',
  429: 'Too many; wait as `Retry-After` says',
  500: 'A fault of the service',
  502: 'A provider failed',
  503: 'Not available now',
  507: 'The disk is full',
};

function operation({ id, resource, endpoint }: NamedEndpoint): Json {
  const common = endpoint.role === 'public' ? [422, 500] : [401, 403, 422, 500];
  const statuses = [...new Set([...common, ...(endpoint.errors ?? [])])].toSorted((a, b) => a - b);
  const failures = statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  const access =
    endpoint.role === 'public'
      ? 'Open to everyone on this machine.'
      : endpoint.role === 'person'
        ? 'Only for a session opened with the passphrase.'
        : `Needs at least the role \`${endpoint.role}\`.`;
  const lock = endpoint.whileLocked ? 'Works while the vault is locked.' : 'Refused while the vault is locked.';
  const description = [endpoint.description, `${access} ${lock}`].filter(Boolean).join('\n\n');
  return {
    operationId: id,
    tags: [resource],
    summary: endpoint.summary,
    description,
    security: endpoint.role === 'public' ? [] : [{ session: [] }],
    ...(parameters(endpoint).length > 0 && { parameters: parameters(endpoint) }),
    ...requestBody(endpoint),
    responses: { [endpoint.status]: success(endpoint), ...Object.fromEntries(failures) },
    'x-role': endpoint.role,
    'x-while-locked': endpoint.whileLocked === true,
  };
}

export function openApi(contract: ContractShape, info: { version: string; serverUrl?: string }): Json {
  const paths: Record<string, Json> = {};
  for (const named of listEndpoints(contract)) {
    const item = (paths[named.endpoint.path] ??= {});
    item[named.endpoint.method.toLowerCase()] = operation(named);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zorivest',
      version: info.version,
      description: 'The local REST service of the Zorivest trading journal.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: info.serverUrl ?? '/api/v1' }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The session_token of POST /auth/unlock' },
      },
      schemas: { Error: schemaOf(errorEnvelope, 'output') },
      responses: Object.fromEntries(
        Object.keys(errorCodes).map((status) => [
          `Error${status}`,
          {
            description: reasons[Number(status)] ?? errorCodes[Number(status)],
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}
