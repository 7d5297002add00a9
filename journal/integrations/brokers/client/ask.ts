// Requests to a broker: temporary failures are waited for, permanent ones are reported with what to do about them.
import { type BrokerContext, BrokerError, readBytes } from './adapter.ts';
import { ClosedDoor } from './door.ts';
import { type Json, listAt, parseExactly, textAt, valueAt } from './exact-json.ts';

const MOST_BYTES = 50 * 1024 * 1024;
const ATTEMPTS = 6;
/** A broker that wants us to wait longer is asked again another day. */
const LONGEST_WAIT = 5 * 60_000;
const PATIENCE = 60_000;

/** One request; what goes wrong on the way is the broker's silence, not our failure, and its address stays unsaid. */
export async function ask(
  context: Pick<BrokerContext, 'fetch' | 'userAgent' | 'signal'>,
  broker: string,
  url: URL,
  { headers = {}, ...init }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(PATIENCE);
  try {
    return await context.fetch(url, {
      ...init,
      headers: { 'User-Agent': context.userAgent, ...headers },
      signal: AbortSignal.any([context.signal, timeout]),
    });
  } catch (error) {
    if (context.signal.aborted) throw new BrokerError('The sync was stopped');
    if (error instanceof ClosedDoor)
      throw new BrokerError(`The request to ${broker} was not let through: ${error.message}`);
    throw new BrokerError(
      timeout.aborted ? `${broker} did not answer within a minute` : `${broker} could not be reached`,
    );
  }
}

export interface BrokerRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where it is not JSON. */
  readonly body: Json | undefined;
}

/** What an answer means: data, wait and ask again, another try with a new token or another clock, or the end. */
type Verdict =
  | { readonly is: 'data' }
  | { readonly is: 'wait'; readonly ms?: number; readonly why?: string }
  | { readonly is: 'renew' }
  | { readonly is: 'fault'; readonly why: string };

export interface Manners {
  readonly broker: string;
  /** What the person can do when the credentials are refused. */
  readonly refused: string;
  /** What an answer means, where it is not as its status says; null: as it says. */
  judge?(answer: Answer): Verdict | null;
  /** How long its headers ask to wait before the next request. */
  pause?(headers: Headers, now: number): number;
  /** Called once when a request is refused: a new token, the broker's clock. */
  renew?(answer: Answer): Promise<boolean>;
}

/** Asks one broker, one request after another. */
export class Asker {
  readonly #context: BrokerContext;
  readonly #manners: Manners;
  #pause = 0;

  constructor(context: BrokerContext, manners: Manners) {
    this.#context = context;
    this.#manners = manners;
  }

  /** `make` is called for every attempt: what is signed carries its time. */
  async json(make: () => BrokerRequest | Promise<BrokerRequest>): Promise<Json> {
    const { broker } = this.#manners;
    let hasRenewed = false;
    for (let tries = 1; ; tries++) {
      if (this.#pause > 0) await this.#wait(this.#pause);
      const { url, ...init } = await make();
      const answer = await this.#read(await ask(this.#context, broker, url, init));
      this.#pause = this.#manners.pause?.(answer.headers, this.#context.clock()) ?? 0;
      const verdict = this.#manners.judge?.(answer) ?? judgeByStatus(answer);
      if (verdict.is === 'data') {
        if (answer.body === undefined) throw new BrokerError(`${broker} answered with something that is not JSON`);
        return answer.body;
      }
      if (verdict.is === 'renew' && !hasRenewed) {
        hasRenewed = true;
        if ((await this.#manners.renew?.(answer)) === true) continue;
      }
      if (verdict.is === 'renew') throw new BrokerError(this.#refusal(answer));
      if (verdict.is === 'fault') throw new BrokerError(`${broker} answered: ${verdict.why || sayAnswer(answer)}`);
      const why = verdict.why ?? sayAnswer(answer);
      if (tries >= ATTEMPTS) throw new BrokerError(`${broker} answered: ${why}`);
      await this.#wait(verdict.ms ?? retryAfter(answer.headers, this.#context.clock()) ?? 500 * 2 ** tries, why);
    }
  }

  async #read(response: Response): Promise<Answer> {
    const bytes = await readBytes(response, MOST_BYTES, this.#manners.broker).catch((error: unknown) => {
      if (error instanceof BrokerError) throw error;
      throw new BrokerError(
        this.#context.signal.aborted ? 'The sync was stopped' : `${this.#manners.broker} stopped in the middle`,
      );
    });
    let body: Json | undefined;
    try {
      body = parseExactly(new TextDecoder().decode(bytes));
    } catch {
      body = undefined;
    }
    return { status: response.status, headers: response.headers, body };
  }

  #refusal(answer: Answer): string {
    const { broker, refused } = this.#manners;
    return `${broker} refused the credentials (${sayAnswer(answer)}): ${refused}`;
  }

  async #wait(ms: number, why = 'its limit of requests is used up'): Promise<void> {
    this.#pause = 0;
    if (ms > LONGEST_WAIT) {
      const minutes = Math.ceil(ms / 60_000);
      throw new BrokerError(
        `${this.#manners.broker} asks for a pause of ${minutes} minutes (${why}): sync again after that`,
      );
    }
    await this.#context.sleep(Math.max(ms, 0)).catch(() => {
      throw new BrokerError('The sync was stopped');
    });
  }
}

function judgeByStatus({ status }: Answer): Verdict {
  if (status >= 200 && status < 300) return { is: 'data' };
  if (status === 401 || status === 403) return { is: 'renew' };
  return status === 429 || status === 418 || status === 408 || status >= 500
    ? { is: 'wait' }
    : { is: 'fault', why: '' };
}

/** Where brokers write what went wrong. */
const WORDS: readonly (readonly string[])[] = [
  ['message'],
  ['msg'],
  ['retMsg'],
  ['detail'],
  ['default_detail'],
  ['error', 'message'],
  ['error_description'],
  ['error_details'],
  ['fault', 'faultstring'],
  ['errors', 'error'],
  ['error'],
];

/** The status and the broker's own words, short and on one line. */
export function sayAnswer({ status, body }: Answer): string {
  const message = WORDS.map((path) => wordsAt(body, path)).find((text) => text !== '') ?? '';
  const words = message.replaceAll(/\s+/g, ' ').slice(0, 200);
  return `status ${status}${words === '' ? '' : `: ${words}`}`;
}

function wordsAt(body: Json | undefined, path: readonly string[]): string {
  const value = valueAt(body, ...path);
  if (Array.isArray(value)) return (value as readonly Json[]).filter((one) => typeof one === 'string').join('; ');
  return textAt(body, ...path);
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,7}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}

/**
 * How long to wait where one header counts what is left and another says when it is filled up again: in seconds from now,
 * or as a time in seconds or milliseconds since 1970.
 */
export function untilReset(headers: Headers, now: number, remaining: string, reset: string): number {
  const left = headers.get(remaining);
  const text = headers.get(reset) ?? '';
  if (left === null || !/^\d{1,7}$/.test(left) || Number(left) > 0 || !/^\d{1,13}$/.test(text)) return 0;
  const stated = Number(text);
  const at = stated > 1e11 ? stated : stated > 1e9 ? stated * 1000 : now + stated * 1000;
  return Math.max(at - now, 0);
}

/** The broker's clock, from the date of its answer; null where it says none. */
export function serverTime(headers: Headers): number | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at;
}

/** The list an answer must have: without it the answer is not what was asked for, and nothing was read. */
export function requireList(broker: string, body: Json, ...path: readonly string[]) {
  const found = listAt(body, ...path);
  if (found === null) throw new BrokerError(`${broker} answered without ${path.join('.') || 'a list'}`);
  return found;
}

/** An address with its query. */
export function withQuery(base: string, query: Readonly<Record<string, string | undefined>> = {}): URL {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}
