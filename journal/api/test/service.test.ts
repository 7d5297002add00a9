// The service as a program meets it: addresses, headers, errors, the live feed and the audit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { knockAt } from './knock.ts';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;

/** Most stories can share a book; those that count rows or end the service want one of their own. */
function useBook(each: 'each test' | 'all tests'): void {
  const [before, after] = each === 'each test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());
}

const knock = (path: string, headers: Record<string, string>, method = 'GET') =>
  knockAt(`${service.url}${path}`, headers, method);

describe('who may knock', () => {
  useBook('all tests');
  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:8765', '192.168.1.5'])(
    'not by the host name %s',
    async (host) => {
      const answer = await knock('/api/v1/health', { host });
      expect(answer.status).toBe(421);
      expect(JSON.parse(answer.body)).toMatchObject({ error: 'misdirected_request' });
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'])(
    'not from a page of %s',
    async (origin) => {
      expect((await knock('/api/v1/health', { origin })).status).toBe(403);
      expect((await knock('/api/v1/trades', { origin }, 'OPTIONS')).status).toBe(403);
    },
  );

  it('only from this machine: the socket is loopback', () => {
    expect(new URL(service.url).hostname).toBe('127.0.0.1');
  });
});

describe('bad input', () => {
  useBook('all tests');
  const post = async (path: string, body: string | Uint8Array<ArrayBuffer>, type = 'application/json') => {
    const { session_token } = await createClient({ baseUrl: service.url }).auth.unlock({
      body: { api_key: service.apiKey },
    });
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session_token}`, 'content-type': type },
      body,
    });
    const answer = (await response.json()) as { error: string; detail: unknown; request_id: string };
    expect(response.headers.get('x-request-id')).toBe(answer.request_id);
    expect(Object.keys(answer).toSorted()).toEqual(['detail', 'error', 'request_id']);
    return { status: response.status, text: JSON.stringify(answer.detail) };
  };
  const trade = (change: object) => post('/trades', JSON.stringify({ ...fill, ...change }));

  it.each([
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a negative quantity', { quantity: -1 }, 'quantity'],
    ['no quantity', { quantity: 0 }, 'quantity'],
    ['an infinite price', { price: Number.POSITIVE_INFINITY }, 'price'],
    ['a price in words', { price: 'ten' }, 'price'],
    ['an impossible day', { time: '2026-02-30T10:00:00Z' }, 'time'],
    ['an impossible month', { time: '2026-13-01' }, 'time'],
    ['an impossible hour', { time: '2026-01-01T25:00:00Z' }, 'time'],
    ['an unknown side', { action: 'BUY' }, 'action'],
    ['a path in the id', { exec_id: '../../etc/passwd' }, 'exec_id'],
    ['a NUL in the id', { exec_id: 'a\u0000b' }, 'exec_id'],
    ['a blank instrument', { instrument: '   ' }, 'instrument'],
    ['notes that are a list', { notes: [] }, 'notes'],
  ])('%s is a 422 that names the field', async (_, change, field) => {
    expect(await trade(change)).toMatchObject({ status: 422, text: expect.stringContaining(`"${field}"`) as string });
  });

  it('a body that is too large, not JSON, of another type or not an object', async () => {
    expect((await post('/trades', JSON.stringify({ ...fill, notes: 'x'.repeat(2_000_000) }))).status).toBe(413);
    expect((await post('/trades', '{"exec_id":')).status).toBe(400);
    expect((await post('/trades', '{"__proto__":{"admin":true}}')).status).toBe(400);
    expect((await post('/trades', 'exec_id=E1', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post('/trades', 'hello', 'text/plain')).status).toBe(415);
    for (const body of ['[]', 'null', '"x"', '']) expect((await post('/trades', body)).status).toBe(422);
    expect((await post('/trades/E1/images', '{}')).status).toBe(415);
  });

  it('SQL in any string is only a string', async () => {
    await withAccount(service.client);
    const nasty = `'; DROP TABLE trades; -- " OR 1=1`;
    await service.client.trades.create({ body: { ...fill, exec_id: nasty, notes: nasty } });
    expect((await service.client.trades.get({ params: { exec_id: nasty } })).notes).toBe(nasty);
    expect((await service.client.trades.list({ query: { search: nasty } })).total).toBe(1);
    expect((await service.client.trades.list({ query: { account_id: nasty } })).total).toBe(0);
  });

  it.each(['/api/v1/nothing', '/api/v1/../../etc/passwd', '/api/v1/trades/%2e%2e%2f%2e%2e%2fetc%2fpasswd', '/%'])(
    'there is nothing at %s',
    async (path) => {
      await service.client.accounts.list();
      const answer = await knock(path, {});
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(JSON.parse(answer.body)).toHaveProperty('request_id');
    },
  );

  it('query values out of range name themselves', async () => {
    await expect(service.client.trades.list({ query: { limit: 0 } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('limit') as string,
    });
    await expect(service.client.trades.list({ query: { limit: 1001 } })).rejects.toMatchObject({ status: 422 });
    await expect(service.client.trades.list({ query: { offset: -1 } })).rejects.toMatchObject({ status: 422 });
  });
});

describe('what it tells about itself', () => {
  useBook('each test');
  it('health and version to everyone, the process to those with a session', async () => {
    const anyone = createClient({ baseUrl: service.url });
    expect(await anyone.system.health()).toMatchObject({
      status: 'ok',
      database: { unlocked: false },
      database_unlocked: false,
    });
    expect((await fetch(`${service.url}/api/v1/version/`)).status).toBe(200);
    expect(await anyone.system.version()).toMatchObject({ context: 'dev' });
    expect(await service.client.system.status()).toMatchObject({
      pid: process.pid,
      node_version: process.version,
      home: service.home,
    });
    expect(await anyone.system.health()).toMatchObject({ state: 'unlocked', database: { unlocked: true } });
  });

  it('an OpenAPI document, a page to read it, and a page for a browser that opens the address', async () => {
    const document = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
      openapi: string;
      paths: object;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.paths).toHaveProperty('/trades/{exec_id}');
    for (const [path, word] of [
      ['/docs', 'Record an execution'],
      ['/', 'id="app"'],
      ['/trades/of-the-app', 'id="app"'],
    ] as const) {
      const page = await fetch(`${service.url}${path}`, { headers: { accept: 'text/html' } });
      expect(page.headers.get('content-type')).toContain('text/html');
      const html = await page.text();
      expect(html).toContain(word);
      expect(html).not.toMatch(/(src|href)="https?:/);
    }
  });

  it('the number of a request is the service’s own, whatever its caller calls it', async () => {
    for (const sent of ['abc-12345678', 'a b<script>'])
      expect((await knock('/api/v1/health', { 'x-request-id': sent })).headers['x-request-id']).toMatch(
        /^[0-9a-f-]{36}$/,
      );
  });

  it('takes log lines of pages, but not without end', async () => {
    const log = () =>
      createClient({ baseUrl: service.url }).system.log({ body: { component: 'ui', message: 'hello' } });
    await log();
    expect(readFileSync(join(service.home, 'logs', 'frontend.jsonl'), 'utf8')).toContain('"message":"hello"');
    const many = () =>
      Promise.all(
        Array.from({ length: 650 }, () =>
          log().then(
            () => 204,
            (error: { status: number }) => error.status,
          ),
        ),
      );
    // Once more where the minute ended in between.
    await expect.poll(many).toContain(429);
  });
});

describe('the audit', () => {
  useBook('each test');
  it('knows who did what with which tool, before and after, and is for admins', async () => {
    await withAccount(service.client);
    const key = await service.client.auth.createKey({ body: { name: 'agent', role: 'read-write' } });
    const agent = service.as(key.raw_key);
    await agent.trades.create({ body: fill }, { tool: 'create_trade' });
    await agent.trades.patch({
      params: { exec_id: 'E1' },
      body: { notes: 'api_key=abcdefghijkl zrv_sk_abcdefghijklmnop' },
    });
    await service.person.trades.remove({ params: { exec_id: 'E1' } });
    const { items, total } = await service.client.audit.list({ query: { resource_type: 'trade', resource_id: 'E1' } });
    expect(total).toBe(3);
    expect(items.map(({ action, actor, tool }) => [action, actor, tool])).toEqual([
      ['trade.delete', 'person', null],
      ['trade.update', `key:${key.key_id}`, null],
      ['trade.create', `key:${key.key_id}`, 'create_trade'],
    ]);
    expect(items[1]).toMatchObject({ before: { notes: null }, after: { exec_id: 'E1' }, key_id: key.key_id });
    expect(items[2]?.before).toBeNull();
    expect(JSON.stringify(items)).not.toContain('zrv_sk_abc');
    await expect(agent.audit.list()).rejects.toMatchObject({ status: 403 });
    expect((await service.client.audit.list({ query: { action: 'key.create' } })).items[0]?.after).not.toHaveProperty(
      'raw_key',
    );
  });

  it('has nothing of what was refused', async () => {
    await withAccount(service.client);
    await service.client.trades.create({ body: fill });
    await service.client.trades.create({ body: fill }).catch(() => {});
    expect((await service.client.audit.list({ query: { resource_type: 'trade' } })).total).toBe(1);
  });
});

describe('the live feed', () => {
  useBook('each test');
  it('shows writes, tool calls, the guard and the lock as they happen, and ends with the session', async () => {
    await withAccount(service.client);
    const feed = await service.client.system.events();
    const seen: unknown[] = [];
    const watching = (async () => {
      for await (const event of feed)
        // A request that a key sends outside of a call ends as a call too, in its own time.
        if (event.type !== 'call_ended')
          seen.push([event.type, event.data['action'] ?? event.data['tool'] ?? event.data['state'] ?? null]);
    })();
    await service.client.trades.create({ body: fill }, { tool: 'create_trade' });
    await service.client.guard.check({ body: { tool: 'list_trades' } });
    await service.client.guard.lock();
    await service.client.auth.lock();
    await watching;
    expect(seen).toEqual([
      ['hello', null],
      ['write', 'trade.create'],
      ['call_started', 'list_trades'],
      ['guard', null],
      ['write', 'guard.lock'],
      ['write', 'vault.lock'],
      ['vault', 'locked'],
    ]);
  });
});

describe('the end', () => {
  useBook('each test');
  it('finishes what is running, closes the book and lets the home go', async () => {
    await withAccount(service.client);
    const stopped = service.service.app.stop;
    expect(stopped).toBeTypeOf('function');
    const writes = Array.from({ length: 20 }, (_, n) =>
      service.client.trades.create({ body: { ...fill, exec_id: `F${n}` } }),
    );
    const results = await Promise.all([...writes, service.client.system.shutdown()]);
    expect(results.at(-1)).toMatchObject({ status: 'shutting_down' });
    service = await service.restart();
    expect((await service.client.trades.list()).total).toBe(20);
  });
});
