/**
 * A tool is a view of an endpoint: its input, its output and its handler follow from the contract. Whatever differs is
 * an explicit choice in the tool's one file: a field left out (with the reason), renamed, described otherwise, taken
 * more narrowly, or added.
 *
 *   export const getSqn = endpointTool({
 *     endpoint: 'analytics.sqn',
 *     name: 'get_sqn',
 *     title: 'System Quality Number',
 *     toolsets: ['trade-analytics'],
 *     description: { minimal: '…', rich: '…' },
 *     hints: READS,
 *   });
 */
import {
  contract,
  isJson,
  isMultipart,
  isWrite,
  type AnyEndpoint,
  type ClientOutput,
  type MultipartBody,
  type UploadFile,
} from '@zorivest/contract';
import { Answer, type ToolDefinition } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, type ToolCall, type Declaration, type JournalApp, type JournalTool } from './tool.ts';
import { describeParameter, descriptionOf, type ParameterText } from './parameters.ts';

type Contract = typeof contract;

/** `trades.create`: an endpoint by its name in the contract. */
type EndpointId = {
  [R in keyof Contract]: `${R}.${Extract<keyof Contract[R], string>}`;
}[keyof Contract];

type EndpointOf<Id extends EndpointId> = Id extends `${infer R extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[R]
    ? Contract[R][N]
    : never
  : never;

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- no fields at all is what is meant
type NoFields = Record<never, z.ZodType>;
type ShapeOf<S> = S extends z.ZodObject<infer Shape> ? Shape : S extends MultipartBody<infer F> ? F['shape'] : NoFields;
type Part<E, K extends string> = E extends Readonly<Record<K, infer S>> ? ShapeOf<S> : NoFields;

/** The fields of an endpoint, from path, query and body. Conditional, so that a union of endpoints is taken one by one. */
type FieldsOf<E> = E extends unknown ? Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> : never;

type ResponseOf<E> = E extends { readonly response: infer R extends z.ZodType } ? R : z.ZodType;

/** What a tool takes: the endpoint's fields by the tool's names, and its own. */
type InputShape<Fields, Omitted, Renamed, Narrowed, Added> = {
  [
    K in Exclude<keyof Fields, keyof Omitted> as K extends keyof Renamed ? Renamed[K] & string : K & string
  ]: K extends keyof Narrowed ? Narrowed[K] & z.ZodType : Fields[K] & z.ZodType;
} & Added;

interface ViewCall<EndpointInput, Output> extends ToolCall {
  /** Asks the endpoint, by the tool's names of its fields. */
  readonly ask: (input: EndpointInput, file?: UploadFile) => Promise<Output>;
}

type HandlerResult<Output extends z.ZodType> = ReturnType<ToolDefinition<JournalApp, z.ZodObject, Output>['handler']>;

type EndpointTool<
  Id extends EndpointId,
  Omitted,
  Renamed,
  Narrowed,
  Added,
  Output extends z.ZodType,
  Input,
  EndpointInput,
> = Omit<Declaration<z.ZodObject, z.ZodType>, 'input' | 'output' | 'handler' | 'effect'> & {
  readonly endpoint: Id;
  /** Fields of the endpoint that the tool does not take, each with the reason. */
  readonly omit?: Omitted;
  /** The endpoint's name of a field -> the tool's. */
  readonly rename?: Renamed;
  /** Other words for a field than the contract's, in a word or with a detail. By the endpoint's names. */
  readonly describe?: { readonly [K in keyof FieldsOf<EndpointOf<Id>>]?: ParameterText };
  /** Fields that the tool takes more narrowly than the endpoint. By the endpoint's names. */
  readonly narrow?: (fields: FieldsOf<EndpointOf<Id>>) => Narrowed;
  /** Arguments of the tool's own; its handler must use them. */
  readonly add?: () => Added;
  /** Fields of the answer that the tool does not pass on, each with the reason. */
  readonly omitFromAnswer?: Readonly<Record<string, string>>;
  /** What the listed schema promises of a long answer; the rest of it comes all the same. */
  readonly promises?: readonly string[];
  /** Where the answer is not the endpoint's. */
  readonly output?: () => Output;
  readonly effect?: (input: Input) => string;
  /** Where asking the endpoint is not all there is to do. */
  readonly handler?: (
    input: Input,
    call: ViewCall<EndpointInput, ClientOutput<EndpointOf<Id>>>,
  ) => HandlerResult<Output>;
};

export function endpointTool<
  const Id extends EndpointId,
  const Omitted extends { readonly [K in keyof FieldsOf<EndpointOf<Id>>]?: string } = NoFields,
  const Renamed extends { readonly [K in keyof FieldsOf<EndpointOf<Id>>]?: string } = NoFields,
  Narrowed extends { readonly [K in keyof FieldsOf<EndpointOf<Id>>]?: z.ZodType } = NoFields,
  Added extends z.ZodRawShape = NoFields,
  Output extends z.ZodType = ResponseOf<EndpointOf<Id>>,
>(
  declaration: EndpointTool<
    Id,
    Omitted,
    Renamed,
    Narrowed,
    Added,
    Output,
    z.output<z.ZodObject<InputShape<FieldsOf<EndpointOf<Id>>, Omitted, Renamed, Narrowed, Added>>>,
    z.output<z.ZodObject<InputShape<FieldsOf<EndpointOf<Id>>, Omitted, Renamed, Narrowed, NoFields>>>
  >,
): JournalTool {
  const { endpoint: id, omit, rename, describe, narrow, add, omitFromAnswer, promises, ...others } = declaration;
  const { handler, output, effect, ...tool } = others;
  const names = (rename ?? {}) as Names;
  const left = Object.keys(omit ?? {});
  const dropped = Object.keys(omitFromAnswer ?? {});
  const endpoint = (): AnyEndpoint => endpointOf(id);
  /** What the tool calls a field of the endpoint; nothing if it leaves it out. */
  const nameOf = (field: string) => (left.includes(field) ? undefined : (names[field] ?? field));

  const input = (): z.ZodObject => {
    // Its parameter is the fields of this very endpoint.
    const narrowed = narrow as unknown as ((fields: Fields) => Fields) | undefined;
    const own = narrowed?.(fieldsOf(endpoint()));
    const descriptions = describe as Readonly<Record<string, ParameterText>> | undefined;
    const fields = Object.entries(fieldsOf(endpoint())).flatMap(([field, schema]) => {
      const name = nameOf(field);
      if (name === undefined) return [];
      return [
        [name, describeParameter(own?.[field] ?? argument(schema, endpoint()), name, descriptions?.[field])] as const,
      ];
    });
    return z.object({ ...Object.fromEntries(fields), ...add?.() });
  };

  /** One request of the endpoint: each argument goes where the endpoint has it. */
  const ask = ({ api, options }: ToolCall, args: Arguments, file: UploadFile | undefined): Promise<unknown> => {
    const [resource, name] = id.split('.') as [keyof Contract, string];
    // The client has a function for each endpoint of the contract, and the id is one of those.
    const send = (api[resource] as unknown as Readonly<Record<string, Send>>)[name] as Send;
    return send(requestOf(endpoint(), nameOf, args, file), options);
  };

  return {
    ...journalTool({
      ...tool,
      // Checked behind the input schema, whose type this is.
      ...(effect ? { effect: effect as (input: unknown) => string } : {}),
      input,
      output: output ?? (() => promiseFields(lesser(responseOf(endpoint()), dropped), promises)),
      handler: async (args, call) => {
        const typed = args as never; // the input schema made it
        const answer: unknown = await (handler
          ? handler(typed, { ...call, ask: (own, file) => ask(call, own, file) as Promise<never> })
          : ask(call, args, undefined));
        return output || dropped.length === 0 ? answer : dropFields(answer, dropped);
      },
    }),
    writes: () => (isWrite(endpoint()) ? [id] : []),
    source: {
      endpoint: id,
      get fields() {
        return Object.keys(fieldsOf(endpoint()));
      },
      omit: (omit ?? {}) as Readonly<Record<string, string>>,
    },
  };
}

type Fields = Readonly<Record<string, z.ZodType>>;
type Names = Readonly<Record<string, string>>;
type Arguments = Readonly<Record<string, unknown>>;
type Send = (request: object, options: object) => Promise<unknown>;

function endpointOf(id: EndpointId): AnyEndpoint {
  const [resource, name] = id.split('.') as [keyof Contract, string];
  return (contract[resource] as Readonly<Record<string, AnyEndpoint>>)[name] as AnyEndpoint;
}

const PLACES = ['params', 'query', 'body'] as const;

function shapeOf(endpoint: AnyEndpoint, place: (typeof PLACES)[number]): Fields {
  const part = endpoint[place];
  if (part === undefined) return {};
  if (!(part instanceof z.ZodType)) return part.fields.shape;
  // A body that is not an object has no fields; a tool over it declares its own input.
  return part instanceof z.ZodObject ? part.shape : {};
}

function fieldsOf(endpoint: AnyEndpoint): Fields {
  return Object.assign({}, ...PLACES.map((place) => shapeOf(endpoint, place)));
}

/** In what is created, an absent field says the same as null, and a model need not be offered both. */
function argument(given: z.ZodType, { method }: AnyEndpoint): z.ZodType {
  const schema = asNumber(given);
  if (method !== 'POST' || !(schema instanceof z.ZodOptional)) return schema;
  const inner = schema.unwrap();
  if (!(inner instanceof z.ZodNullable)) return schema;
  const plain = (inner.unwrap() as z.ZodType).optional();
  const description = descriptionOf(schema);
  return description === undefined ? plain : plain.describe(description);
}

/** A query's number comes as text, an argument as a number: `true` and `[2]` are none, though JavaScript would count them. */
function asNumber(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodNumber)
    return schema.def.coerce === true ? schema.clone({ ...schema.def, coerce: false }, { parent: true }) : schema;
  if (!(schema instanceof z.ZodDefault) && !(schema instanceof z.ZodOptional)) return schema;
  const before = schema.def.innerType as z.ZodType;
  const inner = asNumber(before);
  return inner === before ? schema : schema.clone({ ...schema.def, innerType: inner } as never, { parent: true });
}

/** Each argument where the endpoint has it. */
function requestOf(
  endpoint: AnyEndpoint,
  taken: (field: string) => string | undefined,
  args: Arguments,
  file: UploadFile | undefined,
): object {
  const parts = PLACES.filter((place) => endpoint[place] !== undefined).map((place) => {
    const values = Object.keys(shapeOf(endpoint, place)).flatMap((field) => {
      const name = taken(field);
      const value = name === undefined ? undefined : args[name];
      return value === undefined ? [] : [[field, value] as const];
    });
    return [place, Object.fromEntries(values)] as const;
  });
  const { body, ...rest }: Readonly<Record<string, object>> = Object.fromEntries(parts);
  if (body === undefined) return rest;
  return { ...rest, body: isMultipart(endpoint.body) ? { ...body, file } : body };
}

function responseOf(endpoint: AnyEndpoint): z.ZodType {
  const { response, path } = endpoint;
  if (!isJson(response)) throw new TypeError(`${path} does not answer with JSON: a tool over it needs an output`);
  return response;
}

function lesser(schema: z.ZodType, dropped: readonly string[]): z.ZodType {
  if (dropped.length === 0 || !(schema instanceof z.ZodObject)) return schema;
  return z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !dropped.includes(name))));
}

function promiseFields(schema: z.ZodType, names: readonly string[] | undefined): z.ZodType {
  if (names === undefined || !(schema instanceof z.ZodObject)) return schema;
  return z.looseObject(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => names.includes(name))));
}

function dropFields(answer: unknown, dropped: readonly string[]): unknown {
  if (answer instanceof Answer) return new Answer(dropFields(answer.data, dropped), answer.attachments, answer.text);
  return Object.fromEntries(Object.entries(answer as object).filter(([name]) => !dropped.includes(name)));
}
