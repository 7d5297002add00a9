/** What goes wrong around a call: time runs out, somebody locks, cancels, hangs up, or asks for what is not there. */
import { setTimeout as pause } from 'node:timers/promises';
import { outsideHttp, type OutsideHttp } from '@zorivest/api/test/outside';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let outside: OutsideHttp;
let url: string;
let claude: Assistant;
let cursor: Assistant;

/** While held, the provider has been asked and does not answer. */
let held: Promise<void> | undefined;
let asked = 0;
let unlocks = 0;

beforeAll(async () => {
  outside = await outsideHttp({
    'GET finnhub.io /api/v1/search': { body: { result: [{ symbol: 'AAPL', description: 'APPLE INC' }] } },
  });
  bench = await openBench({
    fetch: async (input, init) => {
      asked += 1;
      await held;
      return outside.fetch(input, init);
    },
  });
  await bench.person.market.configureProvider({
    params: { name: 'finnhub' },
    body: { api_key: 'finnhub-key-0123456789' },
  });
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  const { wire } = await bench.serve({
    fetch: (input, init) => {
      if (new Request(input).url.endsWith('/auth/unlock')) unlocks += 1;
      return fetch(input, init);
    },
  });
  ({ url } = wire);
});
afterAll(async () => {
  await bench.close();
  await outside.close();
});
beforeEach(async () => {
  held = undefined;
  claude = await bench.connect('claude-code', { url });
  cursor = await bench.connect('cursor', { url });
});

/** Begins a call that waits for the provider; the second function lets the provider answer. */
async function waiting(who: Assistant, query: string, signal?: AbortSignal) {
  let answer: () => void = () => undefined;
  held = new Promise((resolve) => {
    answer = resolve;
  });
  const before = asked;
  const call = who.client.callTool({ name: 'search_ticker', arguments: { query } }, signal ? { signal } : {});
  call.catch(() => undefined);
  await expect.poll(() => asked).toBeGreaterThan(before);
  return { call, answer };
}

let count = 0;
const trade = () => ({
  exec_id: `D${count++}`,
  instrument: 'F',
  action: 'BOT',
  quantity: 1,
  price: 10,
  account_id: 'main',
});

describe('time', () => {
  it('that ends a session is not noticed by the caller, and many calls make one new session', async () => {
    expect((await claude.call('get_settings')).isError).toBe(false);
    bench.advance(3_700_000);
    unlocks = 0;
    const answers = await Promise.all(Array.from({ length: 20 }, () => claude.call('list_trades')));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(unlocks).toBe(1);
  });

  it.each([
    ['counts', 50, { status: 'created' }],
    ['is worth nothing', 61, { code: 'confirmation_invalid' }],
  ])('decides whether a token still %s, after %i seconds', async (_, seconds, outcome) => {
    const params = trade();
    const { data } = await cursor.call('get_confirmation_token', { action: 'create_trade', params });
    bench.advance(seconds * 1000);
    const answer = await cursor.call('create_trade', { ...params, confirmation_token: data.token });
    expect(answer.data).toMatchObject(outcome);
  });
});

describe('a lock', () => {
  it('of the guard in the middle of a call ends that call and stops the next one', async () => {
    const { call, answer } = await waiting(claude, 'lock');
    await bench.api.guard.lock({ body: { reason: 'enough' } });
    expect((await cursor.call('list_trades')).data.code).toBe('guard_locked');
    expect((await call).isError).toBe(true);
    answer();
    expect((await claude.call('list_trades')).data.code).toBe('guard_locked');
    await bench.api.guard.unlock();
    expect((await claude.call('list_trades')).isError).toBe(false);
  });

  it('of the guard between a confirmation and its call wins over the confirmation', async () => {
    const params = trade();
    const { data } = await cursor.call('get_confirmation_token', { action: 'create_trade', params });
    await bench.api.guard.lock({ body: { reason: 'second thoughts' } });
    const refused = await cursor.call('create_trade', { ...params, confirmation_token: data.token });
    expect(refused.data.code).toBe('guard_locked');
    await bench.api.guard.unlock();
    expect((await cursor.call('list_trades')).data.items).not.toContainEqual(
      expect.objectContaining({ exec_id: params.exec_id }),
    );
  });

  it('of the book is opened again by the key that a call brings', async () => {
    await bench.api.auth.lock();
    const stranger = await bench.connect('claude-code', { url, key: null });
    expect((await stranger.call('list_trades')).isError).toBe(true);
    const { data } = await stranger.call('zorivest_diagnose');
    expect(data).toMatchObject({
      backend: { reachable: true },
      database: { unlocked: false },
      guard: { locked: true },
    });
    expect(data.problems).toContain(
      'The database is locked: a key opens it with the next call, the person with `zorivest open`.',
    );
    expect((await claude.call('list_trades')).isError).toBe(false);
  });
});

describe('a caller', () => {
  it('who cancels is released immediately, and can continue', async () => {
    const stop = new AbortController();
    const { call, answer } = await waiting(claude, 'cancel', stop.signal);
    stop.abort('changed my mind');
    await expect(call).rejects.toThrow('changed my mind');
    expect((await claude.call('get_settings', { key: 'ui.theme' })).isError).toBe(false);
    answer();
  });

  it('who vanishes leaves nothing behind that disturbs the others', async () => {
    const gone = await bench.connect('claude-code', { url });
    const { call, answer } = await waiting(gone, 'vanish');
    await gone.client.close();
    await expect(call).rejects.toThrow('closed');
    answer();
    await pause(50);
    expect((await claude.call('list_trades')).isError).toBe(false);
    const { data } = await claude.call('zorivest_diagnose');
    expect(data).toMatchObject({ backend: { reachable: true }, problems: [] });
  });
});

describe('asking for', () => {
  it('a tool that does not exist names one that does', async () => {
    await expect(claude.call('list_trade')).rejects.toThrow('Did you mean list_trades?');
  });

  it('a tool that is not loaded says how to load it', async () => {
    const { isError, data } = await cursor.call('get_tax_lots', { account_id: 'main' });
    expect(isError).toBe(true);
    // Within reach without a restart: through the dispatcher, and on the list if the client is set up so.
    expect(data.message).toMatch(/call_read|enable_toolset|--toolsets/);
  });

  it.each([
    ['without what is needed', { instrument: undefined }, 'instrument'],
    ['with a number in words', { quantity: 'ten' }, 'quantity'],
    ['with less than nothing', { quantity: -5 }, 'quantity'],
    ['with an unknown word', { action: 'BUY' }, 'BOT'],
    ['with something extra', { leverage: 10 }, 'leverage'],
    ['with a day that is none', { time: '2026-02-31' }, 'time'],
  ])('a trade %s changes nothing and names the field', async (_, change, part) => {
    const before = (await claude.call('list_trades')).data.total;
    const { isError, data } = await claude.call('create_trade', { ...trade(), ...change });
    expect(isError).toBe(true);
    expect(data.code).toMatch(/^(invalid_arguments|validation_failed)$/);
    expect(data.message).toContain(part);
    expect((await claude.call('list_trades')).data.total).toBe(before);
  });
});
