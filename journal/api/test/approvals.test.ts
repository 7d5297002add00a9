// What the person lets each key do: modes, approvals, and the person\'s own ways in.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type ApiError, contract, createClient, listEndpoints } from '@zorivest/contract';
import { hasSentence } from '../approvals/effects.ts';
import { concepts } from '../concepts.ts';
import { tableWords } from '../staging/words.ts';
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

/** The address as it stands, which no client of ours would send. */
function knockRaw(url: string, target: string, token: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString())).on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.write(
      `${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  });
}

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
      body: { operation: 'auth.createKey', body: { name: 'w', role: 'admin' } },
    });
    expect(asked).toMatchObject({ kind: 'service', changes: [] });
    expect(await decide(asked.id, 'approve')).toMatchObject({ status: 'approved', result: { mode: 'ask' } });
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

const trade = (exec_id: string, more: object = {}) => ({
  operation: 'trades.create',
  body: { ...fill, exec_id, ...more },
});
const decide = (id: string, decision: 'approve' | 'deny', for_minutes?: 15) =>
  service.person.approvals.decide({ params: { id }, body: { decision, ...(for_minutes && { for_minutes }) } });
const ids = async () => (await service.person.trades.list()).items.map(({ exec_id }) => exec_id);

describe('an approval', () => {
  it('shows what a write would change, and a yes makes the service do exactly that, once', async () => {
    const { client, key_id } = await assistant('ask');
    await expect(client.trades.create({ body: fill })).rejects.toMatchObject({
      status: 403,
      code: 'approval_required',
    });
    const asked = await client.approvals.request({ body: trade('E1') });
    expect(asked).toMatchObject({
      status: 'waiting',
      operation: 'trades.create',
      kind: 'book',
      label: 'assistant',
      key_id,
      effects: ['adds 1 execution'],
      changes: [{ before: null, after: { exec_id: 'E1', instrument: 'AAPL', quantity: '100' } }],
    });
    expect(asked.changes[0]?.what).toContain('AAPL, 5 Jan 2026, bought 100 at 150.25');
    expect(await ids()).toEqual([]);
    const { id } = asked;
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved', result: { exec_id: 'E1' } });
    expect(await ids()).toEqual(['E1']);
    await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
    const { items } = await service.person.audit.list({ query: { approval_id: id } });
    expect(items).toMatchObject([{ action: 'trade.create', actor: `key:${key_id}`, approval_id: id }]);
    expect(await client.approvals.wait({ params: { id } })).toMatchObject({ result: { exec_id: 'E1' } });
  });

  it('that changes something else by now is not done: another card takes its place', async () => {
    const { client } = await assistant('ask');
    await service.person.trades.create({ body: { ...fill, exec_id: 'T' } });
    const change = { operation: 'trades.patch', params: { exec_id: 'T' }, body: { notes: 'late' } };
    const { id, changes } = await client.approvals.request({ body: change });
    expect(changes).toMatchObject([{ before: { notes: null }, after: { notes: 'late' } }]);
    await service.person.trades.patch({ params: { exec_id: 'T' }, body: { notes: 'mine' } });
    const decided = await decide(id, 'approve');
    expect(decided).toMatchObject({ status: 'changed_since' });
    expect((await service.person.trades.list()).items[0]?.notes).toBe('mine');
    const next = await client.approvals.wait({ params: { id: decided.next_id ?? '' } });
    expect(next).toMatchObject({
      status: 'waiting',
      changes: [{ before: { notes: 'mine' }, after: { notes: 'late' } }],
    });
    expect(await decide(next.id, 'approve')).toMatchObject({ status: 'approved' });
    expect((await service.person.trades.list()).items[0]?.notes).toBe('late');
  });

  it('does what it showed with the ids and the clock it showed, whatever was counted up meanwhile', async () => {
    const { client } = await assistant('ask');
    const list = (name: string) => ({ operation: 'watchlists.create', body: { name } });
    const entry = { operation: 'journal.create', body: { title: 'Calm', body: 'Waited for the level.' } };
    const watched = await client.approvals.request({ body: list('Asked') });
    const written = await client.approvals.request({ body: entry });
    await service.person.watchlists.create({ body: { name: 'Mine' } });
    service.advance(120_000);
    expect(await decide(watched.id, 'approve')).toMatchObject({ status: 'approved', result: { name: 'Asked', id: 2 } });
    const done = await decide(written.id, 'approve');
    expect(done).toMatchObject({ status: 'approved', result: { id: written.changes[0]?.after?.['id'] } });
    expect((done.result as { created_at: string }).created_at.slice(0, 19)).toBe(written.asked_at.slice(0, 19));
  });

  it("is no other key's, and over when its time is", async () => {
    const [one, two] = [await assistant('ask'), await assistant('ask')];
    const { id, expires_at, asked_at } = await one.client.approvals.request({ body: trade('E1') });
    expect(Date.parse(expires_at) - Date.parse(asked_at)).toBe(15 * 60_000);
    await expect(two.client.approvals.wait({ params: { id } })).rejects.toMatchObject({ status: 404 });
    service.advance(15 * 60_000 + 1);
    expect(await one.client.approvals.wait({ params: { id } })).toMatchObject({ status: 'expired' });
    await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
    await service.person.settings.set({ params: { key: 'approvals.wait_minutes' }, body: { value: 1 } });
    const short = await one.client.approvals.request({ body: trade('E2') });
    expect(Date.parse(short.expires_at) - Date.parse(short.asked_at)).toBe(60_000);
    const byKey = service.client.settings.set({ params: { key: 'approvals.wait_minutes' }, body: { value: 1000 } });
    await expect(byKey).rejects.toMatchObject({ status: 403 });
    expect(await ids()).toEqual([]);
  });

  it('asked for again joins the one that waits, and the answer that was not fetched yet', async () => {
    const { client } = await assistant('ask');
    const first = await client.approvals.request({ body: trade('E1') });
    const [again, twice] = await Promise.all([
      client.approvals.request({ body: { ...trade('E1'), told: { tool: 'another_name' } } }),
      client.approvals.request({ body: trade('E1') }),
    ]);
    expect([again.id, twice.id]).toEqual([first.id, first.id]);
    await decide(first.id, 'approve');
    expect(await client.approvals.request({ body: trade('E1') })).toMatchObject({
      id: first.id,
      status: 'approved',
      result: { exec_id: 'E1' },
    });
    // Fetched: from here on it is another write, which the book refuses immediately.
    await expect(client.approvals.request({ body: trade('E1') })).rejects.toMatchObject({ status: 409 });
  });

  it('wakes those who wait for it with the result; denied it stays so', async () => {
    const { client } = await assistant();
    const { id } = await client.approvals.request({ body: trade('E1') });
    const waiting = client.approvals.wait({ params: { id }, query: { wait_seconds: 20 } });
    await decide(id, 'deny');
    expect(await waiting).toMatchObject({ status: 'denied' });
    await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
    const second = await client.approvals.request({ body: trade('E2') });
    const done = client.approvals.wait({ params: { id: second.id }, query: { wait_seconds: 20 } });
    await decide(second.id, 'approve');
    expect(await done).toMatchObject({ status: 'approved', result: { exec_id: 'E2' } });
    const { items } = await service.person.audit.list({ query: { resource_type: 'approval' } });
    expect(items.map(({ action }) => action)).toEqual([
      'approval.approve',
      'approval.request',
      'approval.deny',
      'approval.request',
    ]);
  });

  it('is listed in short: the person sees all, a key its own; and only the person decides', async () => {
    const [one, two] = [await assistant(), await assistant()];
    const caller = { tool: 'create_trade', effect: 'Record?', client: { name: 'Trusty', version: null } };
    const { id } = await one.client.approvals.request({ body: { ...trade('E1'), told: caller } });
    await two.client.approvals.request({ body: trade('E2') });
    expect((await service.person.approvals.list()).items).toHaveLength(2);
    const { items } = await one.client.approvals.list();
    // Two keys of one name are distinguished by their ids.
    const label = `assistant (${one.key_id})`;
    expect(items).toMatchObject([{ id, status: 'waiting', operation: 'trades.create', label, told: caller }]);
    expect(Object.keys(items[0] ?? {})).not.toContain('changes');
    const deciding = service.client.approvals.decide({ params: { id }, body: { decision: 'approve' } });
    await expect(deciding).rejects.toMatchObject({ status: 403 });
    await expect(service.person.approvals.request({ body: trade('E3') })).rejects.toMatchObject({ status: 403 });
  });

  it('may stand for 15 minutes for what adds, for its key and operation, until a stop', async () => {
    const { client } = await assistant('ask');
    await service.person.trades.create({ body: { ...fill, exec_id: 'T' } });
    const removing = await client.approvals.request({ body: { operation: 'trades.remove', params: { exec_id: 'T' } } });
    await expect(decide(removing.id, 'approve', 15)).rejects.toMatchObject({ status: 422 });
    await decide((await client.approvals.request({ body: trade('E1') })).id, 'approve', 15);
    expect(await client.approvals.request({ body: trade('E2') })).toMatchObject({
      status: 'approved',
      result: { exec_id: 'E2' },
      changes: [{ after: { exec_id: 'E2' } }],
    });
    await expect(client.trades.create({ body: { ...fill, exec_id: 'E3' } })).rejects.toMatchObject({ status: 403 });
    const other = await assistant('ask');
    expect((await other.client.approvals.request({ body: trade('E4') })).status).toBe('waiting');
    await service.person.guard.lock();
    expect((await service.person.approvals.list({ query: { status: 'waiting' } })).items).toEqual([]);
    await service.person.guard.unlock();
    expect((await client.approvals.request({ body: trade('E5') })).status).toBe('waiting');
  });
});

describe('what is asked for', () => {
  it('is what the contract knows: every other name, and a write without its input, is refused', async () => {
    const { client } = await assistant('ask');
    const refused = [
      { operation: 'trades.create' },
      { operation: 'trades.list' },
      { operation: 'trades.nothing' },
      { operation: 'trades.remove', params: { exec_id: 'E', dry_run: true } },
      { operation: 'trades.remove', params: { exec_id: 'E' }, query: { dry_run: true } },
      { operation: 'trades.remove', params: { exec_id: 'E' }, body: { keep: 'all' } },
      { ...trade('E'), params: { note: 'x' } },
      trade('E', { colour: 'red' }),
      { operation: 'imports.brokerCsv', body: { account_id: 'U1' } },
      { ...trade('E'), writes: [] },
    ];
    for (const body of refused) {
      const status = await client.approvals.request({ body }).then(
        () => 202,
        (error: unknown) => (error as ApiError).status,
      );
      expect([JSON.stringify(body), status]).toEqual([JSON.stringify(body), 422]);
    }
    expect((await service.person.approvals.list()).items).toEqual([]);
  });

  it("is refused to who could not do it: by role, by mode, to everyone for what is the person's, and while stopped", async () => {
    const reader = service.as(await service.keyFor('read-only'));
    await expect(reader.approvals.request({ body: trade('E') })).rejects.toMatchObject({ status: 403 });
    const { client } = await assistant('ask');
    const admins = { operation: 'auth.createKey', body: { name: 'k', role: 'admin' } };
    await expect(client.approvals.request({ body: admins })).rejects.toMatchObject({ status: 403 });
    for (const operation of [
      'auth.setMode',
      'approvals.decide',
      'scheduling.approvePolicy',
      'guard.lock',
      'auth.lock',
    ]) {
      const asking = service.client.approvals.request({ body: { operation } });
      await expect(asking).rejects.toMatchObject({
        status: /^(auth|scheduling)\.(set|app)/.test(operation) ? 403 : 422,
      });
    }
    const quiet = await assistant('read');
    await expect(quiet.client.approvals.request({ body: trade('E') })).rejects.toMatchObject({ status: 403 });
    const { id } = await client.approvals.request({ body: trade('W') });
    await service.person.guard.lock();
    expect(await client.approvals.wait({ params: { id } })).toMatchObject({ status: 'denied' });
    await expect(client.approvals.request({ body: trade('E') })).rejects.toMatchObject({ status: 423 });
  });

  it('is at most 256 kB, five at a time and a megabyte together', async () => {
    const { client } = await assistant('ask');
    const entry = (title: string, size: number) => ({
      operation: 'journal.create',
      body: { title, body: 'x'.repeat(size) },
    });
    await expect(client.approvals.request({ body: entry('large', 300_000) })).rejects.toMatchObject({
      status: 413,
      code: 'too_large',
    });
    for (let n = 0; n < 5; n += 1) await client.approvals.request({ body: trade(`E${n}`) });
    await expect(client.approvals.request({ body: trade('E5') })).rejects.toMatchObject({
      status: 429,
      code: 'too_many_waiting',
    });
    // The card that waits is joined, and so is no other one.
    expect((await client.approvals.request({ body: trade('E0') })).status).toBe('waiting');
    const other = await assistant('ask');
    expect((await other.client.approvals.request({ body: trade('E5') })).status).toBe('waiting');
  });

  it('is answered immediately where it would change nothing', async () => {
    const { client } = await assistant('ask');
    const body = { operation: 'config.import', query: { dry_run: true }, body: { config_version: 1, settings: {} } };
    expect(await client.approvals.request({ body })).toMatchObject({ status: 'approved', result: { applied: false } });
    expect((await service.person.approvals.list({ query: { status: 'waiting' } })).items).toEqual([]);
  });

  it('cannot hide a part of its address behind a #', async () => {
    const { raw_key } = await assistant('write');
    const { session_token } = await anyone().auth.unlock({ body: { api_key: raw_key } });
    const answer = await knockRaw(service.url, 'POST /api/v1/imports/none:undo#discard_own_work=true', session_token);
    expect(answer).toContain('400');
    expect(answer).toContain('bad_target');
  });
});

describe('an approval ends', () => {
  it('with a lock of the vault, another mode of its key and the end of its key, allowances too', async () => {
    const ends = [
      { end: () => service.person.auth.lock(), back: () => Promise.resolve(undefined) },
      {
        end: ({ key_id }: { key_id: string }) =>
          service.person.auth.setMode({ params: { key_id }, body: { mode: 'write' } }),
        back: ({ key_id }: { key_id: string }) =>
          service.person.auth.setMode({ params: { key_id }, body: { mode: 'ask' } }),
      },
    ];
    for (const [n, { end, back }] of ends.entries()) {
      const key = await assistant('ask');
      await decide((await key.client.approvals.request({ body: trade(`A${n}`) })).id, 'approve', 15);
      expect((await key.client.approvals.request({ body: trade(`B${n}`) })).status).toBe('approved');
      const plan = { operation: 'watchlists.create', body: { name: `W${n}` } };
      const { id } = await key.client.approvals.request({ body: plan });
      await end(key);
      await service.person.accounts.list();
      await back(key);
      expect(await key.client.approvals.wait({ params: { id } })).toMatchObject({ status: 'denied' });
      expect((await key.client.approvals.request({ body: trade(`C${n}`) })).status).toBe('waiting');
    }
    const key = await assistant('ask');
    const { id } = await key.client.approvals.request({ body: trade('R') });
    await service.person.auth.revokeKey({ params: { key_id: key.key_id } });
    expect((await service.person.approvals.list()).items.find((one) => one.id === id)).toMatchObject({
      status: 'denied',
    });
  });

  it('with a stop that the disk does not take, when it is lifted and after a restart too', async () => {
    const { client } = await assistant('ask');
    const [one, two] = [
      await client.approvals.request({ body: trade('F1') }),
      await client.approvals.request({ body: trade('F2') }),
    ];
    const { connection } = service.service.app.control;
    connection.pragma('query_only=ON');
    expect(await service.person.guard.lock()).toMatchObject({ kept: 'marked' });
    connection.pragma('query_only=OFF');
    const denied = { status: 'denied' };
    expect(await service.person.approvals.wait({ params: { id: one.id } })).toMatchObject(denied);
    await service.person.guard.unlock();
    await expect(decide(one.id, 'approve')).rejects.toMatchObject({ status: 409 });
    connection.pragma('query_only=ON');
    expect(await service.person.guard.lock()).toMatchObject({ kept: 'marked' });
    connection.pragma('query_only=OFF');
    service = await service.restart();
    await service.person.guard.unlock();
    expect(await service.person.approvals.wait({ params: { id: two.id } })).toMatchObject(denied);
    expect(await ids()).toEqual([]);
  });

  it('not with a restart: a waiting card continues to wait, with its file', async () => {
    const { client, raw_key } = await assistant('ask');
    const asked = await client.approvals.request({ body: trade('E1') });
    const file = await client.approvals.request({ body: { ...statement('AAPL', 5) } });
    expect(readdirSync(join(service.home, 'approvals'))).toEqual([file.id]);
    expect(readFileSync(join(service.home, 'approvals', file.id)).includes('AAPL')).toBe(false);
    service = await service.restart();
    expect(await service.as(raw_key).approvals.wait({ params: { id: asked.id } })).toMatchObject({ status: 'waiting' });
    expect(await decide(asked.id, 'approve')).toMatchObject({ status: 'approved' });
    expect(await decide(file.id, 'approve')).toMatchObject({ status: 'approved', result: { imported: 1 } });
    expect(readdirSync(join(service.home, 'approvals'))).toEqual([]);
    expect(await ids()).toHaveLength(2);
  });

  it('nor with the day of an upload: its file is there until the card is decided, and ends with a lock', async () => {
    const { client, raw_key } = await assistant('ask');
    await service.person.settings.set({ params: { key: 'approvals.wait_minutes' }, body: { value: 1440 } });
    const upload = async (symbol: string) =>
      (await client.imports.upload({ body: { files: [statement(symbol, 3).file] } })).uploads[0]?.id ?? '';
    const [first, second, third] = [await upload('NVDA'), await upload('AMD'), await upload('TSLA')];
    service.advance(13 * 3_600_000);
    const uploadRequest = (upload_id: string) => ({
      operation: 'imports.brokerCsv',
      body: { account_id: 'U1' },
      upload_id,
    });
    const one = await client.approvals.request({ body: uploadRequest(first) });
    const importing = { operation: 'imports.importUpload', params: { upload_id: second }, body: { account_id: 'U1' } };
    const two = await client.approvals.request({ body: importing });
    const listFiles = () => readdirSync(join(service.home, 'approvals')).toSorted();
    expect(listFiles()).toEqual([first, second].toSorted());
    service = await service.restart();
    service.advance(25 * 3_600_000);
    // Another upload makes room by what is too old.
    await service.as(raw_key).imports.upload({ body: { files: [statement('INTC', 1).file] } });
    service.advance(-2 * 3_600_000);
    for (const { id } of [one, two])
      expect(await decide(id, 'approve')).toMatchObject({ status: 'approved', result: { imported: 1 } });
    expect(listFiles()).toEqual([]);
    // A name that is none leads nowhere.
    for (const upload_id of ['../bootstrap.json', third])
      await expect(service.as(raw_key).approvals.request({ body: uploadRequest(upload_id) })).rejects.toMatchObject({
        status: 404,
      });
    expect(readdirSync(service.home)).toContain('bootstrap.json');
    const card = await service.as(raw_key).approvals.request({ body: statement('IBM', 1) });
    expect(listFiles()).toEqual([card.id]);
    await service.person.auth.lock();
    expect(listFiles()).toEqual([]);
  });

  it('after a crash it is known whether it was done: never twice, and what went outside is not done again', async () => {
    const { client } = await assistant('ask');
    const done = await client.approvals.request({ body: trade('DONE') });
    await decide(done.id, 'approve');
    const open = await client.approvals.request({ body: trade('OPEN') });
    const outside = await client.approvals.request({ body: { operation: 'fx.fetch', body: {} } });
    // As they were when the power went: agreed to, and its end was not written down.
    const { control } = service.service.app;
    const running = { status: 'running', outcome: null, is_fetched: 0 };
    control.run(control.db.updateTable('approvals').set(running));
    service = await service.restart();
    const waitForCard = async (id: string) => {
      const { status, error } = await service.person.approvals.wait({ params: { id } });
      return [status, error?.error];
    };
    expect(await waitForCard(done.id)).toEqual(['approved', undefined]);
    expect(await waitForCard(open.id)).toEqual(['failed', 'unavailable']);
    expect(await waitForCard(outside.id)).toEqual(['failed', 'outcome_unknown']);
    expect(await ids()).toEqual(['DONE']);
    for (const { id } of [done, open, outside])
      await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
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

const statement = (symbol: string, quantity: number) => {
  const rows = `Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n01/06/2026,10:00:00,${symbol},B,${quantity},10.00,ARCA,0.50\n`;
  return {
    operation: 'imports.brokerCsv',
    body: { account_id: 'U1' },
    file: { bytes: Buffer.from(rows), name: 'october.csv', type: 'text/csv' },
  };
};

describe('a write with a file', () => {
  it('of more rows than a card keeps says how many, and is read by page', async () => {
    const { client } = await assistant('ask');
    const fills = Array.from({ length: 300 }, (_, at) => `01/06/2026,10:00:00,MSFT,B,${at + 1},10.00,ARCA,0.50\n`);
    const bytes = Buffer.from(`Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n${fills.join('')}`);
    const body = { ...statement('MSFT', 5), file: { bytes, name: 'many.csv', type: 'text/csv' } };
    const asked = await client.approvals.request({ body });
    expect(asked.effects[0]).toBe('import of many.csv: 300 new trades, 0 events, 0 known');
    const params = { id: asked.id };
    const total = asked.changes.length + (asked.more ?? 0);
    const first = await service.person.approvals.changes({ params, query: { limit: 100 } });
    expect([first.total, first.items.length, first.items[0]]).toEqual([total, 100, asked.changes[0]]);
    const last = await service.person.approvals.changes({ params, query: { offset: total - 5, limit: 100 } });
    expect(last.items).toHaveLength(5);
  });

  it('shows what is in it, and imports what it showed', async () => {
    const { client } = await assistant('ask');
    const asked = await client.approvals.request({ body: statement('MSFT', 5) });
    expect(asked.effects[0]).toBe('import of october.csv: 1 new trade, 0 events, 0 known');
    expect(asked).toMatchObject({ file: { name: 'october.csv' } });
    expect(asked.changes.map(({ what }) => what).join()).toContain('MSFT, 6 Jan 2026, bought 5 at 10');
    expect(await ids()).toEqual([]);
    // Another file under the same name is another card.
    const other = await client.approvals.request({ body: statement('MSFT', 77_777) });
    expect(other.id).not.toBe(asked.id);
    expect(readdirSync(join(service.home, 'approvals'))).toHaveLength(2);
    await decide(other.id, 'deny');
    expect(readdirSync(join(service.home, 'approvals'))).toEqual([asked.id]);
    expect(await decide(asked.id, 'approve')).toMatchObject({ status: 'approved', result: { imported: 1 } });
    expect((await service.person.trades.list()).items.map(({ quantity }) => quantity)).toEqual([5]);
  });

  it('is not done when its file was changed on the disk', async () => {
    const { client } = await assistant('ask');
    const { id } = await client.approvals.request({ body: statement('MSFT', 5) });
    const path = join(service.home, 'approvals', id);
    const bytes = readFileSync(path);
    bytes[bytes.length - 10] = (bytes[bytes.length - 10] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(await decide(id, 'approve')).toMatchObject({ status: 'failed' });
    expect(await ids()).toEqual([]);
  });

  it('or with an upload, sent and previewed without asking', async () => {
    const { client } = await assistant('ask');
    const { file } = statement('NVDA', 3);
    const { uploads } = await client.imports.upload({ body: { files: [file] } });
    const upload_id = uploads[0]?.id ?? '';
    expect(await client.imports.previewUpload({ params: { upload_id }, body: { account_id: 'U1' } })).toMatchObject({
      imported: 1,
    });
    const { id } = await client.approvals.request({
      body: { operation: 'imports.importUpload', params: { upload_id }, body: { account_id: 'U1' } },
    });
    expect(await decide(id, 'approve')).toMatchObject({ status: 'approved', result: { imported: 1 } });
    const second = await client.imports.upload({ body: { files: [statement('AMD', 2).file] } });
    const uploadRequest = await client.approvals.request({
      body: { operation: 'imports.brokerCsv', body: { account_id: 'U1' }, upload_id: second.uploads[0]?.id ?? '' },
    });
    expect(await decide(uploadRequest.id, 'approve')).toMatchObject({ status: 'approved', result: { imported: 1 } });
    expect((await service.person.trades.list()).items.map(({ instrument }) => instrument).toSorted()).toEqual([
      'AMD',
      'NVDA',
    ]);
  });
});

describe('what is not tried', () => {
  it('says the act, and is done by the service when the person agrees', async () => {
    await service.person.auth.setMode({ params: { key_id: service.keyId }, body: { mode: 'ask' } });
    const asked = await service.client.approvals.request({ body: { operation: 'backups.create' } });
    expect(asked).toMatchObject({ kind: 'service', changes: [], effects: ['Makes a backup now.'] });
    expect((await service.person.backups.list()).length).toBe(0);
    expect(await decide(asked.id, 'approve')).toMatchObject({ status: 'approved' });
    expect((await service.person.backups.list()).length).toBe(1);
  });

  it('has a sentence of its own for each, and every table of the book has words', async () => {
    const acts = listEndpoints(contract).filter(
      ({ endpoint }) => endpoint.write !== undefined && endpoint.write !== 'book' && endpoint.role !== 'person',
    );
    expect(acts.filter(({ id }) => !hasSentence(id)).map(({ id }) => id)).toEqual([]);
    const tables = concepts.flatMap(({ tables: all, unwatched }) =>
      all.filter((name) => !(unwatched as readonly string[]).includes(name)),
    );
    const own = ['audit_log', 'record_keys'];
    expect(tables.filter((name) => !own.includes(name) && !(name in tableWords))).toEqual([]);
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
    const ask = (exec_id: string) => client.approvals.request({ body: trade(exec_id) });
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

describe('what a key asked for', () => {
  it('is withdrawn by that key alone, and then no one can agree to it', async () => {
    const asking = await assistant('ask');
    const { id } = await asking.client.approvals.request({
      body: { operation: 'trades.create', body: { ...fill, exec_id: 'W1' } },
    });
    const other = await assistant('ask');
    await expect(other.client.approvals.withdraw({ params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await asking.client.approvals.withdraw({ params: { id } })).toMatchObject({ id, status: 'denied' });
    await expect(decide(id, 'approve')).rejects.toMatchObject({ status: 409 });
    await expect(asking.client.approvals.withdraw({ params: { id } })).rejects.toMatchObject({ status: 409 });
  });
});

describe('the tasks of assistants', () => {
  const id = 'x'.repeat(24);
  const state = (version: number, is_over = false) => ({
    params: { id },
    body: { version, is_over, expires_at: Date.now() + 60_000, record: { n: version } },
  });

  it('are stored for the key that began them, each state after the one before', async () => {
    const [{ client }, other] = [await assistant(), await assistant()];
    await client.tasks.put(state(1));
    await expect(client.tasks.put(state(1))).rejects.toMatchObject({ status: 409 });
    expect(await client.tasks.put(state(2))).toMatchObject({ version: 2, record: { n: 2 } });
    expect(await client.tasks.get({ params: { id } })).toMatchObject({ id, version: 2, is_over: false });
    await expect(other.client.tasks.get({ params: { id } })).rejects.toMatchObject({ status: 404 });
    expect(await other.client.tasks.list()).toEqual({ items: [] });
    expect((await client.tasks.list({ query: { open_only: true } })).items).toHaveLength(1);
    await client.tasks.put(state(3, true));
    expect((await client.tasks.list({ query: { open_only: true } })).items).toEqual([]);
    await expect(client.tasks.put(state(4))).rejects.toMatchObject({ status: 409 });
    service.advance(61_000);
    await expect(client.tasks.get({ params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  it('send each request once, however often it arrives', async () => {
    const { client } = await assistant();
    const send = (name: string, exec: string) =>
      client.trades.create({ body: { ...fill, exec_id: exec } }, { taskRequest: name });
    await client.tasks.put(state(1));
    const first = await send(`${id}.1`, 'K1');
    expect(await send(`${id}.1`, 'K1')).toEqual(first);
    await send(`${id}.2`, 'K2');
    await expect(send(`${id}.2`, 'K1')).resolves.toMatchObject({ exec_id: 'K2' });
    const asOther = client.accounts.create(
      { body: { account_id: 'Z', name: 'Z', account_type: 'bank' } },
      { taskRequest: `${id}.1` },
    );
    await expect(asOther).rejects.toMatchObject({ status: 409 });
    await expect(send('nonsense', 'K3')).rejects.toMatchObject({ status: 400 });
    // A call that no task came of is as any other.
    const lone = `${'y'.repeat(24)}.1`;
    await send(lone, 'K3');
    await expect(send(lone, 'K3')).rejects.toMatchObject({ status: 409 });
    expect((await service.client.trades.list()).total).toBe(3);
  });
});
