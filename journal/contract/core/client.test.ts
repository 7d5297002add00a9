import { describe, expect, it } from 'vitest';
import { ApiError, ApiUnreachable, createClient, type Auth } from '../index.ts';

interface RecordedRequest {
  method: string;
  path: string;
  authorization: string | null;
  body: string;
}

/** A service of one function, and what it was asked. */
function service(answer: (seen: RecordedRequest) => Response | Promise<Response>, auth?: Auth, now?: () => number) {
  const seen: RecordedRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const one = {
      method: request.method,
      path: url.pathname + url.search,
      authorization: request.headers.get('authorization'),
      body: await request.text(),
    };
    seen.push(one);
    return answer(one);
  };
  const options = { baseUrl: 'http://127.0.0.1:8765/', fetch, ...(auth && { auth }), ...(now && { now }) };
  return { seen, client: createClient(options) };
}

const grant = (token: string) =>
  Response.json({ session_token: token, role: 'read-write', scopes: ['read', 'write'], expires_in: 3600 });
const refusal = (status: number, error: string) =>
  Response.json({ error, detail: `${error}, sadly`, request_id: 'r-1' }, { status });

describe('the typed client', () => {
  it('encodes every path value and leaves absent query values out', async () => {
    const { seen, client } = service(() => Response.json({ items: [], total: 0, limit: 50, offset: 0 }));
    await client.trades.get({ params: { exec_id: 'a/b?c d' } });
    await client.trades.list({ query: { limit: 5, search: 'A&B' } });
    await client.trades.list();
    expect(seen.map(({ path }) => path)).toEqual([
      '/api/v1/trades/a%2Fb%3Fc%20d',
      '/api/v1/trades?limit=5&search=A%26B',
      '/api/v1/trades',
    ]);
  });

  it('turns ten concurrent calls into one unlock', async () => {
    const { seen, client } = service(
      ({ path }) => (path.endsWith('/auth/unlock') ? grant('tok_1') : Response.json([])),
      {
        kind: 'key',
        apiKey: 'zrv_sk_x',
      },
    );
    await Promise.all(Array.from({ length: 10 }, () => client.accounts.list()));
    expect(seen.filter(({ path }) => path.endsWith('/auth/unlock'))).toHaveLength(1);
    expect(seen.filter(({ authorization }) => authorization === 'Bearer tok_1')).toHaveLength(10);
  });

  it('renews a session thirty seconds before it ends', async () => {
    let now = 0;
    let unlocks = 0;
    const { client } = service(
      ({ path }) => (path.endsWith('/auth/unlock') ? grant(`tok_${++unlocks}`) : Response.json([])),
      { kind: 'key', apiKey: 'zrv_sk_x' },
      () => now,
    );
    await client.accounts.list();
    now = 3_569_000;
    await client.accounts.list();
    expect(unlocks).toBe(1);
    now = 3_571_000;
    await client.accounts.list();
    expect(unlocks).toBe(2);
  });

  it.each([
    [401, 'unauthenticated'],
    [403, 'locked'],
  ])('unlocks again exactly once after %i %s', async (status, error) => {
    let calls = 0;
    const { client, seen } = service(
      ({ path }) => {
        if (path.endsWith('/auth/unlock')) return grant(`tok_${calls}`);
        calls += 1;
        return calls === 1 ? refusal(status, error) : Response.json([]);
      },
      { kind: 'key', apiKey: 'zrv_sk_x' },
    );
    expect(await client.accounts.list()).toEqual([]);
    expect(seen).toHaveLength(4);

    const never = service(({ path }) => (path.endsWith('/auth/unlock') ? grant('tok') : refusal(status, error)), {
      kind: 'key',
      apiKey: 'zrv_sk_x',
    });
    await expect(never.client.accounts.list()).rejects.toMatchObject({ status, code: error });
    expect(never.seen).toHaveLength(4);
  });

  it('does not retry what the role forbids', async () => {
    const { client, seen } = service(
      ({ path }) => (path.endsWith('/auth/unlock') ? grant('tok') : refusal(403, 'forbidden')),
      { kind: 'key', apiKey: 'zrv_sk_x' },
    );
    await expect(client.auth.listKeys()).rejects.toBeInstanceOf(ApiError);
    expect(seen).toHaveLength(2);
  });

  it('says that the service is not there, and what to do', async () => {
    const { client } = service(() => Promise.reject(new TypeError('fetch failed')));
    const error = await client.system.health().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiUnreachable);
    expect(String(error)).toContain('zorivest up');
  });

  it('says that the work may go on where the answer took longer than it could wait', async () => {
    const patience = new TypeError('fetch failed', { cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
    const { client } = service(() => Promise.reject(patience));
    const error = await client.system.health().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'timeout' });
    expect(String(error)).toContain('may still be at it');
    expect(String(error)).not.toContain('zorivest up');
  });

  it('reads once more over a connection that was closed under it, but never writes twice', async () => {
    const reset = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }));
    let calls = 0;
    const reading = service(() => (++calls === 1 ? reset() : Response.json([])));
    expect(await reading.client.accounts.list()).toEqual([]);
    const writing = service(reset);
    await expect(writing.client.guard.unlock()).rejects.toBeInstanceOf(ApiUnreachable);
    expect(writing.seen).toHaveLength(1);
  });

  it('reads server-sent events one JSON document at a time, skipping heartbeats', async () => {
    const stream = ': heartbeat\n\nid: 1\ndata: {"id":1}\n\ndata: {"id":2}\n\n';
    const { client } = service(() => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }));
    const ids: unknown[] = [];
    for await (const event of await client.system.events()) ids.push(event.id);
    expect(ids).toEqual([1, 2]);
  });
});
