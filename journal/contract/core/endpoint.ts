// What an endpoint is: one declaration, read by the server (validation, roles, lock, audit), the typed client, the
// OpenAPI document and the tests. `resource` only adds types and fills what the path already says.
//
// An endpoint is declared in a function, and a schema that several share in `once`: building the schemas of them all
// takes longer than anything else at the start of a process, and most processes need few of them.
import { z } from 'zod';
import { idText } from './fields.ts';
import { once } from './once.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The roles an API key can hold, weakest first. */
export const roles = ['read-only', 'read-write', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The least a caller must be: anyone, a key's role, or the person who gave the passphrase. */
export type Access = 'public' | Role | 'person';

/**
 * What a write changes. `book`: rows of the book and nothing else, so that it can be tried and rolled back before anyone
 * agrees to it. `outside`: it asks or notifies somebody else, which cannot be undone. `service`: keys, guard, backups and
 * the service itself.
 */
export type WriteKind = 'book' | 'outside' | 'service';

/** A body sent as multipart/form-data: some text fields and a part called `file`, or several of that name. */
export interface MultipartBody<F extends z.ZodObject = z.ZodObject, Many extends boolean = boolean> {
  readonly kind: 'multipart';
  readonly fields: F;
  /** Of one file. */
  readonly maxBytes: number;
  readonly many: Many;
}

/** Answers that are not one JSON document. */
export type RawResponse<E extends z.ZodType = z.ZodType> =
  | { readonly kind: 'empty' }
  | { readonly kind: 'bytes'; readonly contentType: string }
  | { readonly kind: 'document'; readonly contentTypes: readonly string[] }
  | { readonly kind: 'events'; readonly event: E };

export interface EndpointSpec {
  readonly method: Method;
  /** Relative to `/api/v1`, parameters in braces: `/trades/{exec_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  /** Only needed where a path parameter is more than an id text. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | MultipartBody;
  /** The same fields may come as a form with a part `file` of at most this many bytes; what is no text is its JSON there. */
  readonly fileBytes?: number;
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean;
  readonly response: z.ZodType | RawResponse;
  /** The usual success status; 200 by default, 204 for an empty answer. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Error statuses of this endpoint only; 401, 403, 422 and 500 are declared for all of them in one place. */
  readonly errors?: readonly number[];
  readonly role: Access;
  /** Works although the vault is locked. Only public endpoints can: no session outlives a lock. */
  readonly whileLocked?: boolean;
  /** A write that a key may make although the guard is locked: locking itself must never be refused. */
  readonly whileGuardLocked?: boolean;
  /**
   * Concerns the caller's own session, stop or question alone, or lays a file aside for one: no write in the sense of a
   * key's mode, never staged and never held up.
   */
  readonly isControl?: boolean;
  /** A person's session must have given the passphrase lately: 401 `passphrase_required` where it has not. */
  readonly wantsPassphrase?: boolean;
  /** The audit label of a write, e.g. `trade.create`. Reads have none. */
  readonly audit?: `${string}.${string}`;
  /** What the write changes; every write says it, control is none. */
  readonly write?: WriteKind;
  /**
   * It may spend the person's money, although it changes nothing: a key that may only read gets what costs nothing, and where
   * the person wants to be asked it is put before them as an act outside.
   */
  readonly spends?: true;
  /**
   * Whether it may change executions, accounts or position events, from which positions are matched: the service matches
   * again after one that does. Its resource says so for all of its endpoints; one that differs says so itself.
   */
  readonly touchesTrades?: boolean;
  /** The action a confirmation token sent along in `X-Confirmation-Token` must be bound to. */
  readonly confirms?: string;
}

/** A declaration whose write says what it changes: without `write` it is not one. */
type WriteDeclaration = EndpointSpec &
  (
    | { readonly audit?: undefined; readonly write?: undefined }
    | {
        readonly audit: NonNullable<EndpointSpec['audit']>;
        readonly isControl: true;
        readonly write?: undefined;
        readonly spends?: undefined;
      }
    | {
        readonly audit: NonNullable<EndpointSpec['audit']>;
        readonly isControl?: undefined;
        readonly write: WriteKind;
      }
  );

type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

type DefaultParams<S extends EndpointSpec> = [PathNames<S['path']>] extends [never]
  ? undefined
  : z.ZodObject<Record<PathNames<S['path']>, z.ZodString>>;

export type Endpoint<S extends EndpointSpec = EndpointSpec> = Omit<S, 'params' | 'status'> & {
  readonly params: S extends { readonly params: infer P extends z.ZodObject } ? P : DefaultParams<S>;
  readonly status: number;
};

/** Any endpoint at all, for code that treats them alike. */
export type AnyEndpoint = Omit<EndpointSpec, 'params' | 'status'> & {
  readonly params: z.ZodObject | undefined;
  readonly status: number;
};

export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function endpointOf(spec: EndpointSpec): AnyEndpoint {
  const names = pathNames(spec.path);
  const params =
    spec.params ?? (names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, idText]))) : undefined);
  const empty = !(spec.response instanceof z.ZodType) && spec.response.kind === 'empty';
  return { ...spec, params, status: spec.status ?? (empty ? 204 : 200) };
}

/** The endpoints of one resource by name, each built when it is first looked at. `effect` is what its writes do. */
export function resource<const R extends Readonly<Record<string, () => WriteDeclaration>>>(
  effect: 'touches-trades' | 'leaves-trades',
  declarations: R,
): { readonly [K in keyof R]: Endpoint<ReturnType<R[K]>> } {
  const endpoints = {};
  for (const [name, declare] of Object.entries(declarations)) {
    Object.defineProperty(endpoints, name, {
      enumerable: true,
      get: once(() => endpointOf({ touchesTrades: effect === 'touches-trades', ...declare() })),
    });
  }
  // The generic conditional type above states exactly what is built; TypeScript cannot follow the branches.
  return endpoints as { readonly [K in keyof R]: Endpoint<ReturnType<R[K]>> };
}

export const empty = { kind: 'empty' } as const;

export function bytes(contentType: string): { readonly kind: 'bytes'; readonly contentType: string } {
  return { kind: 'bytes', contentType };
}

/** Bytes of one of several types: the answer says of which. */
export function document(...contentTypes: readonly string[]) {
  return { kind: 'document', contentTypes } as const;
}

export function events<E extends z.ZodType>(event: E): { readonly kind: 'events'; readonly event: E } {
  return { kind: 'events', event };
}

export function multipart<F extends z.ZodObject>(fields: F, maxBytes: number): MultipartBody<F, false> {
  return { kind: 'multipart', fields, maxBytes, many: false };
}

export function multipartFiles<F extends z.ZodObject>(fields: F, maxBytes: number): MultipartBody<F, true> {
  return { kind: 'multipart', fields, maxBytes, many: true };
}

export function isMultipart(body: z.ZodType | MultipartBody | undefined): body is MultipartBody {
  return body !== undefined && !(body instanceof z.ZodType);
}

export function isJson(response: z.ZodType | RawResponse): response is z.ZodType {
  return response instanceof z.ZodType;
}

/** Whether it changes something in the sense of a key's mode. */
export function isWrite<E extends Pick<EndpointSpec, 'write'>>(endpoint: E): endpoint is E & { write: WriteKind } {
  return endpoint.write !== undefined;
}

/** What the person can be asked for: a write, or what spends their money. */
export type AskedEndpoint = AnyEndpoint & ({ readonly write: WriteKind } | { readonly spends: true });

export function isAsked(endpoint: AnyEndpoint): endpoint is AskedEndpoint {
  return isWrite(endpoint) || endpoint.spends === true;
}

/** Of what is asked for; what only spends is done by somebody else. */
export const kindOfAsked = ({ write }: AskedEndpoint): WriteKind => write ?? 'outside';

/** Resource name -> endpoint name -> endpoint. */
export type ContractShape = Readonly<Record<string, Readonly<Record<string, AnyEndpoint>>>>;

export interface NamedEndpoint {
  /** `trades.create`: the operation's name in OpenAPI, tests and logs. */
  readonly id: string;
  readonly resource: string;
  readonly endpoint: AnyEndpoint;
}

export function listEndpoints(contract: ContractShape): NamedEndpoint[] {
  return Object.entries(contract).flatMap(([resource, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${resource}.${name}`, resource, endpoint })),
  );
}

// --- what the two sides of a call see -------------------------------------------------------------------------

type Part<K extends string, T> = undefined extends T
  ? unknown
  : Partial<T> extends T
    ? { readonly [key in K]?: T }
    : { readonly [key in K]: T };

/** A file on its way into a multipart body: its bytes, or a way to read them, as often as asked, while it is sent. */
export interface UploadFile {
  readonly bytes: Uint8Array | (() => AsyncIterable<Uint8Array>);
  readonly name: string;
  readonly type?: string;
}

/** A file that has arrived. A large one is not in memory: it is read in pieces, as often as it is needed. */
export interface ReceivedFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
  pieces(): AsyncIterable<Uint8Array>;
  bytes(): Promise<Uint8Array>;
}

/** An object schema without fields is typed as one that allows no others. */
type FieldsOf<T> = string extends keyof T ? unknown : T;

/** A file that may come with the fields of a body. */
type WithFile<E, File> = E extends { readonly fileBytes: number } ? { readonly file?: File } : unknown;

type BodyIn<E> = E extends { readonly body: infer B }
  ? B extends MultipartBody<infer F, infer Many>
    ? FieldsOf<z.input<F>> &
        (Many extends true ? { readonly files: readonly UploadFile[] } : { readonly file: UploadFile })
    : B extends z.ZodType
      ? z.input<B> & WithFile<E, UploadFile>
      : undefined
  : undefined;

type ParamsIn<E> = E extends { readonly params: infer P extends z.ZodType } ? z.input<P> : undefined;
type QueryIn<E> = E extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : undefined;

/** What a client hands over: only the parts the endpoint has. */
export type ClientInput<E> = Part<'params', ParamsIn<E>> & Part<'query', QueryIn<E>> & BodyPart<E>;
type BodyPart<E> = E extends { readonly bodyOptional: true }
  ? { readonly body?: BodyIn<E> }
  : undefined extends BodyIn<E>
    ? unknown
    : { readonly body: BodyIn<E> };

interface BytesAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export type ClientOutput<E> = E extends { readonly response: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : R extends { readonly kind: 'bytes' | 'document' }
      ? BytesAnswer
      : R extends { readonly kind: 'events'; readonly event: infer V extends z.ZodType }
        ? AsyncIterable<z.output<V>>
        : undefined
  : never;

type BodyOut<E> = E extends { readonly body: infer B }
  ? B extends MultipartBody<infer F, infer Many>
    ? FieldsOf<z.output<F>> &
        (Many extends true ? { readonly files: readonly ReceivedFile[] } : { readonly file: ReceivedFile })
    : B extends z.ZodType
      ? z.output<B> & WithFile<E, ReceivedFile>
      : undefined
  : undefined;

/** What a handler receives once everything has been validated. */
export interface HandlerInput<E> {
  readonly params: E extends { readonly params: infer P extends z.ZodType } ? z.output<P> : undefined;
  readonly query: E extends { readonly query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
  readonly body: E extends { readonly bodyOptional: true } ? BodyOut<E> | undefined : BodyOut<E>;
}

/** What a handler answers with where the type of its bytes is its choice. */
export interface DocumentAnswer {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** What a handler answers with. */
export type HandlerOutput<E> = E extends { readonly response: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : R extends { readonly kind: 'bytes' }
      ? Uint8Array
      : R extends { readonly kind: 'document' }
        ? DocumentAnswer
        : R extends { readonly kind: 'events'; readonly event: infer V extends z.ZodType }
          ? AsyncIterable<z.input<V>>
          : void
  : never;
