import { createHash } from 'node:crypto';
import type { JournalClient } from '@zorivest/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceActor, writeAs } from '@zorivest/store';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

const check = () => service.client.guard.check();

describe('the guard', () => {
  it('is off at first: every call is allowed, and counted', async () => {
    expect(await check()).toEqual({ allowed: true, reason: 'guard_disabled' });
    await check();
    expect(await service.client.guard.status()).toEqual({
      is_enabled: false,
      is_locked: false,
      locked_at: null,
      lock_reason: null,
      lifted_by: null,
      calls_per_minute_limit: 60,
      calls_per_hour_limit: 500,
      recent_calls_1min: 2,
      recent_calls_1hr: 2,
      call_count: 2,
    });
  });

  it('with a limit of two a minute locks itself at the third call, and stays locked', async () => {
    await service.client.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 2 } });
    expect([await check(), await check(), await check()]).toEqual([
      { allowed: true, reason: 'ok' },
      { allowed: true, reason: 'ok' },
      { allowed: false, reason: 'rate_limit_exceeded' },
    ]);
    service.advance(7_200_000);
    expect(await check()).toEqual({ allowed: false, reason: 'rate_limit_exceeded' });
    await service.client.guard.unlock();
    expect(await check()).toEqual({ allowed: true, reason: 'ok' });
    const { items } = await service.client.audit.list({ query: { resource_type: 'guard' } });
    expect(items.map(({ action }) => action)).toEqual(['guard.unlock', 'guard.auto_lock', 'guard.configure']);
  });

  it('slides: calls of more than a minute ago do not count', async () => {
    await service.client.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 2 } });
    for (let minute = 0; minute < 4; minute += 1) {
      expect((await check()).allowed).toBe(true);
      expect((await check()).allowed).toBe(true);
      service.advance(60_001);
    }
  });

  it('says whose calls of the last hour it counted, also after a restart, and only to the person', async () => {
    await service.person.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 100 } });
    const other = service.as(await service.keyFor('read-only'));
    await check();
    await other.guard.check();
    await check();
    const countCalls = async () =>
      (await service.person.guard.calls()).items.map(({ key_id, last_hour, by_minute }) => ({
        isOurs: key_id === service.keyId,
        last_hour,
        sum: by_minute.reduce((sum, each) => sum + each, 0),
      }));
    const expected = [
      { isOurs: true, last_hour: 2, sum: 2 },
      { isOurs: false, last_hour: 1, sum: 1 },
    ];
    expect(await countCalls()).toEqual(expected);
    service = await service.restart();
    expect(await countCalls()).toEqual(expected);
    await expect(service.client.guard.calls()).rejects.toMatchObject({ status: 403 });
  });

  it('has an hour too, which is enforced', async () => {
    await service.client.guard.configure({ body: { is_enabled: true, calls_per_hour_limit: 3 } });
    for (let n = 0; n < 3; n += 1) {
      expect((await check()).allowed).toBe(true);
      service.advance(61_000);
    }
    expect(await check()).toEqual({ allowed: false, reason: 'rate_limit_exceeded' });
  });

  it('locked beats disabled', async () => {
    const status = await service.client.guard.lock({ body: { reason: 'agent_self_lock' } });
    expect(status).toMatchObject({ is_enabled: false, is_locked: true, lock_reason: 'agent_self_lock' });
    expect(await check()).toEqual({ allowed: false, reason: 'agent_self_lock' });
    expect((await service.client.guard.lock()).lock_reason).toBe('manual');
  });

  it('forgets nothing over a restart: not the lock, not the calls', async () => {
    await service.client.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 3 } });
    await check();
    await check();
    service = await service.restart();
    expect(await service.client.auth.status()).toMatchObject({ locked: true });
    expect(await service.client.guard.status()).toMatchObject({ is_locked: true, lock_reason: 'vault_locked' });
    expect((await check()).allowed).toBe(true);
    expect((await check()).reason).toBe('rate_limit_exceeded');
    service = await service.restart();
    await service.client.accounts.list();
    expect(await service.client.guard.status()).toMatchObject({ is_locked: true, lock_reason: 'rate_limit_exceeded' });
  });

  it('that cannot be stored stays as stored, except that a lock holds all the same', async () => {
    await service.client.guard.lock();
    const { connection } = service.service.app.control;
    connection.pragma('query_only=ON');
    await expect(service.client.guard.unlock()).rejects.toMatchObject({ status: 503 });
    expect((await service.client.guard.status()).is_locked).toBe(true);
    connection.pragma('query_only=OFF');
    await service.client.guard.unlock();
    connection.pragma('query_only=ON');
    expect(await service.client.guard.lock()).toMatchObject({ is_locked: true, kept: 'marked' });
    expect((await check()).allowed).toBe(false);
    connection.pragma('query_only=OFF');
  });

  it('can be locked by any key, unlocked by an ordinary one, but not by a reader', async () => {
    const reader = service.as(await service.keyFor('read-only'));
    const writer = service.as(await service.keyFor('read-write'));
    await reader.guard.lock({ body: { reason: 'stop' } });
    await expect(reader.guard.unlock()).rejects.toMatchObject({ status: 403 });
    expect((await writer.guard.unlock()).is_locked).toBe(false);
    await expect(writer.guard.configure({ body: { is_enabled: false } })).rejects.toMatchObject({ status: 403 });
    await expect(service.client.guard.configure({ body: { calls_per_minute_limit: 0 } })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('calls_per_minute_limit') as string,
    });
  });
});

describe('a stop', () => {
  const writer = async () => service.as(await service.keyFor('read-write'));
  const refused = { status: 423, code: 'guard_locked' };

  it('that a person pressed only a person lifts, also after another lock or a restart', async () => {
    const key = await writer();
    expect((await key.guard.lock()).lifted_by).toBe('anyone');
    expect((await service.person.guard.lock({ body: { reason: 'enough' } })).lifted_by).toBe('person');
    expect((await key.guard.lock({ body: { reason: 'me too' } })).lifted_by).toBe('person');
    await expect(key.guard.unlock()).rejects.toMatchObject({ status: 403, code: 'locked_by_person' });
    service = await service.restart();
    await expect(service.client.guard.unlock()).rejects.toMatchObject({ status: 403, code: 'locked_by_person' });
    expect(await service.person.guard.unlock()).toMatchObject({ is_locked: false, lifted_by: null });
  });

  it('keeps the reason the person gave, whatever a key gives', async () => {
    await service.person.guard.lock({ body: { reason: 'away for lunch' } });
    await service.client.guard.lock({ body: { reason: 'nothing to see' } });
    expect(await service.person.guard.status()).toMatchObject({ lock_reason: 'away for lunch', lifted_by: 'person' });
    await service.person.guard.unlock();
    await service.client.guard.lock({ body: { reason: 'mine' } });
    await service.person.guard.lock({ body: { reason: 'the person’s' } });
    expect(await service.person.guard.status()).toMatchObject({ lock_reason: 'the person’s' });
    await service.person.guard.unlock();
  });

  it('counts on when a key locks and unlocks: its limit is not its own to set back', async () => {
    const hold = service.holdClock();
    await service.person.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 5 } });
    let allowed = 0;
    for (let n = 0; n < 20; n += 1) {
      if ((await service.client.guard.check()).allowed) allowed += 1;
      await service.client.guard.lock();
      await service.client.guard.unlock().catch(() => undefined);
    }
    expect(allowed).toBe(5);
    hold();
    await service.person.guard.unlock();
    await service.person.guard.configure({ body: { is_enabled: false } });
  });

  it('that a key presses again and again is written down once, and lifted by it ten times an hour', async () => {
    const [key, reader] = [await writer(), service.as(await service.keyFor('read-only'))];
    for (let n = 0; n < 15; n += 1) {
      for (const one of [key, reader, key]) await one.guard.lock({ body: { reason: `round ${n}` } });
      await key.guard.unlock().catch(() => undefined);
      if (n < 10) await key.guard.unlock();
    }
    await expect(key.guard.unlock()).rejects.toMatchObject({ code: 'locked_by_person' });
    const { total } = await service.person.audit.list({ query: { resource_type: 'guard' } });
    expect(total).toBe(21);
    // Another key may, and so may this one an hour later.
    await service.client.guard.unlock();
    service.advance(3_600_001);
    await key.guard.lock();
    expect((await key.guard.unlock()).is_locked).toBe(false);
  });

  it('by a limit a key lifts once an hour, then the person', async () => {
    await service.client.guard.configure({ body: { is_enabled: true, calls_per_minute_limit: 1 } });
    const cross = async () => {
      await check();
      await check();
      return (await service.client.guard.status()).lifted_by;
    };
    expect(await cross()).toBe('anyone');
    await service.client.guard.unlock();
    expect(await cross()).toBe('person');
    await expect(service.client.guard.unlock()).rejects.toMatchObject({ code: 'locked_by_person' });
    service = await service.restart();
    await expect(service.client.guard.unlock()).rejects.toMatchObject({ code: 'locked_by_person' });
    await service.person.guard.unlock();
    service.advance(3_600_001);
    expect(await cross()).toBe('anyone');
  });

  it('refuses every write of a key and none of the person, while reading continues', async () => {
    await withAccount(service.client);
    const key = await writer();
    await service.person.guard.lock();
    await expect(key.trades.create({ body: fill })).rejects.toMatchObject(refused);
    await expect(service.client.backups.create()).rejects.toMatchObject(refused);
    expect((await key.trades.list()).total).toBe(0);
    expect((await key.confirmations.issue({ body: { action: 'create_trade', params_summary: '' } })).token).toMatch(
      /^ctk_/,
    );
    await service.person.trades.create({ body: fill });
    await service.person.guard.unlock();
    await key.trades.create({ body: { ...fill, exec_id: 'after' } });
    expect((await key.trades.list()).total).toBe(2);
  });

  it('ends the running requests of keys immediately, and says what they were', async () => {
    await service.close();
    service = await openTestService({ fetch: () => new Promise<never>(() => {}) });
    await service.person.market.configureProvider({
      params: { name: 'finnhub' },
      body: { api_key: 'k', is_enabled: true },
    });
    const key = await writer();
    const outcome = key.market.testProvider({ params: { name: 'finnhub' } }).then(
      () => 'answered',
      (error: { code: string }) => error.code,
    );
    const stopUntilMet = async (): Promise<number> => {
      const { aborted } = await service.person.guard.lock();
      return aborted.length;
    };
    await expect.poll(stopUntilMet).toBe(1);
    expect(await outcome).toBe('guard_locked');
  });

  it('is answered, like every question about the guard, while a long write holds the book', async () => {
    await withAccount(service.client);
    const key = await writer();
    await key.accounts.list();
    const { promise: written, resolve: finish } = Promise.withResolvers<void>();
    const holding = service.service.app.store.db.transaction().execute(() => written);
    expect(await key.guard.check()).toMatchObject({ allowed: true });
    const { token } = await key.confirmations.issue({ body: { action: 'delete_trade', params_summary: 'E1' } });
    await key.confirmations.consume({ body: { token, action: 'delete_trade' } });
    expect(await service.person.guard.lock()).toMatchObject({ is_locked: true, lifted_by: 'person' });
    await expect(key.trades.create({ body: fill })).rejects.toMatchObject(refused);
    expect(await key.guard.check()).toMatchObject({ allowed: false });
    expect(await service.person.guard.unlock()).toMatchObject({ is_locked: false });
    finish();
    await holding;
  });

  it('that falls into a write rolls all of it back', async () => {
    await withAccount(service.client);
    const stop = new AbortController();
    const access = { ...service.service.app, written: () => {} };
    const writing = writeAs(
      access,
      { actor: serviceActor, requestId: null, label: 'account.create' },
      async ({ db, audit }) => {
        await db.updateTable('accounts').set({ name: 'half done' }).execute();
        audit({ resource: 'account', id: 'U1' });
        stop.abort();
      },
      { stopped: stop.signal, storing: () => true },
    );
    await expect(writing).rejects.toMatchObject(refused);
    expect((await service.client.accounts.list())[0]?.name).toBe('Main');
  });
});

describe('confirmation tokens', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const issue = (client: JournalClient, params_hash?: string) =>
    client.confirmations.issue({
      body: { action: 'create_trade', params_summary: 'buy 100 AAPL', ...(params_hash && { params_hash }) },
    });
  const consume = (client: JournalClient, body: { token: string; action: string; params_hash?: string }) =>
    client.confirmations.consume({ body }).then(
      () => 'consumed',
      (error: { detail: { reason: string } }) => error.detail.reason,
    );

  it('are good once', async () => {
    const issued = await issue(service.client);
    expect(issued).toMatchObject({ action: 'create_trade', params_summary: 'buy 100 AAPL', expires_in_seconds: 60 });
    expect(issued.token).toMatch(/^ctk_[0-9a-f]{32}$/);
    const use = { token: issued.token, action: 'create_trade' };
    expect([await consume(service.client, use), await consume(service.client, use)]).toEqual([
      'consumed',
      'already_used',
    ]);
  });

  it('of twenty simultaneous tries exactly one gets through', async () => {
    const { token } = await issue(service.client);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => consume(service.client, { token, action: 'create_trade' })),
    );
    expect(outcomes.filter((outcome) => outcome === 'consumed')).toHaveLength(1);
  });

  it('are bound to the action, the parameters, the key and the minute', async () => {
    const { token } = await issue(service.client, hash('a'));
    const other = service.as(await service.keyFor('admin'));
    expect(await consume(service.client, { token, action: 'sync_broker', params_hash: hash('a') })).toBe(
      'action_mismatch',
    );
    expect(await consume(service.client, { token, action: 'create_trade', params_hash: hash('b') })).toBe(
      'params_mismatch',
    );
    expect(await consume(service.client, { token, action: 'create_trade' })).toBe('params_mismatch');
    expect(await consume(other, { token, action: 'create_trade', params_hash: hash('a') })).toBe('other_holder');
    expect(await consume(service.client, { token: 'ctk_nothing', action: 'create_trade' })).toBe('unknown');
    service.advance(60_001);
    expect(await consume(service.client, { token, action: 'create_trade', params_hash: hash('a') })).toBe('expired');
  });

  it('are for known actions only', async () => {
    await expect(
      service.client.confirmations.issue({ body: { action: 'format_disk', params_summary: '' } }),
    ).rejects.toMatchObject({ status: 400 });
  });

  it('sent along with a delete must be right, and are used up by it', async () => {
    await withAccount(service.client);
    await service.client.trades.create({ body: fill });
    const { token } = await service.client.confirmations.issue({
      body: { action: 'delete_trade', params_summary: 'E1' },
    });
    const wrong = await issue(service.client);
    const remove = (confirmationToken: string) =>
      service.client.trades.remove({ params: { exec_id: 'E1' } }, { confirmationToken });
    await expect(remove(wrong.token)).rejects.toMatchObject({ status: 409, code: 'confirmation_invalid' });
    await remove(token);
    expect(await consume(service.client, { token, action: 'delete_trade' })).toBe('already_used');
  });
});
