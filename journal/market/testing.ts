/** A scripted network for tests: what was not recorded cannot be fetched. Not part of the package's door. */
import type { AnswerCache, CachedAnswer } from './http.ts';
import type { PriceStore } from './stored-prices.ts';
import type { Provider } from './provider.ts';
import type { Clock } from './resilience.ts';
import { createMarketService, type ProviderSettings, type ProviderStore } from './service.ts';

export interface RecordedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is, `'hang'` never. */
  readonly body?: unknown;
  readonly hang?: boolean;
}

export interface SentRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | undefined;
}

/** Answers by `METHOD path` in the recorded order, the last one again and again; anything else throws. */
export function scriptedFetch(script: Readonly<Record<string, RecordedAnswer | readonly RecordedAnswer[]>>) {
  const sent: SentRequest[] = [];
  const turns = new Map<string, number>();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const key = `${init?.method ?? 'GET'} ${url.pathname}`;
    sent.push({ url, headers: new Headers(init?.headers), body: init?.body as string | undefined });
    const answers = [script[key] ?? []].flat();
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    const answer = answers[Math.min(turn, answers.length - 1)];
    if (!answer) throw new Error(`not recorded: ${key}`);
    if (answer.hang) {
      await new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('timed out', 'TimeoutError')));
      });
    }
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null);
    return new Response(answer.status === 304 ? null : body, {
      status: answer.status ?? 200,
      ...(answer.headers ? { headers: answer.headers } : {}),
    });
  };
  return { fetch, sent };
}

/** A clock that a test sets by hand, and whose sleeps take no time but are recorded. */
function handClock(start = Date.parse('2026-03-04T15:00:00Z')) {
  const slept: number[] = [];
  let now = start;
  const clock: Clock = {
    now: () => now,
    sleep: (ms) => {
      slept.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
  return { clock, slept, advance: (ms: number) => (now += ms) };
}

function memoryStore(known: Readonly<Record<string, Partial<ProviderSettings>>> = {}): ProviderStore {
  const blank: ProviderSettings = {
    isEnabled: true,
    apiKey: 'KEY-0123456789abcdef',
    apiSecret: 'SECRET-0123456789abcdef',
    rateLimit: null,
    timeout: null,
    lastTestStatus: null,
  };
  const all = new Map(Object.entries(known).map(([name, over]) => [name, { ...blank, ...over }]));
  return {
    get: (name) => Promise.resolve(all.get(name)),
    patch: (name, change) => {
      all.set(name, { ...blank, ...all.get(name), ...change });
      return Promise.resolve();
    },
  };
}

function memoryCache(): AnswerCache {
  const answers = new Map<string, CachedAnswer>();
  return {
    get: (provider, key) => Promise.resolve(answers.get(`${provider} ${key}`)),
    put: (provider, key, answer) => {
      answers.set(`${provider} ${key}`, answer);
      return Promise.resolve();
    },
  };
}

/** Every question goes to the providers. */
const emptyPriceStore: PriceStore = {
  bars: () => Promise.resolve(undefined),
  days: () => Promise.resolve([]),
  prices: () => Promise.resolve(new Map()),
  keep: () => Promise.resolve(),
};

/** A market service on a scripted network, with the given providers connected. */
export function scriptedMarket(
  script: Parameters<typeof scriptedFetch>[0],
  connected: Readonly<Record<string, Partial<ProviderSettings>>>,
  demo?: Provider,
  stored: Partial<PriceStore> = {},
) {
  const network = scriptedFetch(script);
  const hand = handClock();
  const store = memoryStore(connected);
  const market = createMarketService({
    store,
    cache: memoryCache(),
    prices: { ...emptyPriceStore, ...stored },
    fetch: network.fetch,
    clock: hand.clock,
    random: () => 0.5,
    userAgent: 'Zorivest test (test@example.test)',
    ...(demo !== undefined && { demo: { isOn: () => true, provider: demo } }),
  });
  return { market, store, ...network, ...hand };
}
