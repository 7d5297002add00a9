// The typed client: every endpoint of a contract as a function, `client.trades.create({ body })`.
import type { AnyEndpoint, ClientInput, ClientOutput, ContractShape, UploadFile } from './endpoint.ts';
import { isAsked, isJson, isMultipart } from './endpoint.ts';
import { ApiError, ApiUnreachable } from './errors.ts';
import { createSessionKeeper, type Auth, type SessionGrant } from './session.ts';

export interface ClientOptions {
  /** `http://127.0.0.1:8765`, with or without `/api/v1`. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly auth?: Auth;
  readonly now?: () => number;
  /** Sent with every request, e.g. which client is calling. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long an answer may take unless a call says otherwise. */
  readonly timeoutMs?: number;
  /** Handed every write, and what may spend money: it sends it, or gets its answer in another way. */
  readonly write?: (write: ClientWrite, callOptions: CallOptions, send: SendWrite) => Promise<unknown>;
  /** Called with every session opened with the credentials: the role is known only then. */
  readonly onSession?: (grant: SessionGrant) => void;
}

export interface CallReport {
  readonly tool: string;
  readonly effect?: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly client?: { readonly name: string; readonly version: string | null };
}

/** Sends a write as it was to be sent, with other options where they are given. */
export type SendWrite = (options?: Pick<CallOptions, 'taskRequest'>) => Promise<unknown>;

/** A write before it is sent: its name in the contract, and its input. */
export interface ClientWrite {
  readonly operation: string;
  readonly endpoint: AnyEndpoint;
  readonly input: LooseInput;
}

export interface TaskOfCall {
  /** A name for the next request; a later process that continues the task gives the same ones. */
  nextRequest(): string;
  /** Whether it has become a task by now. */
  readonly hasBecomeTask: boolean;
  /** Whether its client follows tasks, and can wait for as long as it takes. */
  readonly isFollowed: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The MCP tool this call serves; the audit names it. */
  readonly tool?: string;
  readonly confirmationToken?: string;
  /** The call that this request belongs to, which is notified of it. */
  readonly call?: { readonly id: string; noteRequest(requestId: string): void };
  /** What a card shows of this call when one of its writes needs approval. */
  readonly report?: CallReport;
  /** A write of this call needs approval, even if the key could write without it. */
  readonly asksPerson?: boolean;
  /** The task that the call may continue as, for the code that receives its writes. */
  readonly task?: TaskOfCall;
  /** The name of this request among those of a task: the service does it once, however often it is sent. */
  readonly taskRequest?: string;
  /** Only in a session that is open already: it opens none, and no vault. */
  readonly opensNothing?: boolean;
}

type Arguments<E> =
  Partial<ClientInput<E>> extends ClientInput<E>
    ? [input?: ClientInput<E>, options?: CallOptions]
    : [input: ClientInput<E>, options?: CallOptions];

export type Client<C extends ContractShape> = {
  readonly [R in keyof C]: {
    readonly [K in keyof C[R]]: (...args: Arguments<C[R][K]>) => Promise<ClientOutput<C[R][K]>>;
  };
};

type Scalar = string | number | boolean | null | undefined;

export interface LooseInput {
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Readonly<Record<string, Scalar>>;
  readonly body?: unknown;
}

const PREFIX = '/api/v1';

export function normalizeBaseUrl(url: string): string {
  const trimmed = url.replace(/\/+$/, '');
  return trimmed.endsWith(PREFIX) ? trimmed : trimmed + PREFIX;
}

/** The address of one call: path values are always encoded, absent query values left out. */
export function addressOf(endpoint: AnyEndpoint, input: LooseInput): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/** Declared here because the platform's types for a page do not know `duplex`. */
interface EncodedBody {
  readonly body?: NonNullable<RequestInit['body']>;
  readonly duplex?: 'half';
  readonly headers: Record<string, string>;
}

function encodeBody(endpoint: AnyEndpoint, body: unknown): EncodedBody {
  if (body === undefined) return { headers: {} };
  const hasFile =
    endpoint.fileBytes !== undefined &&
    body !== null &&
    typeof body === 'object' &&
    'file' in body &&
    body.file !== undefined;
  if (!isMultipart(endpoint.body) && !hasFile) {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const { file, files, ...fields } = body as { file?: UploadFile; files?: readonly UploadFile[] } & Record<
    string,
    Scalar
  >;
  const all = files ?? (file === undefined ? [] : [file]);
  if (all.some(({ bytes }) => typeof bytes === 'function')) return streamMultipart(fields, all);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, fieldText(value));
  for (const { bytes, name, type = UNTYPED } of all)
    if (typeof bytes !== 'function') form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return { body: form, headers: {} };
}

const UNTYPED = 'application/octet-stream';

/** A field of a form is text; one that holds more than one value is its JSON. */
function fieldText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

/** The same form with a file that is read while it is sent: a form of blobs cannot say that reading one failed. */
function streamMultipart(fields: Readonly<Record<string, Scalar>>, files: readonly UploadFile[]) {
  const boundary = `zorivest-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const escapeName = (text: string) => text.replaceAll(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [field, value] of Object.entries(fields)) {
      if (value === undefined) continue;
      yield encoder.encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(field)}"\r\n\r\n${fieldText(value)}\r\n`,
      );
    }
    for (const { bytes, name, type = UNTYPED } of files) {
      yield encoder.encode(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escapeName(name)}"\r\nContent-Type: ${type}\r\n\r\n`,
      );
      if (typeof bytes === 'function') yield* bytes();
      else yield bytes;
      yield encoder.encode('\r\n');
    }
    yield encoder.encode(`--${boundary}--\r\n`);
  }
  return {
    body: streamOf(parts()),
    duplex: 'half' as const,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** What `ReadableStream.from` would do, which not every browser has. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Thrown by who reads a file, for the caller as it is: the service has nothing to do with it. */
export class UploadFailed extends Error {
  override readonly name = 'UploadFailed';
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof TypeError ? (error.cause as { code?: unknown } | undefined) : undefined;
  return cause?.code;
}

function isReset(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNRESET' || code === 'UND_ERR_SOCKET';
}

/** Node's `fetch` gives up when nothing has arrived for five minutes; the work it waited for continues. */
function hasGivenUp(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT';
}

function ofCall(call: NonNullable<CallOptions['call']>): Record<string, string> {
  const requestId = crypto.randomUUID();
  call.noteRequest(requestId);
  return { 'x-zorivest-call': call.id, 'x-request-id': requestId };
}

async function refusal(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  return new ApiError(response.status, typeof body === 'object' && body !== null ? body : {});
}

export function createClientFor<const C extends ContractShape>(contract: C, options: ClientOptions): Client<C> {
  const base = normalizeBaseUrl(options.baseUrl);
  const fetch = options.fetch ?? globalThis.fetch;
  const now = options.now ?? Date.now;

  async function send(address: string, method: string, init: RequestInit, timeoutMs: number | undefined) {
    const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    const signals = [init.signal, timeout].filter((signal) => signal instanceof AbortSignal);
    const request = () =>
      fetch(base + address, {
        ...init,
        method,
        ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      });
    try {
      // A keep-alive socket can be closed at the other end just as it is used; reading once more does no harm.
      return await request().catch((error: unknown) => {
        if (method === 'GET' && isReset(error)) return request();
        throw error;
      });
    } catch (error) {
      if (timeout?.aborted) {
        throw new ApiUnreachable('timeout', `the Zorivest service did not answer within ${timeoutMs} ms`, error);
      }
      if (init.signal?.aborted) throw error;
      if (error instanceof TypeError && error.cause instanceof UploadFailed) throw error.cause;
      if (hasGivenUp(error)) {
        const detail =
          'the Zorivest service has not answered for five minutes; it is there and may still be at it: look whether it ' +
          'was done before you ask again';
        throw new ApiUnreachable('timeout', detail, error);
      }
      throw new ApiUnreachable(
        'backend_unreachable',
        `the Zorivest service does not answer at ${new URL(base).origin}; start it with \`zorivest up\``,
        error,
      );
    }
  }

  const session = createSessionKeeper(
    options.auth ?? { kind: 'none' },
    async (auth) => {
      const [address, body] =
        auth.kind === 'key'
          ? ['/auth/unlock', { api_key: typeof auth.apiKey === 'string' ? auth.apiKey : await auth.apiKey() }]
          : ['/service/unlock', { passphrase: auth.passphrase }];
      const headers = { ...options.headers, 'content-type': 'application/json' };
      const response = await send(address, 'POST', { headers, body: JSON.stringify(body) }, options.timeoutMs);
      if (!response.ok) throw await refusal(response);
      const grant = (await response.json()) as SessionGrant;
      options.onSession?.(grant);
      return grant;
    },
    now,
  );

  async function usableToken({ opensNothing = false }: CallOptions): Promise<string | undefined> {
    if (!opensNothing) return session.token();
    const token = session.held();
    if (token === undefined) throw new ApiError(401, { detail: 'no session is open' });
    return token;
  }

  async function call(endpoint: AnyEndpoint, input: LooseInput, callOptions: CallOptions): Promise<unknown> {
    const streaming = !isJson(endpoint.response) && endpoint.response.kind === 'events';
    const timeoutMs = streaming ? undefined : (callOptions.timeoutMs ?? options.timeoutMs);
    const address = addressOf(endpoint, input);

    const attempt = async () => {
      const token = endpoint.role === 'public' ? undefined : await usableToken(callOptions);
      const encoded = encodeBody(endpoint, input.body);
      const headers = {
        ...options.headers,
        ...encoded.headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(callOptions.tool !== undefined && { 'x-zorivest-tool': callOptions.tool }),
        ...(callOptions.call !== undefined && ofCall(callOptions.call)),
        ...(callOptions.taskRequest !== undefined && { 'x-zorivest-task': callOptions.taskRequest }),
        ...(callOptions.confirmationToken !== undefined && { 'x-confirmation-token': callOptions.confirmationToken }),
      };
      const init: RequestInit = {
        headers,
        ...(encoded.body !== undefined && { body: encoded.body }),
        ...(encoded.duplex !== undefined && { duplex: encoded.duplex }),
        ...(callOptions.signal && { signal: callOptions.signal }),
      };
      return { token, response: await send(address, endpoint.method, init, timeoutMs) };
    };

    const first = await attempt();
    let { response } = first;
    if (!response.ok) {
      const error = await refusal(response);
      // The session ended or the service came back locked: refused before anything was done, so once more is safe.
      const renewable = error.status === 401 || (error.status === 403 && error.code === 'locked');
      if (!renewable || endpoint.role === 'public' || callOptions.opensNothing) throw error;
      if (!session.discard(first.token)) throw error;
      ({ response } = await attempt());
      if (!response.ok) throw await refusal(response);
    }
    return decode(endpoint, response);
  }

  return Object.fromEntries(
    Object.entries(contract).map(([resource, endpoints]) => [
      resource,
      Object.fromEntries(
        Object.keys(endpoints).map((name) => [
          name,
          // Looked up only when it is called: that is when it is built.
          (input: LooseInput = {}, callOptions: CallOptions = {}) => {
            const endpoint = endpoints[name] as AnyEndpoint;
            const send: SendWrite = (others) => call(endpoint, input, { ...callOptions, ...others });
            if (options.write === undefined || !isAsked(endpoint)) return send();
            return options.write({ operation: `${resource}.${name}`, endpoint, input }, callOptions, send);
          },
        ]),
      ),
    ]),
  ) as unknown as Client<C>; // built from the same contract the type is computed from
}

async function decode(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  const kind = isJson(endpoint.response) ? 'json' : endpoint.response.kind;
  switch (kind) {
    case 'empty':
      await response.arrayBuffer();
      return undefined;
    case 'bytes':
    case 'document':
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
      };
    case 'events':
      return readEvents(response);
    default:
      return response.json();
  }
}

/** Reads server-sent events: each `data:` block is one JSON document; comments (heartbeats) are skipped. */
async function* readEvents(response: Response): AsyncGenerator {
  if (!response.body) return;
  const decoder = new TextDecoder();
  let buffered = '';
  for await (const chunk of response.body) {
    buffered += decoder.decode(chunk, { stream: true });
    const blocks = buffered.split('\n\n');
    buffered = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).trimStart())
        .join('\n');
      if (data !== '') yield JSON.parse(data) as unknown;
    }
  }
}
