import { limitedText } from '@zorivest/store';
import { ProviderError, type ProviderFault } from './provider-error.ts';
import type { Http, Params, Provider } from './provider.ts';
import type { CircuitBreaker, Clock, RateLimit } from './resilience.ts';

export interface Credentials {
  readonly apiKey: string | null;
  readonly apiSecret: string | null;
}

export interface CachedAnswer {
  readonly body: unknown;
  readonly fetchedAt: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Answers cached across calls (and, behind the store, across restarts). Keys never hold credentials. */
export interface AnswerCache {
  get(provider: string, key: string): Promise<CachedAnswer | undefined>;
  put(provider: string, key: string, answer: CachedAnswer, ttlSeconds: number): Promise<void>;
}

export interface HttpOptions {
  readonly provider: Provider;
  readonly credentials: Credentials;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limit: RateLimit;
  readonly breaker: CircuitBreaker;
  readonly timeoutMs: number;
  readonly cache: AnswerCache;
  readonly ttlSeconds: number;
  readonly userAgent: string;
  readonly signal?: AbortSignal;
  /** Asks the provider even if the cache has an answer. */
  readonly fresh?: boolean;
  /** Only from the cache, however old: no provider is asked, and no name is looked up. */
  readonly cachedOnly?: boolean;
  /** Called with the time of an answer, and whether it came from the cache. */
  readonly onAnswer: (fetchedAt: number, how: AnswerSource) => void;
}

/** From the provider; from the cache; from the cache and confirmed by the provider. */
export type AnswerSource = 'miss' | 'hit' | 'revalidated';

const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 5_000;
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const RETRIED = new Set<ProviderFault>(['timeout', 'unreachable', 'refused', 'rate_limited']);

/** The provider's HTTP with everything a feed should not have to think of. */
export function providerHttp(options: HttpOptions): Http {
  return {
    get: (path, params) => fetchOrReuse(options, { method: 'GET', path, params, body: undefined }),
    post: (path, body) => fetchOrReuse(options, { method: 'POST', path, params: undefined, body }),
  };
}

interface ProviderRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly params: Params | undefined;
  readonly body: unknown;
}

async function fetchOrReuse(options: HttpOptions, request: ProviderRequest): Promise<unknown> {
  const { cache, provider, clock, ttlSeconds } = options;
  const { method, path, params, body } = request;
  const key = `${method} ${path} ${JSON.stringify(params ?? body ?? null)}`;
  const known = ttlSeconds > 0 ? await cache.get(provider.name, key) : undefined;
  if (options.cachedOnly === true) {
    if (!known)
      throw new ProviderError(provider.name, 'not_cached', 'has no cached answer, and cannot be asked in this mode');
    options.onAnswer(known.fetchedAt, 'hit');
    return known.body;
  }
  if (known && options.fresh !== true && clock.now() - known.fetchedAt < ttlSeconds * 1000) {
    options.onAnswer(known.fetchedAt, 'hit');
    return known.body;
  }
  const fresh = await persistent(options, request, method === 'GET' ? known : undefined);
  options.onAnswer(fresh.fetchedAt, fresh.body === known?.body ? 'revalidated' : 'miss');
  if (ttlSeconds > 0) await cache.put(provider.name, key, fresh, ttlSeconds);
  return fresh.body;
}

/** Retries transient faults, with growing and jittered pauses. */
async function persistent(
  options: HttpOptions,
  request: ProviderRequest,
  known: CachedAnswer | undefined,
): Promise<CachedAnswer> {
  const { provider, breaker, clock, random } = options;
  const resting = breaker.wait();
  if (resting > 0) {
    const seconds = Math.ceil(resting / 1000);
    throw new ProviderError(provider.name, 'resting', `failed repeatedly and is paused for another ${seconds} s`);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await once(options, request, known);
      breaker.succeeded();
      return answer;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const pause = error instanceof RetryLater ? error.retryAfterMs : 250 * 2 ** attempt * (0.5 + random());
      const again = attempt < ATTEMPTS && RETRIED.has(error.fault) && pause <= LONGEST_WAIT_MS;
      // A caller that gave up says nothing about the provider.
      if (options.signal?.aborted) throw error;
      if (!again) {
        if (RETRIED.has(error.fault)) breaker.failed();
        throw error;
      }
      await clock.sleep(pause, options.signal);
    }
  }
}

/** Our own rate limit is reached; the next call is possible in `freeInMs` milliseconds. */
export class Busy extends ProviderError {
  readonly freeInMs: number;
  constructor(provider: string, freeInMs: number) {
    const seconds = Math.ceil(freeInMs / 1000);
    super(provider, 'busy', `our own limit of calls per minute is reached; try again in ${seconds} s`);
    this.freeInMs = freeInMs;
  }
}

class RetryLater extends ProviderError {
  readonly retryAfterMs: number;
  constructor(provider: string, retryAfterMs: number) {
    super(provider, 'rate_limited', 'says that its rate limit is reached');
    this.retryAfterMs = retryAfterMs;
  }
}

async function once(
  options: HttpOptions,
  request: ProviderRequest,
  known: CachedAnswer | undefined,
): Promise<CachedAnswer> {
  const { provider, limit, clock } = options;
  const wait = limit.take();
  if (wait > 0) throw new Busy(provider.name, wait);
  const response = await send(options, request, known);
  if (response.status === 304 && known) return { ...known, fetchedAt: clock.now() };
  const text = await readBody(options, response);
  if (!response.ok) throw statusError(provider, response);
  const parsed = parse(provider, text);
  const fault = provider.fault?.(parsed) ?? null;
  if (fault !== null) throw faultError(provider, fault);
  return {
    body: parsed,
    fetchedAt: clock.now(),
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
  };
}

async function send(
  options: HttpOptions,
  { method, path, params, body }: ProviderRequest,
  known: CachedAnswer | undefined,
): Promise<Response> {
  const { provider, credentials, userAgent, timeoutMs } = options;
  const url = new URL(/^https?:/.test(path) ? path : provider.baseUrl + path);
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = new Headers({ 'User-Agent': userAgent, Accept: 'application/json', ...provider.headers });
  const { key } = provider;
  if (credentials.apiKey !== null) {
    if (key.in === 'query') url.searchParams.set(key.name, credentials.apiKey);
    if (key.in === 'header') headers.set(key.name, (key.prefix ?? '') + credentials.apiKey);
    if (key.in === 'headers') {
      headers.set(key.key, credentials.apiKey);
      headers.set(key.secret, credentials.apiSecret ?? '');
    }
  }
  if (known?.etag) headers.set('If-None-Match', known.etag);
  else if (known?.lastModified) headers.set('If-Modified-Since', known.lastModified);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await options.fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect to another host would carry the key along.
      redirect: key.in === 'none' ? 'follow' : 'manual',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
  } catch {
    throw connectionError(provider, timeout.aborted, timeoutMs);
  }
}

async function readBody({ provider, timeoutMs }: HttpOptions, response: Response): Promise<string> {
  const text = await limitedText(response, MAX_BODY_BYTES).catch((error: unknown) => {
    throw connectionError(provider, error instanceof DOMException && error.name === 'TimeoutError', timeoutMs);
  });
  if (text === null) throw new ProviderError(provider.name, 'unreadable', 'sent more than 20 MB');
  return text;
}

function parse(provider: Provider, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const kind = /^\s*</.test(text) ? 'a web page' : text.trim() === '' ? 'nothing' : 'text that is not JSON';
    // Some say what is wrong in plain text with status 200; their own reader may know it.
    const fault = provider.fault?.(text) ?? null;
    if (fault !== null && kind === 'text that is not JSON') throw faultError(provider, fault);
    throw new ProviderError(provider.name, 'unreadable', `answered with ${kind} instead of data`);
  }
}

function connectionError(provider: Provider, timedOut: boolean, timeoutMs: number): ProviderError {
  return timedOut
    ? new ProviderError(provider.name, 'timeout', `did not answer within ${Math.round(timeoutMs / 1000)} s`)
    : new ProviderError(provider.name, 'unreachable', 'could not be reached');
}

function statusError(provider: Provider, response: Response): ProviderError {
  const { status } = response;
  if (status === 401) return new ProviderError(provider.name, 'bad_key', 'refused the API key');
  if (status === 402 || status === 403) {
    return new ProviderError(provider.name, 'forbidden', 'says that this key has no access to this data');
  }
  if (status === 429) {
    const seconds = Number(response.headers.get('retry-after'));
    return new RetryLater(
      provider.name,
      Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : LONGEST_WAIT_MS + 1,
    );
  }
  const fault = status >= 500 ? 'refused' : 'unreadable';
  return new ProviderError(provider.name, fault, `answered with status ${status}`);
}

/** The provider's own message for a failure that it answered with status 200, without anything that looks like a key. */
function faultError(provider: Provider, detail: string): ProviderError {
  if (/rate limit|frequency|too many|per (?:minute|day)|premium/i.test(detail)) {
    return new ProviderError(provider.name, 'rate_limited', 'says that its rate limit is reached');
  }
  if (/api ?key|apikey|unauthori[sz]ed|invalid key|token/i.test(detail)) {
    return new ProviderError(provider.name, 'bad_key', 'refused the API key');
  }
  const safe = detail.replace(/[A-Za-z0-9_-]{16,}/g, '…').slice(0, 200);
  return new ProviderError(provider.name, 'unreadable', `answered with an error: ${safe}`);
}
