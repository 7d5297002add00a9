// The record of what was done with keys: written by the service, signed row by row, annotated by servers only in reports of their own.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Activity } from '../activity/activity.ts';
import { RecordCheck } from '../activity/check.ts';
import { EventBus, homeAt, serviceActor } from '@zorivest/store';
import { rekeyBook } from '../rekey.ts';
import { restoreBook } from '../restore.ts';
import { fill, openTestService, passphrase, startTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

const proof = { kind: 'passphrase', passphrase } as const;

const call = (id: string, over: object = {}) => ({
  id,
  kind: 'tool' as const,
  tool: 'list_trades',
  outcome: 'ok' as const,
  client: { name: 'cursor', version: '1.0' },
  arguments: JSON.stringify({ limit: 5, api_key: 'zrv_sk_secretsecret' }),
  duration_ms: 12.5,
  answer_bytes: 400,
  ...over,
});
const items = async (query: object = {}) => (await service.person.activity.list({ query })).items;
const operations = async (query: object = {}) => (await items(query)).map(({ operation }) => operation);

describe('activity', () => {
  it('has a row for every request of a key, by the service’s clock and number, also for what was refused', async () => {
    await withAccount(service.client);
    await service.client.trades.list();
    await expect(service.client.trades.get({ params: { exec_id: 'none' } })).rejects.toMatchObject({ status: 404 });
    await expect(service.client.activity.list()).rejects.toMatchObject({ status: 403 });
    const rows = await items();
    expect(rows.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['activity.list', 'refused_role'],
      ['trades.get', 'failed'],
      ['trades.list', 'ok'],
      ['accounts.create', 'ok'],
    ]);
    expect(rows.every(({ key_id, label, told: report }) => key_id === service.keyId && label !== null && !report)).toBe(
      true,
    );
    expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(4);
    const [made] = await items({ operation: 'accounts.create' });
    const { items: audited } = await service.person.audit.list({ query: { request_id: made?.request_id ?? '' } });
    expect(audited).toMatchObject([{ action: 'account.create', key_id: service.keyId }]);
    await service.client.guard.check({ body: { tool: 'x', call_id: 'c' } });
    expect(await operations()).not.toContain('guard.check');
    expect(await operations({ serving: true })).toContain('guard.check');
    const unlocks = async () =>
      (await items({ serving: true, operation: 'auth.unlock' })).map(({ key_id, outcome }) => [key_id, outcome]);
    expect(await unlocks()).toEqual([[service.keyId, 'ok']]);
    const off = await service.person.auth.createKey({ body: { name: 'off', role: 'read-only' } });
    await service.person.auth.setMode({ params: { key_id: off.key_id }, body: { mode: 'off' } });
    await expect(service.as(off.raw_key).trades.list()).rejects.toMatchObject({ code: 'key_off' });
    expect(await unlocks()).toEqual([
      [off.key_id, 'refused_role'],
      [service.keyId, 'ok'],
    ]);
  });

  it('a report hides, dates, confirms and makes nothing', async () => {
    await withAccount(service.client);
    const claimed = { id: 'c1', noteRequest: () => {} };
    await service.client.trades.create({ body: fill }, { call: claimed });
    const lie = { tool: 'get_expectancy', at: '2020-01-01T00:00:00Z', confirmed_by: 'app', request_ids: ['a'] };
    const calls = [call('c1', lie), call('c2', { ...lie, at: '2099-01-01T00:00:00Z' })];
    await service.client.activity.record({ body: { calls } });
    const rows = await items();
    // The write keeps its operation and carries the report about it; a reported call that sent no request has no operation.
    expect(rows.map(({ operation, told: report }) => [operation, report?.tool])).toEqual([
      [null, 'get_expectancy'],
      ['trades.create', 'get_expectancy'],
      ['accounts.create', undefined],
    ]);
    const [reported, write] = rows;
    const now = Date.now();
    for (const row of rows) expect(Math.abs(Date.parse(row.at) - now)).toBeLessThan(60_000);
    expect(JSON.stringify(rows)).not.toContain('"app"');
    expect([reported?.request_id, reported?.used_token]).toEqual([null, false]);
    expect(write?.request_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('two requests under one id of the caller’s are two, and the caller’s id is stored with each', async () => {
    const { session_token } = await service.client.auth.unlock({ body: { api_key: service.apiKey } });
    const headers = {
      authorization: `Bearer ${session_token}`,
      'content-type': 'application/json',
      'x-request-id': 'my-own-id-0001',
    };
    for (const name of ['One', 'Two']) {
      const body = JSON.stringify({ name });
      const { status } = await fetch(`${service.url}/api/v1/watchlists`, { method: 'POST', headers, body });
      expect(status).toBe(201);
    }
    const rows = await items({ operation: 'watchlists.create' });
    expect(rows.map(({ client_request_id }) => client_request_id)).toEqual(['my-own-id-0001', 'my-own-id-0001']);
    expect(rows[0]?.request_id).not.toBe(rows[1]?.request_id);
    const audited = await service.person.audit.list({ query: { action: 'watchlist.create' } });
    expect(audited.items.map(({ request_id }) => request_id)).toEqual(rows.map(({ request_id }) => request_id));
  });

  it('shows what was reported once, without secrets, and finds it by tool and client', async () => {
    await service.client.activity.record({ body: { calls: [call('a'), call('b', { outcome: 'declined' })] } });
    await service.client.activity.record({ body: { calls: [call('a')], lost: 3 } });
    const rows = await items();
    expect(rows.map(({ told: report }) => report?.tool ?? '').toSorted()).toEqual([
      '3 calls whose record was lost',
      'list_trades',
      'list_trades',
    ]);
    expect(rows.find(({ outcome }) => outcome === 'ok')).toMatchObject({
      key_id: service.keyId,
      operation: null,
      told: {
        kind: 'tool',
        client: { name: 'cursor', version: '1.0' },
        arguments: { limit: 5, api_key: '[redacted]' },
        duration_ms: 12.5,
        answer_tokens: 100,
      },
    });
    expect(await items({ outcome: 'declined' })).toHaveLength(1);
    expect(await items({ tool: 'nothing' })).toEqual([]);
    expect(await items({ client: 'cursor' })).toHaveLength(2);
    expect(await items({ key_id: service.keyId, to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect((await service.person.activity.list({ query: { limit: 1, offset: 2 } })).items).toHaveLength(1);
    await expect(service.person.activity.record({ body: { calls: [] } })).rejects.toMatchObject({ status: 403 });
  });

  it('a server that vanished ends its calls after a minute for those who watch, but not a call that is reported as running', async () => {
    const feed = (await service.person.system.events())[Symbol.asyncIterator]();
    await service.client.guard.check({ body: { tool: 'slow', call_id: 'gone' } });
    await service.client.guard.check({ body: { tool: 'slower', call_id: 'runs' } });
    service.advance(59_000);
    await service.client.activity.record({ body: { calls: [], running: ['runs'] } });
    service.advance(2000);
    const waitForEnd = async (): Promise<unknown> => {
      const { value } = await feed.next();
      return value?.type === 'call_ended' ? value.data : waitForEnd();
    };
    expect(await waitForEnd()).toMatchObject({ tool: 'slow', call_id: 'gone', outcome: 'failed' });
    await feed.return?.();
  });

  it('is announced: a start with the guard check, an end with the report', async () => {
    const feed = (await service.person.system.events())[Symbol.asyncIterator]();
    const next = async (type: string): Promise<unknown> => {
      const { value } = await feed.next();
      return value?.type === type ? value.data : next(type);
    };
    await service.client.guard.check({ body: { tool: 'list_trades', call_id: 'a' } });
    expect(await next('call_started')).toMatchObject({ tool: 'list_trades', call_id: 'a', key_id: service.keyId });
    await service.client.activity.record({ body: { calls: [call('a', { outcome: 'invalid' })] } });
    expect(await next('call_ended')).toMatchObject({ tool: 'list_trades', outcome: 'invalid' });
    await feed.return?.();
  });

  it('is exported as the filter says: CSV that no spreadsheet runs, or JSON', async () => {
    const formula = call('b', { tool: '=HYPERLINK("http://x")', outcome: 'failed', arguments: null });
    await service.client.activity.record({ body: { calls: [call('a'), formula] } });
    await items();
    const text = async (query: object) => {
      const { bytes, contentType } = await service.person.activity.export({ query });
      return [contentType, Buffer.from(bytes).toString()] as const;
    };
    const [type, csv] = await text({});
    expect(type).toContain('text/csv');
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^at,operation,outcome,key_id,label,request_id,client_request_id,approval_id,/);
    expect(lines).toHaveLength(3);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv).toContain('[redacted]');
    expect(csv).not.toContain('secretsecret');
    const [, json] = await text({ format: 'json', outcome: 'ok' });
    expect(JSON.parse(json)).toEqual({ items: await items({ outcome: 'ok' }) });
    expect((await text({ limit: 1, offset: 1 }))[1].trimEnd().split('\r\n')).toHaveLength(2);
    await expect(service.client.activity.export()).rejects.toMatchObject({ status: 403 });
  });

  it('is exported by what was done: the audit says which requests wrote', async () => {
    await withAccount(service.client);
    await service.client.trades.list();
    await expect(service.client.trades.get({ params: { exec_id: 'none' } })).rejects.toMatchObject({ status: 404 });
    await items();
    const exportRows = async (query: object) => {
      const { bytes } = await service.person.activity.export({ query: { format: 'json', ...query } });
      const { items: rows } = JSON.parse(Buffer.from(bytes).toString()) as { items: { operation: string }[] };
      return rows.map(({ operation }) => operation);
    };
    expect(await exportRows({ did: 'write' })).toEqual(['accounts.create']);
    expect(await exportRows({ did: 'read' })).toEqual(['trades.list']);
    expect(await exportRows({ did: 'refused' })).toEqual(['trades.get']);
    expect(await exportRows({ client: "o'brien" })).toEqual([]);
  });
});

describe('room', () => {
  const usedBytes = () => {
    const { connection } = service.service.app.control;
    return Number(connection.prepare('select sum(bytes) from activity_shares').pluck().get());
  };
  const addRequests = (activity: Activity, keyId: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      activity.seen({
        actor: { ...serviceActor, keyId },
        callId: null,
        requestId: `${keyId}-${n}`,
        clientRequestId: null,
        operation: 'trades.list'.padEnd(400, '.'),
        serves: false,
        status: 200,
        milliseconds: 1,
        bytes: 1,
        approvalId: null,
        usedToken: false,
      });
    activity.flush();
  };
  const verify = () => service.person.activity.verify();
  const count = (keyId: string) =>
    service.service.app.control.all(
      service.service.app.control.db.selectFrom('activity').select('id').where('key_id', '=', keyId),
    ).length;

  it('is shared: a key that floods the record loses its own rows, and the gap is no hole', async () => {
    await service.client.trades.list();
    const { control } = service.service.app;
    const now = () => new Date();
    const most = usedBytes() + 500_000;
    const activity = new Activity(control, new EventBus(now), now, { mostBytes: most });
    addRequests(activity, 'key_quiet', 20);
    addRequests(activity, 'key_flood', 3000);
    addRequests(activity, 'key_quiet', 20);
    expect(usedBytes()).toBeGreaterThan(most);
    activity.open();
    try {
      await expect.poll(usedBytes, { timeout: 10_000 }).toBeLessThanOrEqual(most);
    } finally {
      activity.close();
    }
    expect(count('key_quiet')).toBe(40);
    expect(count('key_flood')).toBeLessThan(3000);
    // What a key makes the service write elsewhere in the file takes nothing from the record.
    const left = count('key_flood');
    const audit = { actor: serviceActor, requestId: null, label: 'test.fill' };
    control.write(audit, (note) => note({ resource: 'guard', id: 1, after: { text: 'x'.repeat(2_000_000) } }));
    activity.open();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    activity.close();
    expect([count('key_quiet'), count('key_flood')]).toEqual([40, left]);
    const verdict = await verify();
    expect(verdict).toMatchObject({ ok: true, first_bad: null });
    expect(verdict.marks.some(({ detail }) => detail.includes('key_flood'))).toBe(true);
  });

  it('is retained for 90 days, and what was removed is marked', async () => {
    await withAccount(service.client);
    await items();
    service.advance(91 * 86_400_000);
    await expect.poll(async () => (await verify()).marks.map(({ mark }) => mark)).toContain('swept');
    expect(await items()).toEqual([]);
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('reports beyond 1 MB a day are not stored, which is marked once; requests always are', async () => {
    const long = JSON.stringify('x'.repeat(4000));
    for (let batch = 0; batch < 3; batch += 1) {
      const calls = Array.from({ length: 150 }, (_, n) => call(`${batch}-${n}`, { arguments: long }));
      await service.client.activity.record({ body: { calls } });
    }
    await service.client.trades.list();
    const { total, items: newest } = await service.person.activity.list({ query: { limit: 1 } });
    expect(total).toBeGreaterThan(200);
    expect(total).toBeLessThan(270);
    expect(newest[0]?.operation).toBe('trades.list');
    const over = (await verify()).marks.filter(({ mark }) => mark === 'over_quota');
    expect(over).toHaveLength(1);
  });
});

describe('the chain', () => {
  const verify = () => service.person.activity.verify();
  const control = (statement: string) => service.service.app.control.connection.exec(statement);
  const book = (statement: string) => service.service.app.store.connection.exec(statement);
  const someRows = async () => {
    await withAccount(service.client);
    await service.client.trades.create({ body: fill });
    for (let n = 0; n < 5; n += 1) await service.client.trades.list();
    await items();
    // Notes where the record ended.
    await service.person.watchlists.create({ body: { name: 'W' } });
    await service.client.trades.list();
    await items();
    expect(await verify()).toMatchObject({ ok: true, first_bad: null, marks: [] });
  };

  it.each([
    ['changed', `drop trigger activity_no_update; update activity set operation = 'trades.list' where id = 2`, 2],
    ['redated', `drop trigger activity_no_update; update activity set at = '2020-01-01' where id = 3`, 3],
    ['removed', 'delete from activity where id = 4', 4],
    ['removed at its start', 'delete from activity where id = 1', 1],
    [
      'moved',
      `drop trigger activity_no_update; update activity set id = 999 where id = 3; update activity set id = 3 where id = 4; update activity set id = 4 where id = 999`,
      3,
    ],
    ['cut off at its end', 'delete from activity where id = (select max(id) from activity)', 9],
    [
      'cut off at its end, its count too',
      `delete from activity where id > 6; update sqlite_sequence set seq = 6 where name = 'activity'`,
      8,
    ],
  ])('a row of the record that was %s is found', async (_, statement, id) => {
    await someRows();
    control(statement);
    expect(await verify()).toMatchObject({ ok: false, first_bad: { table: 'activity', id } });
  });

  it('a row of either audit that was changed is found, and so is a tail of the book’s that was cut off', async () => {
    await someRows();
    book(`drop trigger audit_log_no_update; update audit_log set actor = 'person' where action = 'trade.create'`);
    expect(await verify()).toMatchObject({ ok: false, first_bad: { table: 'audit', what: 'changed' } });
    book(`update audit_log set actor = 'key:${service.keyId}' where action = 'trade.create'`);
    expect(await verify()).toMatchObject({ ok: true });
    book(`drop trigger audit_log_no_delete; delete from audit_log where action = 'watchlist.create';
      update sqlite_sequence set seq = (select max(id) from audit_log) where name = 'audit_log'`);
    expect(await verify()).toMatchObject({ ok: false, first_bad: { table: 'audit', what: 'removed' } });
  });

  it('continues over a new data key and a restored book, which leave their marks', async () => {
    await someRows();
    const { backup_path } = await service.person.backups.create();
    await service.client.trades.patch({ params: { exec_id: fill.exec_id }, body: { notes: 'after the backup' } });
    await items();
    const { home, apiKey, keyId } = service;
    await service.service.stop();
    await rekeyBook(home, passphrase);
    service = await startTestService(home, apiKey, keyId, {});
    expect(await verify()).toMatchObject({ ok: true, marks: [{ mark: 'rekeyed' }] });
    await service.client.trades.list();
    await items();
    await service.person.backups.restore({ body: { path: backup_path ?? '' } });
    await service.client.trades.list();
    await items();
    expect(await verify()).toMatchObject({ ok: true, marks: [{ mark: 'rekeyed' }, { mark: 'restored' }] });
  });

  it('a book restored while nothing ran, a control file put back and a recreated one are each reported as such', async () => {
    await someRows();
    const { backup_path } = await service.person.backups.create();
    const { home, apiKey, keyId } = service;
    const path = join(home, 'control.db');
    const restartAfter = async (meanwhile: () => unknown) => {
      await service.service.stop();
      await meanwhile();
      service = await startTestService(home, apiKey, keyId, {});
      await service.person.accounts.list();
      const { ok, marks } = await verify();
      return [ok, ...marks.map(({ mark }) => mark)];
    };
    expect(await restartAfter(() => restoreBook(home, backup_path ?? '', proof))).toEqual([true, 'restored']);
    let earlier = Buffer.alloc(0);
    expect(await restartAfter(() => (earlier = readFileSync(path)))).toEqual([true, 'restored']);
    await service.client.trades.list();
    await items();
    await service.person.watchlists.create({ body: { name: 'notes where the record ended' } });
    // As after a power cut: what had been written last was not on the disk.
    expect(await restartAfter(() => writeFileSync(path, earlier))).toEqual([true, 'restored', 'power_cut']);
    // Numbers that the audit has noted are not given again.
    expect(await restartAfter(() => rmSync(path))).toEqual([true, 'control_lost', 'power_cut']);
  });

  it('is looked at by the service itself, and the verdict lies where doctor reads it', async () => {
    await someRows();
    const file = join(service.home, 'record-check.json');
    const messages: string[] = [];
    const check = () =>
      new RecordCheck(
        {
          home: homeAt(service.home),
          ask: async () => Buffer.from(JSON.stringify(await verify())),
          now: () => new Date(),
          report: (message) => void messages.push(message),
        },
        1,
      );
    const verdict = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : null);
    const first = check();
    first.open();
    await expect.poll(verdict).toMatchObject({ status: 'passed', error: null });
    first.close();
    control('delete from activity where id = 4');
    const second = check();
    second.open();
    await expect.poll(verdict).toMatchObject({ status: 'failed', error: 'row 4 of activity is gone' });
    second.close();
    expect(messages).toEqual(['the record was tampered with']);
  });
});
