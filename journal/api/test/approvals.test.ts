// What the person lets each key do: modes, approvals, and the person\'s own ways in.
import { createClient, type JournalClient } from '@zorivest/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fill, openTestService, passphrase, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
  await withAccount(service.client);
});
afterEach(() => service.close());

const anyone = () => createClient({ baseUrl: service.url });
const withToken = (token: string) => createClient({ baseUrl: service.url, auth: { kind: 'token', token } });

async function assistant(mode?: 'off' | 'read' | 'ask' | 'write') {
  const { raw_key, key_id } = await service.client.auth.createKey({ body: { name: 'assistant', role: 'read-write' } });
  if (mode) await service.person.auth.setMode({ params: { key_id }, body: { mode } });
  return { key_id, raw_key, client: service.as(raw_key) };
}

describe('the mode of a key', () => {
  it('starts as read for a reader and as write for the others, and no key makes a stronger one than itself', async () => {
    const reader = await service.client.auth.createKey({ body: { name: 'r', role: 'read-only' } });
    expect(reader.mode).toBe('read');
    expect((await assistant()).key_id).toBeTruthy();
    await service.person.auth.setMode({ params: { key_id: service.keyId }, body: { mode: 'ask' } });
    const listed = await service.client.auth.listKeys();
    expect(listed.map(({ role, mode }) => [role, mode])).toEqual([
      ['admin', 'ask'],
      ['read-only', 'read'],
      ['read-write', 'write'],
    ]);
    const asked = await service.client.approvals.request({
      body: { tool: 'make_key', effect: 'Make a key?', writes: [{ endpoint: 'auth.createKey' }] },
    });
    await service.person.approvals.decide({ params: { id: asked.id }, body: { decision: 'approve' } });
    const made = await service.client.auth.createKey({ body: { name: 'w', role: 'admin' } }, { approval: asked.id });
    expect(made.mode).toBe('ask');
  });

  it('holds from the next request: read refuses writes, off ends everything', async () => {
    const { client, key_id, raw_key } = await assistant();
    await client.trades.create({ body: fill });
    await service.person.auth.setMode({ params: { key_id }, body: { mode: 'read' } });
    await expect(client.trades.create({ body: { ...fill, exec_id: 'E2' } })).rejects.toMatchObject({ status: 403 });
    expect((await client.trades.list()).total).toBe(1);
    await client.guard.lock();
    await service.person.guard.unlock();
    await service.person.auth.setMode({ params: { key_id }, body: { mode: 'off' } });
    await expect(client.trades.list()).rejects.toMatchObject({ status: 403, code: 'key_off' });
    await expect(anyone().auth.unlock({ body: { api_key: raw_key } })).rejects.toMatchObject({ code: 'key_off' });
  });

  it('off opens no vault, and says nothing about the book', async () => {
    const { raw_key } = await assistant('off');
    await service.client.auth.lock();
    await expect(anyone().auth.unlock({ body: { api_key: raw_key } })).rejects.toMatchObject({ code: 'key_off' });
    expect((await anyone().system.health()).state).toBe('locked');
    expect((await service.client.accounts.list()).length).toBe(1);
  });

  it('is for the person alone, and must be one we know', async () => {
    const { key_id } = await assistant();
    await expect(service.client.auth.setMode({ params: { key_id }, body: { mode: 'write' } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      service.person.auth.setMode({ params: { key_id }, body: { mode: 'maybe' as never } }),
    ).rejects.toMatchObject({ status: 422 });
    await expect(
      service.person.auth.setMode({ params: { key_id: 'key_none' }, body: { mode: 'read' } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('an approval', () => {
  const create = (body: object = fill) => [{ endpoint: 'trades.create', input: { body } }];
  const ask = (client: JournalClient, writes: { endpoint: string; input?: { body?: unknown } }[] = create()) =>
    client.approvals.request({
      body: { tool: 'create_trade', effect: 'Record a trade?', arguments: { exec_id: 'E1' }, writes },
    });
  const decide = (id: string, decision: 'approve' | 'deny', for_minutes?: 15) =>
    service.person.approvals.decide({ params: { id }, body: { decision, ...(for_minutes && { for_minutes }) } });
  const mismatch = { status: 403, code: 'approval_mismatch' };

  it('lets exactly the granted write of a key in mode ask through, once', async () => {
    const { client } = await assistant('ask');
    await expect(client.trades.create({ body: fill })).rejects.toMatchObject({
      status: 403,
      code: 'approval_required',
    });
    const { id, status, writes } = await ask(client);
    expect([status, writes]).toEqual([
      'waiting',
      [{ endpoint: 'trades.create', summary: expect.any(String) as string, input: { body: fill } }],
    ]);
    await expect(client.trades.create({ body: fill }, { approval: id })).rejects.toMatchObject(mismatch);
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved' });
    const other = client.trades.create({ body: { ...fill, quantity: 1 } }, { approval: id });
    await expect(other).rejects.toMatchObject(mismatch);
    await expect(client.trades.remove({ params: { exec_id: 'E1' } }, { approval: id })).rejects.toMatchObject(mismatch);
    await client.trades.create({ body: fill }, { approval: id });
    await expect(client.trades.create({ body: fill }, { approval: id })).rejects.toMatchObject(mismatch);
    expect((await client.trades.list()).total).toBe(1);
  });

  it("is no other key's, and no later minute's", async () => {
    const [one, two] = [await assistant('ask'), await assistant('ask')];
    const { id } = await ask(one.client);
    await decide(id, 'approve');
    await expect(two.client.trades.create({ body: fill }, { approval: id })).rejects.toMatchObject(mismatch);
    await expect(two.client.approvals.wait({ params: { id } })).rejects.toMatchObject({ status: 404 });
    service.advance(60_001);
    await expect(one.client.trades.create({ body: fill }, { approval: id })).rejects.toMatchObject(mismatch);
  });

  it('asked for again joins the one that waits, and the yes that was not used', async () => {
    const { client } = await assistant();
    const first = await ask(client);
    expect((await ask(client)).id).toBe(first.id);
    await decide(first.id, 'approve');
    expect(await ask(client)).toMatchObject({ id: first.id, status: 'approved' });
    await client.trades.create({ body: fill }, { approval: first.id });
    expect((await ask(client)).id).not.toBe(first.id);
  });

  it('wakes whoever waits for it; denied, decided or too late it stays so', async () => {
    const { client } = await assistant();
    const { id } = await ask(client);
    const waiting = client.approvals.wait({ params: { id }, query: { wait_seconds: 20 } });
    await decide(id, 'deny');
    expect(await waiting).toMatchObject({ status: 'denied' });
    await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
    const late = await ask(client, create({ ...fill, exec_id: 'late' }));
    service.advance(60_001);
    expect(await client.approvals.wait({ params: { id: late.id } })).toMatchObject({ status: 'expired' });
    await expect(decide(late.id, 'approve')).rejects.toMatchObject({ status: 409 });
    const { items } = await service.person.audit.list({ query: { resource_type: 'approval' } });
    expect(items.map(({ action }) => action)).toEqual(['approval.request', 'approval.deny', 'approval.request']);
  });

  it('is listed: the person sees all, a key its own; and only the person decides', async () => {
    const [one, two] = [await assistant(), await assistant()];
    const { id } = await ask(one.client);
    await ask(two.client);
    expect((await service.person.approvals.list()).items).toHaveLength(2);
    const { items } = await one.client.approvals.list();
    expect(items).toMatchObject([
      { id, status: 'waiting', tool: 'create_trade', key_id: one.key_id, arguments: { exec_id: 'E1' } },
    ]);
    const deciding = service.client.approvals.decide({ params: { id }, body: { decision: 'approve' } });
    await expect(deciding).rejects.toMatchObject({ status: 403 });
    await expect(ask(service.person)).rejects.toMatchObject({ status: 403 });
    await expect(ask(one.client, [{ endpoint: 'trades.list' }])).rejects.toMatchObject({ status: 422 });
  });

  it('may stand for 15 minutes for what adds, until a stop, a lock or the end of the key', async () => {
    const { client } = await assistant('ask');
    const removing = await ask(client, [{ endpoint: 'trades.remove' }]);
    await expect(decide(removing.id, 'approve', 15)).rejects.toMatchObject({ status: 422 });
    await decide((await ask(client)).id, 'approve', 15);
    const again = await ask(client, create({ ...fill, exec_id: 'E2' }));
    expect(again.status).toBe('approved');
    await client.trades.create({ body: { ...fill, exec_id: 'E2' } }, { approval: again.id });
    await service.person.guard.lock();
    expect((await service.person.approvals.list({ query: { status: 'waiting' } })).items).toEqual([]);
    await service.person.guard.unlock();
    expect((await ask(client, create({ ...fill, exec_id: 'E3' }))).status).toBe('waiting');
  });
});

describe('an approval ends', () => {
  const request = (client: JournalClient, exec_id: string, session?: string) => {
    const writes = [{ endpoint: 'trades.create', input: { body: { ...fill, exec_id } } }];
    const body = {
      tool: 'create_trade',
      effect: 'Record?',
      arguments: { exec_id },
      writes,
      ...(session && { session }),
    };
    return client.approvals.request({ body });
  };
  const approve = (id: string, for_minutes?: 15) =>
    service.person.approvals.decide({
      params: { id },
      body: { decision: 'approve', ...(for_minutes && { for_minutes }) },
    });

  it('where its connection ends: another session of the same key asks anew', async () => {
    const { client } = await assistant('ask');
    const first = await request(client, 'E1', 'session-a');
    expect((await request(client, 'E1', 'session-a')).id).toBe(first.id);
    const second = await request(client, 'E1', 'session-b');
    expect([second.id === first.id, second.status]).toEqual([false, 'waiting']);
  });

  it('with a lock of the vault, a weaker mode of its key and the end of its key, allowances too', async () => {
    const ends = [
      { end: () => service.person.auth.lock(), back: () => Promise.resolve(undefined) },
      {
        end: ({ key_id }: { key_id: string }) =>
          service.person.auth.setMode({ params: { key_id }, body: { mode: 'read' } }),
        back: ({ key_id }: { key_id: string }) =>
          service.person.auth.setMode({ params: { key_id }, body: { mode: 'ask' } }),
      },
    ];
    for (const [n, { end, back }] of ends.entries()) {
      const key = await assistant('ask');
      const { id } = await request(key.client, `A${n}`);
      await approve(id, 15);
      expect((await request(key.client, `B${n}`)).status).toBe('approved');
      await end(key);
      await service.person.accounts.list();
      await back(key);
      const write = key.client.trades.create({ body: { ...fill, exec_id: `A${n}` } }, { approval: id });
      await expect(write).rejects.toMatchObject({ status: 403, code: 'approval_mismatch' });
      expect((await request(key.client, `C${n}`)).status).toBe('waiting');
    }
    const key = await assistant('ask');
    const { id } = await request(key.client, 'R');
    await service.person.auth.revokeKey({ params: { key_id: key.key_id } });
    expect((await service.person.approvals.list()).items.find((one) => one.id === id)).toMatchObject({
      status: 'denied',
    });
  });

  it('and what is no write needs none: the stop, its own session, questions, reports', async () => {
    for (const mode of ['ask', 'read'] as const) {
      const { client } = await assistant(mode);
      await client.guard.check({ body: { tool: 'list_trades' } });
      await client.guard.lock();
      await client.guard.unlock();
      await client.auth.renew();
      await client.activity.record({ body: { calls: [] } });
      await client.system.log({ body: { component: 'test', message: 'm' } });
      expect((await request(client, `N-${mode}`)).status).toBe('waiting');
      const token = { action: 'create_trade', params_summary: 's', params_hash: 'a'.repeat(64) };
      const issued = await client.confirmations.issue({ body: token });
      await client.confirmations.consume({
        body: { action: 'create_trade', token: issued.token, params_hash: 'a'.repeat(64) },
      });
    }
    const { items } = await service.person.audit.list({ query: { action: 'confirmation.use' } });
    expect(items[0]).toMatchObject({ after: { bound_to: 'arguments', params_summary: 's' } });
  });
});

describe('a ticket', () => {
  it("opens one session of the person's, with the times of the one that issued it", async () => {
    const { session_token } = await anyone().system.unlock({ body: { passphrase } });
    const issuer = withToken(session_token);
    service.advance(1000 * 60 * 30);
    const { ticket } = await issuer.auth.issueTicket();
    const grant = await anyone().auth.redeemTicket({ body: { ticket } });
    expect(grant).toMatchObject({ role: 'person' });
    const person = withToken(grant.session_token);
    expect((await person.auth.renew()).passphrase_at).toBe((await issuer.auth.renew()).passphrase_at);
    await expect(anyone().auth.redeemTicket({ body: { ticket } })).rejects.toMatchObject({ status: 410 });
    await person.auth.end();
    await expect(person.accounts.list()).rejects.toMatchObject({ status: 401 });
    expect(await issuer.accounts.list()).toHaveLength(1);
  });

  it('is for the person to give, for ten minutes, and ends with a lock', async () => {
    await expect(service.client.auth.issueTicket()).rejects.toMatchObject({ status: 403 });
    const { ticket: old } = await service.person.auth.issueTicket();
    service.advance(600_001);
    await expect(anyone().auth.redeemTicket({ body: { ticket: old } })).rejects.toMatchObject({ status: 401 });
    const { ticket } = await service.person.auth.issueTicket();
    await service.client.auth.lock();
    await expect(anyone().auth.redeemTicket({ body: { ticket } })).rejects.toMatchObject({ status: 401 });
  });

  it('or a renewal does not outlast the 12 hours of a passphrase', async () => {
    const { session_token } = await anyone().system.unlock({ body: { passphrase } });
    const person = withToken(session_token);
    for (let hour = 0; hour < 11; hour += 1) {
      service.advance(3_500_000);
      expect((await person.auth.renew()).session_token).toBe(session_token);
    }
    service.advance(3_500_000);
    const last = await person.auth.renew();
    expect(last.expires_in).toBeLessThan(1300);
    service.advance(1_300_000);
    await expect(person.auth.renew()).rejects.toMatchObject({ status: 401 });
  });
});

describe('the passphrase that was given a while ago', () => {
  const minutes = (count: number) => service.advance(count * 60_000);
  const required = { status: 401, code: 'passphrase_required' };
  const personWithToken = async () => {
    const { session_token } = await anyone().system.unlock({ body: { passphrase } });
    return withToken(session_token);
  };

  it('is asked for again by keys and modes, credentials, restoring, policies and resuming', async () => {
    const { key_id } = await assistant();
    const person = await personWithToken();
    await person.guard.lock();
    minutes(14);
    await person.auth.setMode({ params: { key_id }, body: { mode: 'read' } });
    minutes(2);
    const acts = [
      () => person.guard.unlock(),
      () => person.auth.setMode({ params: { key_id }, body: { mode: 'write' } }),
      () => person.auth.createKey({ body: { name: 'k', role: 'read-only' } }),
      () => person.auth.revokeKey({ params: { key_id } }),
      () => person.market.configureProvider({ params: { name: 'finnhub' }, body: { api_key: 'k' } }),
      () => person.mail.update({ body: { port: 25 } }),
      () => person.brokers.configure({ params: { broker_id: 'alpaca' }, body: { account_id: 'U1', credentials: {} } }),
      () => person.reviews.remove(),
      () => person.backups.restore({ body: { path: 'none' } }),
      () => person.scheduling.approvePolicy({ params: { policy_id: 'none' }, body: { content_hash: 'h' } }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject(required);
    expect((await service.client.auth.listKeys()).map(({ mode }) => mode)).toEqual(['write', 'read']);
    expect(await person.guard.status()).toMatchObject({ is_locked: true });

    await expect(person.auth.renew({ body: { passphrase: 'wrong' } })).rejects.toMatchObject({
      status: 401,
      code: 'passphrase_wrong',
    });
    await expect(person.guard.unlock()).rejects.toMatchObject(required);
    // Renewing makes the session last; it is no proof of who sits there.
    await person.auth.renew();
    await expect(person.guard.unlock()).rejects.toMatchObject(required);

    await person.auth.renew({ body: { passphrase } });
    expect(await person.guard.unlock()).toMatchObject({ is_locked: false });
    expect(await person.auth.setMode({ params: { key_id }, body: { mode: 'write' } })).toMatchObject({ mode: 'write' });
  });

  it('is never asked for by stop, lock, approve and deny, nor for lifting what a key has locked', async () => {
    const { client } = await assistant();
    const person = await personWithToken();
    minutes(40);
    const ask = (exec_id: string) =>
      client.approvals.request({ body: { tool: 't', effect: 'e', arguments: { exec_id }, writes: [] } });
    for (const decision of ['approve', 'deny'] as const) {
      const { id } = await ask(decision);
      expect(await person.approvals.decide({ params: { id }, body: { decision } })).toMatchObject({ id });
    }
    await client.guard.lock();
    expect(await person.guard.unlock()).toMatchObject({ is_locked: false });
    expect(await person.guard.lock()).toMatchObject({ is_locked: true, lifted_by: 'person' });
    expect(await person.auth.lock()).toEqual({ status: 'locked' });
  });

  it('counts for a ticket from when its session gave it, and 12 hours from the last time it was given', async () => {
    const issuer = await personWithToken();
    minutes(14);
    const { ticket } = await issuer.auth.issueTicket();
    const { session_token } = await anyone().auth.redeemTicket({ body: { ticket } });
    const person = withToken(session_token);
    await person.auth.createKey({ body: { name: 'in time', role: 'read-only' } });
    minutes(2);
    const late = person.auth.createKey({ body: { name: 'too late', role: 'read-only' } });
    await expect(late).rejects.toMatchObject(required);
    for (let half = 0; half < 23; half += 1) {
      minutes(30);
      await person.auth.renew();
    }
    // Half an hour before its end.
    const { expires_in } = await person.auth.renew({ body: { passphrase } });
    expect(expires_in).toBeGreaterThan(3590);
    minutes(59);
    expect(await person.accounts.list()).toHaveLength(1);
  });

  it("is not a key's to give", async () => {
    const { session_token } = await anyone().auth.unlock({ body: { api_key: service.apiKey } });
    const key = withToken(session_token);
    await expect(key.auth.renew({ body: { passphrase } })).rejects.toMatchObject({ status: 403 });
    minutes(40);
    expect(await key.auth.createKey({ body: { name: 'k', role: 'read-only' } })).toMatchObject({ mode: 'read' });
  });
});
