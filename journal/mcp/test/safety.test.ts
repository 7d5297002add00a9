/** What stands between a careless step and harm: guard, confirmation, and both while the service is away. */
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';

let bench: Bench;
let url: string;

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  url = (await bench.serve()).wire.url;
});
afterAll(() => bench.close());
afterEach(() => bench.api.guard.unlock());

let count = 0;
const trade = () => ({
  exec_id: `E${count++}`,
  instrument: 'AAPL',
  action: 'BOT',
  quantity: 10,
  price: 190,
  account_id: 'main',
});
const isStored = async (exec_id: string) =>
  bench.api.trades.get({ params: { exec_id } }).then(
    () => true,
    () => false,
  );
const tokenFor = async (who: Assistant, args: Record<string, unknown>, action = 'create_trade') =>
  (await who.call('get_confirmation_token', { action, ...args })).data.token as string;

describe('the emergency stop', () => {
  it('blocks every guarded tool for everybody, says why and how to go on, and is lifted by the literal word', async () => {
    const claude = await bench.connect('claude-code', { url });
    const cursor = await bench.connect('cursor', { url });
    const stop = await claude.call('zorivest_emergency_stop', { reason: 'runaway loop' });
    expect(stop.isError).toBe(false);
    expect(stop.data.text).toContain('runaway loop');
    for (const who of [claude, cursor]) {
      const { isError, data } = await who.call('list_trades');
      expect(isError).toBe(true);
      expect(data).toMatchObject({ code: 'guard_locked' });
      expect(data.message).toMatch(/MCP guard blocked this call: runaway loop.*zorivest_emergency_unlock/);
    }
    expect((await cursor.call('enable_toolset', { toolset_name: 'tax' })).data.code).toBe('guard_locked');
    expect((await cursor.call('zorivest_diagnose')).data).toMatchObject({ guard: { locked: true } });
    expect((await cursor.call('list_available_toolsets')).isError).toBe(false);
    expect((await cursor.call('zorivest_emergency_unlock', { confirm: 'yes' })).data.code).toBe('invalid_arguments');
    expect((await cursor.call('zorivest_emergency_unlock', { confirm: 'UNLOCK' })).isError).toBe(false);
    expect((await claude.call('list_trades')).isError).toBe(false);
  });

  it('holds here while the service is down, and says that it holds only here', async () => {
    const alone = await bench.connect('cursor', { server: { apiUrl: 'http://127.0.0.1:1' } });
    const args = { reason: 'service gone' };
    expect((await alone.call('zorivest_emergency_stop', args)).data.code).toBe('confirmation_required');
    const token = await tokenFor(alone, { params: args }, 'zorivest_emergency_stop');
    const stop = await alone.call('zorivest_emergency_stop', { ...args, confirmation_token: token });
    expect(stop.isError).toBe(true);
    expect(stop.data.message).toContain('Only this server is locked');
    expect((await alone.call('list_trades')).data.code).toBe('guard_locked');
    expect((await alone.call('zorivest_diagnose')).data).toMatchObject({ guard: { locked: true } });
  });
});

describe('a stop', () => {
  const reading = (who: Assistant, uri: string) => who.client.readResource({ uri });

  it('covers what a resource or a completion shows of the book, and leaves schemas readable', async () => {
    const cursor = await bench.connect('cursor', { url });
    await bench.person.guard.lock({ body: { reason: 'enough' } });
    await expect(reading(cursor, 'trade://E1')).rejects.toThrow(/MCP guard blocked this call: enough/);
    await expect(reading(cursor, 'lots://main')).rejects.toThrow(/MCP guard blocked/);
    const completing = cursor.client.complete({
      ref: { type: 'ref/resource', uri: 'trade://{exec_id}' },
      argument: { name: 'exec_id', value: '' },
    });
    await expect(completing).rejects.toThrow(/MCP guard blocked/);
    expect((await reading(cursor, 'pipeline://policies/schema')).contents).toHaveLength(1);
    await bench.person.guard.unlock();
  });

  it('of the person is not lifted by an assistant, nor is a vault that the person locked opened by one', async () => {
    const cursor = await bench.connect('cursor', { url });
    await bench.person.guard.lock();
    // It is not sent to a tool that would refuse it.
    const { message } = (await cursor.call('list_trades')).data;
    expect(message).toContain('Only the person can lift it');
    expect(message).not.toContain('zorivest_emergency_unlock');
    const lifted = await cursor.call('zorivest_emergency_unlock', { confirm: 'UNLOCK' });
    expect(lifted.data).toMatchObject({
      code: 'locked_by_person',
      message: expect.stringContaining('only the person'),
    });
    await bench.person.guard.unlock();
    await bench.person.auth.lock();
    expect((await cursor.call('list_trades')).data).toMatchObject({ code: 'locked_by_person' });
    await bench.person.accounts.list();
    expect((await cursor.call('list_trades')).isError).toBe(false);
  });

  /** An assistant whose way to the service can be cut, stopped while it is. */
  async function stopWhileAway() {
    let away = true;
    const fetch: typeof globalThis.fetch = (input, init) =>
      away ? Promise.reject(new TypeError('fetch failed')) : globalThis.fetch(input, init);
    const own = await bench.connect('cursor', { server: { fetch } });
    const args = { reason: 'pressed while it was away' };
    const token = await tokenFor(own, { params: args }, 'zorivest_emergency_stop');
    await own.call('zorivest_emergency_stop', { ...args, confirmation_token: token });
    expect((await bench.api.guard.status()).is_locked).toBe(false);
    return { own, back: () => (away = false) };
  }
  const stopped = { is_locked: true, lock_reason: 'pressed while it was away' };

  it('pressed while the service is away is its lock as soon as it answers, whether anyone calls or not', async () => {
    const { back } = await stopWhileAway();
    back();
    await expect.poll(() => bench.api.guard.status()).toMatchObject(stopped);
    await bench.api.guard.unlock();
  });

  it('is handed over before any other call, and ends here when another process lifts it', async () => {
    const { own, back } = await stopWhileAway();
    back();
    expect((await own.call('zorivest_diagnose')).data).toMatchObject({ guard: { locked: true } });
    expect(await bench.api.guard.status()).toMatchObject(stopped);
    expect((await own.call('list_trades')).data.code).toBe('guard_locked');
    await bench.api.guard.unlock();
    expect((await own.call('list_trades')).isError).toBe(false);
  });
});

describe('the guard', () => {
  it('locks itself when a limit is crossed: with a limit of three the fourth call is refused', async () => {
    const claude = await bench.connect('claude-code', { url });
    // No lock or unlock of a key empties what was counted before; a minute does.
    bench.advance(61_000);
    await bench.api.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 3 } });
    const codes: unknown[] = [];
    for (let n = 0; n < 4; n++) codes.push((await claude.call('list_trades')).data.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'guard_locked']);
    // While it is locked, no key changes its limits.
    await expect(bench.api.guard.configure({ body: { is_enabled: false } })).rejects.toMatchObject({ status: 423 });
    await bench.api.guard.unlock();
    await bench.api.guard.configure({ body: { is_enabled: false } });
  });

  it('that cannot be asked means no', async () => {
    const alone = await bench.connect('claude-code', { server: { apiUrl: 'http://127.0.0.1:1' } });
    expect((await alone.call('list_trades')).data.code).toBe('backend_unreachable');
  });
});

describe('a destructive tool', () => {
  it('asks the person where the client can, naming what will happen', async () => {
    const asked: string[] = [];
    const person = (message: string) => {
      asked.push(message);
      return asked.length === 1 ? ('decline' as const) : ('accept' as const);
    };
    for (const era of ['legacy', 'modern'] as const) {
      asked.length = 0;
      const who = await bench.connect('cursor', { url, era, person });
      const args = trade();
      expect((await who.call('create_trade', args)).data.code).toBe('confirmation_declined');
      expect(await isStored(args.exec_id)).toBe(false);
      expect((await who.call('create_trade', args)).data).toMatchObject({ status: 'created' });
      expect(asked[0]).toContain('Record that 10 AAPL were bought at 190 in account main?');
    }
  });

  it('trusts a client that asks on its own', async () => {
    const claude = await bench.connect('claude-code', { url });
    expect((await claude.call('create_trade', trade())).data.status).toBe('created');
  });

  it('needs two deliberate steps on any other', async () => {
    const cursor = await bench.connect('cursor', { url });
    const params = trade();
    const refused = await cursor.call('create_trade', params);
    expect(refused).toMatchObject({ isError: true, data: { code: 'confirmation_required' } });
    expect(refused.data.message).toContain('get_confirmation_token');
    const token = await tokenFor(cursor, { params });
    expect(token).toMatch(/^ctk_/);
    expect(await isStored(params.exec_id)).toBe(false);
    expect((await cursor.call('create_trade', { ...params, confirmation_token: token })).data.status).toBe('created');
    const again = await cursor.call('create_trade', { ...params, confirmation_token: token });
    expect(again).toMatchObject({ isError: true, data: { code: 'confirmation_invalid' } });
  });

  it.each([
    ['other arguments', (args: object) => ({ ...args, quantity: 1000 })],
    ['a made-up token', (args: object) => ({ ...args, confirmation_token: `ctk_${'a'.repeat(32)}` })],
    ['nonsense for a token', (args: object) => ({ ...args, confirmation_token: 'yes please' })],
  ])('is not run with %s', async (_, change) => {
    const cursor = await bench.connect('cursor', { url });
    const params = trade();
    const token = await tokenFor(cursor, { params });
    const answer = await cursor.call('create_trade', change({ ...params, confirmation_token: token }));
    expect(answer.data.code).toBe('confirmation_invalid');
    expect(await isStored(params.exec_id)).toBe(false);
  });

  it('does not take the token of another session, another key or another action', async () => {
    const cursor = await bench.connect('cursor', { url });
    const params = trade();
    const other = await bench.connect('cursor', { url });
    const stranger = await bench.connect('cursor', { url, key: await bench.keyFor('read-write') });
    for (const who of [other, stranger]) {
      const token = await tokenFor(cursor, { params });
      const answer = await who.call('create_trade', { ...params, confirmation_token: token });
      expect(answer.data.code).toBe('confirmation_invalid');
    }
    const stop = await tokenFor(cursor, { params: {} }, 'zorivest_emergency_stop');
    const answer = await cursor.call('create_trade', { ...params, confirmation_token: stop });
    expect(answer.data.code).toBe('confirmation_invalid');
  });

  it('in the stateless era takes a token in any later request of the same key', async () => {
    const modern = await bench.connect('anything', { url, era: 'modern' });
    const params = trade();
    const token = await tokenFor(modern, { params });
    const again = await bench.connect('anything else', { url, era: 'modern' });
    expect((await again.call('create_trade', { ...params, confirmation_token: token })).data.status).toBe('created');
  });

  it('takes a token made from a summary alone, and the answer recommends better', async () => {
    const cursor = await bench.connect('cursor', { url });
    const issued = await cursor.call('get_confirmation_token', {
      action: 'create_trade',
      params_summary: 'buy 10 AAPL',
    });
    expect(issued.data).toMatchObject({ expires_in_seconds: 60, params_summary: 'buy 10 AAPL' });
    expect(issued.data.recommendation).toContain('params');
    const answer = await cursor.call('create_trade', { ...trade(), confirmation_token: issued.data.token });
    expect(answer.data.status).toBe('created');
  });

  it('behind a composite or a dispatcher is confirmed all the same', async () => {
    const cursor = await bench.connect('cursor', { server: { operator: { layout: 'dispatch' } } });
    const params = trade();
    const call = (args: object) => cursor.call('call_destructive', { name: 'create_trade', arguments: args });
    expect((await call(params)).data.code).toBe('confirmation_required');
    const token = await tokenFor(cursor, { params });
    expect((await call({ ...params, confirmation_token: token })).data.status).toBe('created');
  });

  it('can be made to need a person, or be switched off', async () => {
    const person = await bench.connect('cursor', { server: { confirm: 'person' } });
    expect((await person.call('create_trade', trade())).data.code).toBe('confirmation_blocked');
    const asked = await person.call('get_confirmation_token', { action: 'create_trade', params: trade() });
    expect(asked.data.code).toBe('confirmation_blocked');
    const blocked = await bench.connect('claude-code', { server: { confirm: 'block' } });
    expect((await blocked.call('create_trade', trade())).data.code).toBe('confirmation_blocked');
    const token = await bench.connect('claude-code', { server: { confirm: 'token' } });
    expect((await token.call('create_trade', trade())).data.code).toBe('confirmation_required');
  });
});

describe('something else behind the address of the service', () => {
  /** Healthy, but of another build; everything else fails. */
  const HALF = { '/health': { status: 'ok', database: { unlocked: true } }, '/version': { build: 7 } };
  let impostor: Server;
  let mode: 'html' | 'slow' | 'half' = 'html';
  beforeAll(async () => {
    impostor = createHttpServer(({ url }, response) => {
      if (mode === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      if (mode !== 'half') return;
      const known = Object.entries(HALF).find(([path]) => url?.endsWith(path));
      response
        .writeHead(known ? 200 : 500, { 'content-type': 'application/json' })
        .end(JSON.stringify(known?.[1] ?? {}));
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    impostor.closeAllConnections();
    impostor.close();
  });
  const address = () => `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;

  it('that answers HTML is distinguished from an answer', async () => {
    mode = 'html';
    const who = await bench.connect('claude-code', { server: { apiUrl: address() }, key: null });
    expect((await who.call('list_trades')).data.code).toBe('backend_error');
    const { data } = await who.call('zorivest_diagnose');
    expect(data).toMatchObject({ backend: { reachable: true, status: 'failing' } });
    expect(data.problems).toContain('The service answered with something that is not JSON.');
  });

  it('that is only half what it should be is shown as that half', async () => {
    mode = 'half';
    const who = await bench.connect('claude-code', { server: { apiUrl: address() }, key: null });
    const { isError, data } = await who.call('zorivest_diagnose');
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      backend: { reachable: true, status: 'ok' },
      version: { version: 'unknown', context: 'unknown' },
      database: { unlocked: true },
      guard: { status: 'unavailable' },
      providers: [],
    });
    expect(data.problems).toContain('The service answered /version with something it should not.');
  });

  it('that does not answer at all is given up on', async () => {
    mode = 'slow';
    const who = await bench.connect('claude-code', { server: { apiUrl: address() }, key: null });
    expect((await who.call('list_trades')).data.code).toBe('timeout');
    expect((await who.call('zorivest_diagnose')).data).toMatchObject({ backend: { reachable: false } });
  });
});
