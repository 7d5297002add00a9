// Every route x every role x locked or not, from the contract itself: a new endpoint is covered the moment it is declared.
import { contract, listEndpoints, roles, type Access, type AnyEndpoint } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, passphrase, type TestService } from './test-service.ts';

const callers = ['anonymous', ...roles, 'person'] as const;
type Caller = (typeof callers)[number];
const rank: Readonly<Record<Access | 'anonymous', number>> = {
  anonymous: 0,
  public: 0,
  'read-only': 1,
  'read-write': 2,
  admin: 3,
  person: 4,
};

const endpoints = listEndpoints(contract);
// Those that would end the service or the session this test needs; what they do is the subject of other tests.
const drastic = new Set(['auth.lock', 'auth.end', 'system.shutdown']);

/** An address that names nothing, and a body no schema accepts: an admitted caller gets a 4xx and nothing happens. */
function harmless(endpoint: AnyEndpoint): { path: string; init: RequestInit } {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, '999999');
  const body = endpoint.method === 'GET' || !endpoint.body ? {} : { body: '{"no such field":true}' };
  return { path, init: { method: endpoint.method, ...body } };
}

let service: TestService;
const tokens = new Map<Caller, string | undefined>();

async function unlock(path: string, body: object): Promise<string> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { session_token: string }).session_token;
}

async function knock(
  endpoint: AnyEndpoint,
  token: string | undefined,
): Promise<{ status: number; error: string | undefined }> {
  const { path, init } = harmless(endpoint);
  const abort = new AbortController();
  const response = await fetch(`${service.url}/api/v1${path}`, {
    ...init,
    signal: abort.signal,
    headers: {
      ...(init.body ? { 'content-type': 'application/json' } : {}),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const body = isJson ? ((await response.json()) as { error?: string }) : {};
  abort.abort();
  expect(response.headers.get('x-request-id')).toBeTruthy();
  return { status: response.status, error: body.error };
}

beforeAll(async () => {
  service = await openTestService();
  tokens.set('anonymous', undefined);
  for (const role of roles) tokens.set(role, await unlock('/auth/unlock', { api_key: await service.keyFor(role) }));
  tokens.set('person', await unlock('/service/unlock', { passphrase }));
});
afterAll(() => service.close());

describe('while the vault is unlocked', () => {
  const cases = endpoints
    .filter(({ id }) => !drastic.has(id))
    .flatMap((named) => callers.map((caller) => ({ ...named, caller })));

  it.each(cases)('$id for $caller', async ({ endpoint, caller }) => {
    const { status, error } = await knock(endpoint, tokens.get(caller));
    if (rank[caller] >= rank[endpoint.role]) {
      expect(error).not.toBe('locked');
      expect([401, 403]).not.toContain(status);
      // A declared failure of the outside world is an answer; any other 5xx is ours.
      expect(status < 500 || endpoint.errors?.includes(status)).toBe(true);
    } else {
      expect([status, error]).toEqual(caller === 'anonymous' ? [401, 'unauthenticated'] : [403, 'forbidden']);
    }
  });

  it('a made-up token is anonymous', async () => {
    const { status } = await knock(contract.trades.list, 'tok_00000000000000000000000000000000');
    expect(status).toBe(401);
  });
});

describe('every endpoint of the contract has exactly one route', () => {
  it.each(endpoints)('$id', ({ endpoint }) => {
    expect(service.service.app.routes.filter((route) => route.endpoint === endpoint)).toHaveLength(1);
  });

  it('and no route is outside the contract', () => {
    const known = new Set(endpoints.map(({ endpoint }) => endpoint));
    expect(service.service.app.routes.filter(({ endpoint }) => !known.has(endpoint))).toEqual([]);
  });
});

describe('while the vault is locked', () => {
  beforeAll(() => service.client.auth.lock());

  const cases = endpoints.flatMap((named) => callers.map((caller) => ({ ...named, caller })));
  it.each(cases)('$id for $caller', async ({ endpoint, caller }) => {
    const { status, error } = await knock(endpoint, tokens.get(caller));
    if (endpoint.whileLocked) {
      expect(error).not.toBe('locked');
      expect(status).toBeLessThan(500);
    } else expect([status, error]).toEqual([403, 'locked']);
  });
});
