import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, isServiceOf } from '@zorivest/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConnection } from '@zorivest/store';
import { fill, openTestService, passphrase, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

const anyone = () => createClient({ baseUrl: service.url });
const unlock = (api_key: string) => anyone().auth.unlock({ body: { api_key } });
const withToken = (token: string) => createClient({ baseUrl: service.url, auth: { kind: 'token', token } });

describe('a session', () => {
  it('ends with its key, and so does a feed that is open in its name', async () => {
    const { raw_key } = await service.client.auth.createKey({
      body: { name: 'short', role: 'read-write', expires_in: 60 },
    });
    const grant = await unlock(raw_key);
    expect(grant.expires_in).toBeLessThanOrEqual(60);
    const client = withToken(grant.session_token);
    const feed = (await client.system.events())[Symbol.asyncIterator]();
    expect((await feed.next()).value).toMatchObject({ type: 'hello' });
    service.advance(61_000);
    await expect(client.guard.lock()).rejects.toMatchObject({ status: 401 });
    const waitForEnd = async (): Promise<boolean> => ((await feed.next()).done === true ? true : waitForEnd());
    expect(await waitForEnd()).toBe(true);
  });
});

describe('unlocking', () => {
  it('starts locked, and the first valid key opens it', async () => {
    expect(await anyone().auth.status()).toEqual({ locked: true, active_sessions: 0 });
    expect((await anyone().system.health()).state).toBe('locked');
    const grant = await unlock(service.apiKey);
    expect(grant).toMatchObject({ role: 'admin', scopes: ['read', 'write'] });
    // Seconds that are left when it is answered: a slow machine has used some of the hour.
    expect(grant.expires_in).toBeGreaterThan(3000);
    expect(grant.expires_in).toBeLessThanOrEqual(3600);
    expect(grant.session_token).toMatch(/^tok_[0-9a-f]{32}$/);
    expect(await anyone().auth.status()).toEqual({ locked: false, active_sessions: 1 });
  });

  it('gives a valid key another session while it is unlocked, so that a session can be renewed', async () => {
    const [first, second] = [await unlock(service.apiKey), await unlock(service.apiKey)];
    expect(second.session_token).not.toBe(first.session_token);
    for (const { session_token } of [first, second]) {
      expect(await withToken(session_token).accounts.list()).toEqual([]);
    }
  });

  it('opens the book once for ten keys at the same moment', async () => {
    const grants = await Promise.all(Array.from({ length: 10 }, () => unlock(service.apiKey)));
    expect(new Set(grants.map(({ session_token }) => session_token)).size).toBe(10);
  });

  it('gives the person a session by the passphrase, also in another composition of the same letters', async () => {
    const grant = await anyone().system.unlock({ body: { passphrase } });
    expect(grant.role).toBe('person');
    expect(await withToken(grant.session_token).auth.listKeys()).toHaveLength(1);
  });

  it('ends sessions after an hour', async () => {
    const { session_token } = await unlock(service.apiKey);
    service.advance(3_599_000);
    expect(await withToken(session_token).accounts.list()).toEqual([]);
    service.advance(2000);
    await expect(withToken(session_token).accounts.list()).rejects.toMatchObject({ status: 401 });
    expect(await service.client.accounts.list()).toEqual([]);
  });

  it('locks immediately: the sessions end, the key is needed again', async () => {
    const { session_token } = await unlock(service.apiKey);
    expect(await withToken(session_token).auth.lock()).toEqual({ status: 'locked' });
    await expect(withToken(session_token).accounts.list()).rejects.toMatchObject({ status: 403, code: 'locked' });
    expect(await service.client.accounts.list()).toEqual([]);
    await expect(withToken(session_token).accounts.list()).rejects.toMatchObject({ status: 401 });
  });
});

describe('a vault that the person locked', () => {
  const lockAsPerson = async () => {
    const { session_token } = await anyone().system.unlock({ body: { passphrase } });
    await withToken(session_token).auth.lock();
  };

  it('opens to no key until the passphrase, also after a restart', async () => {
    await lockAsPerson();
    await expect(unlock(service.apiKey)).rejects.toMatchObject({ status: 423, code: 'locked_by_person' });
    service = await service.restart();
    await expect(unlock(service.apiKey)).rejects.toMatchObject({ status: 423, code: 'locked_by_person' });
    await anyone().system.unlock({ body: { passphrase } });
    expect((await unlock(service.apiKey)).role).toBe('admin');
  });

  it('is not locked by a key that may only write', async () => {
    const { session_token } = await unlock(await service.keyFor('read-write'));
    await expect(withToken(session_token).auth.lock()).rejects.toMatchObject({ status: 403 });
  });

  it('is locked although somebody is being answered who never ends', async () => {
    await service.close();
    service = await openTestService({ fetch: () => new Promise<never>(() => {}) });
    await service.person.market.configureProvider({
      params: { name: 'finnhub' },
      body: { api_key: 'k', is_enabled: true },
    });
    const waiting = service.client.market.testProvider({ params: { name: 'finnhub' } }).catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await lockAsPerson();
    expect((await anyone().auth.status()).locked).toBe(true);
    await service.service.stop();
    expect(await waiting).toBeInstanceOf(Error);
    service = await service.restart();
  });
});

describe('guessing', () => {
  beforeEach(() => {
    service.holdClock();
  });

  it('is slowed down for keys, while those who hold one are let in', async () => {
    const outcomes: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1) {
      outcomes.push(
        await unlock(`zrv_sk_${'x'.repeat(31)}${attempt}`).then(
          () => 200,
          (error: { status: number }) => error.status,
        ),
      );
    }
    expect(outcomes.slice(0, 3)).toEqual([401, 401, 401]);
    expect(outcomes.at(-1)).toBe(429);
    expect((await unlock(service.apiKey)).role).toBe('admin');
  });

  const guess = (text: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/service/unlock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ passphrase: text }),
    });

  it('of the passphrase is checked five times a minute, however many tries come', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(`wrong ${n}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    const held = await guess(passphrase);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
    service.advance(61_000);
    expect((await guess(passphrase)).status).toBe(200);
  });

  it('by strangers does not keep out who can read the home', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`wrong ${n}`)));
    expect((await guess(passphrase)).status).toBe(429);
    const file = join(service.home, 'local.secret');
    expect(statSync(file).mode & 0o077).toBe(0);
    const proof = { 'x-zorivest-local': readFileSync(file, 'utf8').trim() };
    expect((await guess(passphrase, proof)).status).toBe(200);
    expect((await guess(passphrase, { 'x-zorivest-local': 'guessed' })).status).toBe(429);
    // The owner's own lane has the same limit.
    const own = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`wrong ${n}`, proof)));
    expect(own.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  it('proof of the home is new at every start and gone when the service is', async () => {
    const file = join(service.home, 'local.secret');
    const before = readFileSync(file, 'utf8');
    // With it the service proves to readers of the home that it is the one.
    expect(await isServiceOf(before.trim(), service.url)).toBe(true);
    expect(await isServiceOf('guessed', service.url)).toBe(false);
    await service.service.stop();
    expect(existsSync(file)).toBe(false);
    service = await service.restart();
    expect(readFileSync(file, 'utf8')).not.toBe(before);
  });
});

describe('API keys', () => {
  it('are shown once, listed masked, and work with their role', async () => {
    const made = await service.client.auth.createKey({ body: { name: 'cursor', role: 'read-only' } });
    expect(made.raw_key).toMatch(/^zrv_sk_[\w-]{32}$/);
    const listed = await service.client.auth.listKeys();
    expect(listed.find(({ key_id }) => key_id === made.key_id)).toMatchObject({
      label: 'cursor',
      role: 'read-only',
      masked_key: `zrv_sk_...${made.raw_key.slice(-4)}`,
      revoked_at: null,
    });
    expect(JSON.stringify(listed)).not.toContain(made.raw_key);
    await expect(withToken((await unlock(made.raw_key)).session_token).guard.unlock()).rejects.toMatchObject({
      status: 403,
    });
  });

  it('open the vault from a locked start, each with its own copy of the data key', async () => {
    const key = await service.keyFor('read-write');
    service = await service.restart();
    expect((await unlock(key)).role).toBe('read-write');
  });

  it('are revoked immediately: open sessions end, live feeds too, and the copy is gone from the file and its backup', async () => {
    const made = await service.client.auth.createKey({ body: { name: 'gone', role: 'read-write' } });
    const holder = withToken((await unlock(made.raw_key)).session_token);
    const feed = await holder.system.events();
    await service.client.auth.revokeKey({ params: { key_id: made.key_id } });
    await expect(holder.accounts.list()).rejects.toMatchObject({ status: 401 });
    for await (const event of feed) expect(event).toBeDefined();
    await expect(unlock(made.raw_key)).rejects.toMatchObject({ status: 403 });
    for (const file of ['bootstrap.json', 'bootstrap.json.bak']) {
      const { keys } = JSON.parse(readFileSync(join(service.home, file), 'utf8')) as {
        keys: { key_id: string; wrapped_dek: unknown }[];
      };
      expect(keys.find(({ key_id }) => key_id === made.key_id)?.wrapped_dek).toBeNull();
    }
    await expect(service.client.auth.revokeKey({ params: { key_id: made.key_id } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('expire on their date', async () => {
    const { raw_key } = await service.client.auth.createKey({
      body: { name: 'short', role: 'read-only', expires_in: 3600 },
    });
    await unlock(raw_key);
    service.advance(3_601_000);
    await expect(unlock(raw_key)).rejects.toMatchObject({ status: 403 });
  });

  it('cannot be promoted, nor brought back, by editing the file', async () => {
    const reader = await service.client.auth.createKey({ body: { name: 'reader', role: 'read-only' } });
    const path = join(service.home, 'bootstrap.json');
    const text = readFileSync(path, 'utf8').replace('"read-only"', '"admin"');
    const restart = async (changed: string) => {
      await service.service.stop();
      writeFileSync(path, changed);
      service = await service.restart();
    };
    await restart(text);
    await expect(unlock(reader.raw_key)).rejects.toMatchObject({ status: 403 });
    await unlock(service.apiKey);
    await expect(unlock(reader.raw_key)).rejects.toMatchObject({
      status: 403,
      message: expect.stringContaining('altered') as string,
    });
  });
});

describe('what lies on the disk', () => {
  const marker = 'SECRETMARKER7391';
  const files = () =>
    readdirSync(service.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  it('shows nothing of the book: not in the database, its log, the backups, bootstrap.json or the logs', async () => {
    await withAccount(service.client, 'U1');
    for (let n = 0; n < 50; n += 1) {
      await service.client.trades.create({
        body: { ...fill, exec_id: `${marker}-${n}`, notes: `${marker} `.repeat(50) },
      });
    }
    await service.client.trades.list({ query: { search: marker, sort: 'price', limit: 1000 } });
    await service.client.backups.create();
    const found = files().filter((file) => readFileSync(file).includes(marker));
    expect(found).toEqual([]);
    expect(files().some((file) => file.endsWith('zorivest.db-wal'))).toBe(true);
    const bootstrap = readFileSync(join(service.home, 'bootstrap.json'), 'utf8');
    expect(bootstrap).not.toContain(service.apiKey);
    expect(bootstrap).not.toContain(passphrase);
    expect(service.service.app.store.connection.pragma('temp_store', { simple: true })).toBe(2);
    expect(service.service.app.store.connection.pragma('synchronous', { simple: true })).toBe(2);
    expect(service.service.app.store.connection.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(service.service.app.store.connection.pragma('foreign_keys', { simple: true })).toBe(1);
  });

  it('opens with no other key', async () => {
    await withAccount(service.client);
    await service.client.auth.lock();
    expect(() => openConnection(join(service.home, 'zorivest.db'), Buffer.alloc(32, 7))).toThrow(/not a database/);
  });

  it('names no secret in the logs, for any request', async () => {
    await unlock('zrv_sk_abcdefghijklmnopqrstuvwxyz012345').catch(() => {});
    await anyone().system.log({
      body: {
        level: 'error',
        component: 'ui',
        message: `Bearer ${service.apiKey}`,
        data: { password: 'hunter2hunter2', nested: [{ api_key: 'abc' }] },
      },
    });
    await service.client.settings.update({ body: { 'logging.api.level': 'DEBUG' } });
    await service.client.accounts.list();
    const logs = files()
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    expect(logs).toContain('"component":"ui"');
    for (const secret of [service.apiKey, 'hunter2hunter2', 'zrv_sk_abc', passphrase, 'tok_'])
      expect(logs).not.toContain(secret);
  });
});
