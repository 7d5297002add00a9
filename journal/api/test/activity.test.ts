// The record of what assistants did, as the service keeps it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Activity } from '../activity/activity.ts';
import { EventBus, serviceActor } from '@zorivest/store';
import { fill, openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService();
});
afterEach(() => service.close());

const call = (id: string, over: object = {}) => ({
  id,
  kind: 'tool' as const,
  tool: 'list_trades',
  outcome: 'ok' as const,
  client: { name: 'cursor', version: '1.0' },
  arguments: JSON.stringify({ limit: 5, api_key: 'zrv_sk_secretsecret' }),
  confirmed_by: 'none' as const,
  duration_ms: 12.5,
  answer_bytes: 400,
  request_ids: ['request-1'],
  at: new Date().toISOString(),
  ...over,
});
const items = async (query: object = {}) => (await service.person.activity.list({ query })).items;

describe('activity', () => {
  it('shows the person what was reported, once, without secrets', async () => {
    await service.client.activity.record({ body: { calls: [call('a'), call('b', { outcome: 'declined' })] } });
    await service.client.activity.record({ body: { calls: [call('a')], lost: 3 } });
    const rows = await items();
    expect(rows.map(({ tool }) => tool).toSorted()).toEqual([
      '3 calls whose record was lost',
      'list_trades',
      'list_trades',
    ]);
    expect(rows.find(({ outcome }) => outcome === 'ok')).toMatchObject({
      kind: 'tool',
      via: 'mcp',
      key_id: service.keyId,
      client: { name: 'cursor', version: '1.0' },
      arguments: { limit: 5, api_key: '[redacted]' },
      confirmed_by: 'none',
      duration_ms: 12.5,
      answer_tokens: 100,
      request_ids: ['request-1'],
    });
    expect(await items({ outcome: 'declined' })).toHaveLength(1);
    expect(await items({ tool: 'nothing' })).toEqual([]);
    expect(await items({ key_id: service.keyId, to: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect((await service.person.activity.list({ query: { limit: 1, offset: 2 } })).items).toHaveLength(1);
    await expect(service.client.activity.list()).rejects.toMatchObject({ status: 403 });
    await expect(service.person.activity.record({ body: { calls: [] } })).rejects.toMatchObject({ status: 403 });
  });

  it('shows what a key sent that belongs to no reported call, and who changed what by it', async () => {
    await withAccount(service.client);
    const claimed = { id: 'claimed', noteRequest: () => {} };
    await service.client.trades.create({ body: fill }, { call: claimed, tool: 'create_trade' });
    const rest = () => items({}).then((rows) => rows.filter(({ via }) => via === 'rest').map(({ tool }) => tool));
    await expect.poll(rest).toEqual(['POST /accounts']);
    service.advance(61_000);
    await expect.poll(rest).toEqual(['POST /trades', 'POST /accounts']);
    const [made] = await items({ tool: 'POST /trades' });
    const { items: audited } = await service.person.audit.list({ query: { request_id: made?.request_ids[0] ?? '' } });
    expect(audited).toMatchObject([{ action: 'trade.create', tool: 'create_trade', key_id: service.keyId }]);
    const filtered = (query: object) => service.person.audit.list({ query }).then(({ total }) => total);
    expect(await filtered({ tool: 'create_trade' })).toBe(1);
    expect(await filtered({ key_id: 'key_none' })).toBe(0);
    expect(await filtered({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).toBe(0);
    expect(await filtered({ from: '2020-01-01T00:00:00Z', action: 'trade.create' })).toBe(1);
  });

  it('ends a call whose server vanished as failed after a minute, not one that is said to run', async () => {
    await service.client.guard.check({ body: { tool: 'slow', call_id: 'gone' } });
    await service.client.guard.check({ body: { tool: 'slower', call_id: 'runs' } });
    service.advance(59_000);
    await service.client.activity.record({ body: { calls: [], running: ['runs'] } });
    service.advance(2000);
    await expect.poll(() => items()).toMatchObject([{ tool: 'slow', outcome: 'failed' }]);
  });

  it('keeps what was reported although a late guard check of the same call comes after it', async () => {
    await service.client.activity.record({ body: { calls: [call('late')] } });
    for (const id of ['late', 'gone']) await service.client.guard.check({ body: { tool: 'list_trades', call_id: id } });
    service.advance(61_000);
    await expect.poll(async () => (await items()).map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'ok']);
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

  it('is kept for 90 days', async () => {
    const old = new Date(Date.now() - 91 * 86_400_000).toISOString();
    await service.client.activity.record({ body: { calls: [call('old', { at: old }), call('new')] } });
    await service.person.accounts.list();
    service.advance(3_700_000);
    await expect.poll(async () => (await items()).length).toBe(1);
  });

  it('is exported as the filter says: CSV that no spreadsheet runs, or JSON', async () => {
    const formula = call('b', { tool: '=HYPERLINK("http://x")', outcome: 'failed', arguments: null });
    await service.client.activity.record({ body: { calls: [call('a'), formula] } });
    const text = async (query: object) => {
      const { bytes, contentType } = await service.person.activity.export({ query });
      return [contentType, Buffer.from(bytes).toString()] as const;
    };
    const [type, csv] = await text({});
    expect(type).toContain('text/csv');
    const lines = csv.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^at,kind,via,tool,outcome,key_id,client_name,client_version,arguments,/);
    expect(lines).toHaveLength(3);
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv).toContain('[redacted]');
    expect(csv).not.toContain('secretsecret');
    const [, json] = await text({ format: 'json', outcome: 'ok' });
    expect(JSON.parse(json)).toEqual({ items: await items({ outcome: 'ok' }) });
    expect((await text({ limit: 1, offset: 1 }))[1].trimEnd().split('\r\n')).toHaveLength(2);
    await expect(service.client.activity.export()).rejects.toMatchObject({ status: 403 });
  });

  it('is exported by what was done and by whose client: the audit says which calls wrote', async () => {
    await withAccount(service.client);
    const wrote: string[] = [];
    const requested = (id: string) => void wrote.push(id);
    await service.client.trades.create(
      { body: fill },
      { call: { id: 'w', noteRequest: requested }, tool: 'create_trade' },
    );
    await service.client.activity.record({
      body: {
        calls: [
          call('w', { tool: 'create_trade', request_ids: wrote }),
          call('r', { client: { name: 'claude', version: null } }),
          call('f', { tool: 'get_account', outcome: 'failed' }),
        ],
      },
    });
    const exported = async (query: object) => {
      const { bytes } = await service.person.activity.export({ query: { format: 'json', ...query } });
      const { items: rows } = JSON.parse(Buffer.from(bytes).toString()) as { items: { tool: string }[] };
      return rows.map(({ tool }) => tool).filter((tool) => !tool.startsWith('POST '));
    };
    expect(await exported({ did: 'write' })).toEqual(['create_trade']);
    expect(await exported({ did: 'read' })).toEqual(['list_trades']);
    expect(await exported({ did: 'refused' })).toEqual(['get_account']);
    expect(await exported({ client: 'claude' })).toEqual(['list_trades']);
    expect(await exported({ client: "o'brien" })).toEqual([]);
    expect(await items({ client: 'claude' })).toHaveLength(1);
  });

  it('takes no more of the disk than it may: the oldest go first', async () => {
    await service.client.accounts.list();
    const { control } = service.service.app;
    const used = () => {
      const of = (name: string) => Number(control.connection.pragma(name, { simple: true }));
      return (of('page_count') - of('freelist_count')) * of('page_size');
    };
    const most = used() + 500_000;
    const now = () => new Date();
    const activity = new Activity(control, new EventBus(now), now, most);
    const minute = (n: number) => new Date(Date.now() - (3000 - n) * 60_000).toISOString();
    const actor = { ...serviceActor, keyId: service.keyId };
    for (let from = 0; from < 1000; from += 500) {
      const calls = Array.from({ length: 500 }, (_, n) =>
        call(`c${from + n}`, { at: minute(from + n), arguments: 'x'.repeat(4000) }),
      );
      activity.record(actor, { calls, running: [], lost: 0 });
    }
    expect(used()).toBeGreaterThan(most * 2);
    activity.open();
    try {
      await expect.poll(used).toBeLessThanOrEqual(most);
    } finally {
      activity.close();
    }
    const left = control.all(
      control.db.selectFrom('activity').select('call_id').where('via', '=', 'mcp').orderBy('at', 'desc'),
    );
    expect(left[0]?.call_id).toBe('c999');
    expect(left.length).toBeGreaterThan(0);
    expect(left.at(-1)?.call_id).toBe(`c${1000 - left.length}`);
  });
});
