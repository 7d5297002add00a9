import { marketProviders } from '@zorivest/vocabulary';
import { describe, expect, test } from 'vitest';
import { seriesOf } from './bars-codec.ts';
import type { Provider } from './provider.ts';
import { scriptedMarket, type RecordedAnswer } from './testing.ts';

const aapl = { ticker: 'AAPL' };
const finnhubQuote: RecordedAnswer = {
  body: { c: 190.5, o: 189, h: 191, l: 188.5, pc: 188, d: 2.5, dp: 1.3298, t: 1772636400 },
};
const only = (name: string) => ({ [name]: {} });

const demoMarket: Provider = {
  name: 'demo',
  baseUrl: 'https://demo.invalid',
  key: { in: 'none' },
  perMinute: 100_000,
  signupUrl: '',
  docsUrl: '',
  probe: () => Promise.resolve(true),
  feeds: {
    quote: ({ ticker }) =>
      Promise.resolve(
        ticker === 'AAPL'
          ? [
              {
                ticker,
                price: 195,
                bid: null,
                ask: null,
                open: null,
                high: null,
                low: null,
                previous_close: null,
                change: null,
                change_pct: null,
                volume: null,
                timestamp: '2026-03-04T15:00:00Z',
              },
            ]
          : [],
      ),
  },
};

describe('asking the providers in order', () => {
  test('names who answered and how old the answer is', async () => {
    const { market } = scriptedMarket({ 'GET /api/v1/quote': finnhubQuote }, only('finnhub'));
    expect(await market.get('quote', aapl)).toEqual([
      {
        ticker: 'AAPL',
        price: 190.5,
        bid: null,
        ask: null,
        open: 189,
        high: 191,
        low: 188.5,
        previous_close: 188,
        change: 2.5,
        change_pct: 1.3298,
        volume: null,
        timestamp: '2026-03-04T15:00:00.000Z',
        provider: 'finnhub',
        age_seconds: 0,
      },
    ]);
  });

  test('falls back to the next when one fails', async () => {
    const script = {
      'GET /query': { body: { Information: 'Our standard API rate limit is 25 requests per day.' } },
      'GET /api/v1/quote': finnhubQuote,
    };
    const { market } = scriptedMarket(script, { alpha_vantage: {}, finnhub: {} });
    expect((await market.get('quote', aapl))[0]?.provider).toBe('finnhub');
  });

  test('falls back to the next when one does not know the symbol', async () => {
    const script = {
      'GET /query': { body: { 'Global Quote': {} } },
      'GET /api/v1/quote': finnhubQuote,
    };
    const { market } = scriptedMarket(script, { alpha_vantage: {}, finnhub: {} });
    expect((await market.get('quote', aapl))[0]?.provider).toBe('finnhub');
  });

  test('fails with the reason of each when all fail, and with what to do when none is set up', async () => {
    const script = { 'GET /api/v1/quote': { status: 401 }, 'GET /query': { status: 500 } };
    const { market } = scriptedMarket(script, { alpha_vantage: {}, finnhub: {} });
    await expect(market.get('quote', aapl)).rejects.toThrow(
      'alpha_vantage: answered with status 500; finnhub: refused the API key',
    );
    await expect(scriptedMarket({}, {}).market.get('quote', aapl)).rejects.toThrow('zorivest providers set');
  });

  test('asks a named provider alone, by slug or by display name', async () => {
    const { market, sent } = scriptedMarket({ 'GET /query': { status: 500 } }, { alpha_vantage: {}, finnhub: {} });
    await expect(market.get('quote', aapl, { provider: 'Alpha Vantage' })).rejects.toThrow('alpha_vantage');
    expect(sent.every(({ url }) => url.pathname === '/query')).toBe(true);
    await expect(market.get('quote', aapl, { provider: 'unknown' })).rejects.toThrow('There is no provider "unknown"');
  });

  test('leaves out who is switched off or has no key', async () => {
    const { market } = scriptedMarket({}, { finnhub: { isEnabled: false }, polygon: { apiKey: null } });
    await expect(market.get('quote', aapl, { provider: 'finnhub' })).rejects.toThrow('is switched off');
    await expect(market.get('quote', aapl, { provider: 'polygon' })).rejects.toThrow('has no API key');
  });
});

describe('what goes wrong on the way', () => {
  test.each<[string, RecordedAnswer, string]>([
    ['a web page', { body: '<html>Sorry</html>' }, 'answered with a web page instead of data'],
    ['half an answer', { body: '{"c": 19' }, 'text that is not JSON'],
    ['nothing', { body: '' }, 'answered with nothing'],
    ['an error dressed as success', { body: { error: 'Symbol not supported' } }, 'answered with an error'],
    ['403', { status: 403, body: {} }, 'has no access to this data'],
    ['429 in plain text', { status: 429, body: 'Too many requests' }, 'rate limit is reached'],
  ])('%s is reported as such', async (_, answer, reason) => {
    const { market } = scriptedMarket({ 'GET /api/v1/quote': answer }, only('finnhub'));
    await expect(market.get('quote', aapl)).rejects.toThrow(reason);
  });

  test('a passing failure is tried again, with growing pauses', async () => {
    const script = { 'GET /api/v1/quote': [{ status: 503 }, { status: 503 }, finnhubQuote] };
    const { market, slept } = scriptedMarket(script, only('finnhub'));
    expect((await market.get('quote', aapl))[0]?.price).toBe(190.5);
    expect(slept).toEqual([500, 1000]);
  });

  test('Retry-After is honoured when it is short, and not waited for when it is long', async () => {
    const rateLimited = (seconds: string): RecordedAnswer => ({ status: 429, headers: { 'retry-after': seconds } });
    const short = scriptedMarket({ 'GET /api/v1/quote': [rateLimited('2'), finnhubQuote] }, only('finnhub'));
    await short.market.get('quote', aapl);
    expect(short.slept).toEqual([2000]);
    const long = scriptedMarket({ 'GET /api/v1/quote': [rateLimited('600')] }, only('finnhub'));
    await expect(long.market.get('quote', aapl)).rejects.toThrow('rate limit');
    expect(long.slept).toEqual([]);
  });

  test('a bad key is not tried again', async () => {
    const { market, sent } = scriptedMarket({ 'GET /api/v1/quote': { status: 401 } }, only('finnhub'));
    await expect(market.get('quote', aapl)).rejects.toThrow('refused the API key');
    expect(sent).toHaveLength(1);
  });

  test('a provider that hangs is given up after its timeout', async () => {
    const { market } = scriptedMarket({ 'GET /api/v1/quote': { hang: true } }, { finnhub: { timeout: 0.02 } });
    await expect(market.get('quote', aapl)).rejects.toThrow('did not answer within');
  });

  test('a provider that keeps failing is paused for a minute', async () => {
    const { market, sent, advance } = scriptedMarket({ 'GET /api/v1/quote': { status: 500 } }, only('finnhub'));
    for (let n = 0; n < 5; n++) await market.get('quote', aapl).catch(() => {});
    const before = sent.length;
    await expect(market.get('quote', aapl)).rejects.toThrow('is paused');
    expect(sent).toHaveLength(before);
    advance(61_000);
    await expect(market.get('quote', aapl)).rejects.toThrow('status 500');
  });

  test('our own limit per minute is enforced without asking the provider', async () => {
    const { market, sent, advance } = scriptedMarket(
      { 'GET /api/v1/quote': finnhubQuote },
      { finnhub: { rateLimit: 2 } },
    );
    const ask = (ticker: string) => market.get('quote', { ticker });
    await ask('A');
    await ask('B');
    await expect(ask('C')).rejects.toThrow('try again in 60 s');
    expect(sent).toHaveLength(2);
    advance(60_000);
    await ask('C');
    expect(sent).toHaveLength(3);
  });

  test('who is patient waits for a free place instead of failing', async () => {
    const { market, sent, slept } = scriptedMarket(
      { 'GET /api/v1/quote': finnhubQuote },
      { finnhub: { rateLimit: 2 } },
    );
    for (const ticker of ['A', 'B', 'C']) await market.get('quote', { ticker }, { patient: true });
    expect(sent).toHaveLength(3);
    expect(slept).toEqual([60_000]);
  });

  test('callers that give up do not make a provider look broken', async () => {
    const { market } = scriptedMarket(
      { 'GET /api/v1/quote': [...Array.from({ length: 6 }, () => ({ hang: true })), finnhubQuote] },
      only('finnhub'),
    );
    for (let n = 0; n < 6; n++) {
      const leave = new AbortController();
      const asked = market.get('quote', aapl, { signal: leave.signal });
      await new Promise((resolve) => setImmediate(resolve));
      leave.abort();
      await asked.catch(() => {});
    }
    expect((await market.get('quote', aapl))[0]?.price).toBe(190.5);
  });

  test('no error, whatever its cause, shows the key', async () => {
    const key = 'SUPERSECRETKEY123456';
    const script = { 'GET /query': { body: { Information: `Thank you! We have detected your API key as ${key}` } } };
    const { market } = scriptedMarket(script, { alpha_vantage: { apiKey: key } });
    const error: unknown = await market.get('quote', aapl).catch((reason: unknown) => reason);
    expect(String(error)).not.toContain(key);
    expect(JSON.stringify(await market.status())).not.toContain(key);
  });
});

describe('keeping answers', () => {
  test('a fresh answer is not fetched again, and says its age', async () => {
    const { market, sent, advance } = scriptedMarket({ 'GET /api/v1/quote': finnhubQuote }, only('finnhub'));
    await market.get('quote', aapl);
    advance(30_000);
    expect((await market.get('quote', aapl))[0]?.age_seconds).toBe(30);
    expect(sent).toHaveLength(1);
    advance(31_000);
    await market.get('quote', aapl);
    expect(sent).toHaveLength(2);
    const sources: string[] = [];
    const onSource = (how: string) => sources.push(how);
    await market.get('quote', aapl, { onSource });
    await market.get('quote', aapl, { fresh: true, onSource });
    expect(sources).toEqual(['hit', 'miss']);
    expect(sent).toHaveLength(3);
  });

  test('an old one is asked for again by its tag', async () => {
    const script = { 'GET /api/v1/quote': [{ ...finnhubQuote, headers: { etag: '"v1"' } }, { status: 304 }] };
    const { market, sent, advance } = scriptedMarket(script, only('finnhub'));
    await market.get('quote', aapl);
    advance(61_000);
    expect((await market.get('quote', aapl))[0]).toMatchObject({ price: 190.5, age_seconds: 0 });
    expect(sent[1]?.headers.get('if-none-match')).toBe('"v1"');
  });
});

describe('the person at the desk', () => {
  test('connects a provider with a key, tests it, and disconnects it', async () => {
    const { market, sent } = scriptedMarket({ 'GET /api/v1/quote': finnhubQuote }, {});
    const finnhub = async () => (await market.status()).find((one) => one.provider_name === 'finnhub');
    expect(await market.test('finnhub')).toEqual({ success: false, message: 'No API key configured' });
    await market.configure('finnhub', { apiKey: 'abc' });
    expect(await finnhub()).toMatchObject({ is_enabled: true, has_api_key: true, last_test_status: null });
    expect(await market.test('Finnhub')).toEqual({ success: true, message: 'Connection successful' });
    expect(sent[0]?.headers.get('x-finnhub-token')).toBe('abc');
    expect(await finnhub()).toMatchObject({ last_test_status: 'success' });
    await market.disconnect('finnhub');
    expect(await finnhub()).toMatchObject({ is_enabled: false, has_api_key: false, last_test_status: null });
  });

  test.each<[RecordedAnswer, string]>([
    [{ status: 401 }, 'Invalid API key'],
    [{ status: 429 }, 'Rate limit exceeded; the key may be fine, try again later'],
    [{ status: 403 }, 'Access forbidden: the key works but may not have this data'],
    [{ body: { hello: 1 } }, 'It answered with unexpected data'],
  ])('a test that gets %j is a result, not an error', async (answer, message) => {
    const { market } = scriptedMarket({ 'GET /api/v1/quote': answer }, only('finnhub'));
    expect(await market.test('finnhub')).toEqual({ success: false, message });
  });

  test('sees every provider of the registry, the unofficial one off with the reason', async () => {
    const status = await scriptedMarket({}, {}).market.status();
    expect(['demo', ...status.map((one) => one.provider_name)].toSorted()).toEqual(
      Object.keys(marketProviders).toSorted(),
    );
    expect(status.find((one) => one.provider_name === 'sec_edgar')?.is_enabled).toBe(true);
    expect(status.find((one) => one.provider_name === 'yahoo')).toMatchObject({ is_enabled: false });
  });

  test('asks the market of the demo first where the book is one, and knows no such provider in any other', async () => {
    const script = { 'GET /api/v1/quote': finnhubQuote };
    const on = scriptedMarket(script, only('finnhub'), demoMarket);
    expect(await on.market.get('quote', { ticker: 'AAPL' })).toMatchObject([{ provider: 'demo' }]);
    expect((await on.market.status())[0]).toMatchObject({ provider_name: 'demo', is_enabled: true });
    expect(on.sent).toEqual([]);
    // What it does not trade another may know.
    expect(await on.market.get('quote', { ticker: 'NOSUCH' })).toMatchObject([{ provider: 'finnhub' }]);
    const off = scriptedMarket(script, only('finnhub'));
    expect(await off.market.get('quote', { ticker: 'AAPL' })).toMatchObject([{ provider: 'finnhub' }]);
    await expect(off.market.get('quote', { ticker: 'AAPL' }, { provider: 'demo' })).rejects.toThrow(
      'There is no provider "demo"',
    );
  });

  test('reads a day that somebody imported into a demo in place of the made-up one', async () => {
    const bar = (day: string, close: number) => ({
      ticker: 'AAPL',
      timestamp: `${day}T14:30:00Z`,
      open: 1,
      high: 9,
      low: 1,
      close,
      volume: 1,
      adj_close: null,
      vwap: null,
      trade_count: null,
    });
    const feeds: Provider['feeds'] = {
      ohlcv: ({ start, end }) => Promise.resolve([bar(start, 2), ...(start === end ? [] : [bar(end, 2)])]),
    };
    const imported = { day: '2026-03-03', provider: 'file', fetchedAt: 0, series: seriesOf([bar('2026-03-03', 5)]) };
    const { market } = scriptedMarket({}, {}, { ...demoMarket, feeds }, { days: () => Promise.resolve([imported]) });
    const days = await market.storedDays('AAPL', '1m', ['2026-03-02', '2026-03-03', '2026-03-04']);
    expect(days.map(({ day, provider, series }) => [day, provider, ...series.close])).toEqual([
      ['2026-03-02', 'demo', 2],
      ['2026-03-03', 'file', 5],
      ['2026-03-04', 'demo', 2],
    ]);
  });
});
