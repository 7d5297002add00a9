// An assistant whose writes wait for the person: what it is answered, what the person sees, and what is done.
import type { JournalClient } from '@zorivest/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';
import { openIssuer } from './issuer.ts';

/** A model that is paid for. */
let paid = 0;
const model = {
  protocol: 'anthropic',
  endpoint: 'http://model.test/v1/messages',
  model: 'careful-1',
  api_key: 'k',
} as const;
const prices = { input_cents_per_million: 300, output_cents_per_million: 1500 };
const outside: typeof globalThis.fetch = () => {
  paid += 1;
  const usage = { input_tokens: 1000, output_tokens: 100 };
  return Promise.resolve(Response.json({ content: [{ type: 'text', text: 'Size was right.' }], usage }));
};

let bench: Bench;
let key: string;
let keyId: string;

beforeAll(async () => {
  bench = await openBench({ fetch: outside });
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  const made = await bench.api.auth.createKey({ body: { name: 'asks', role: 'read-write' } });
  [key, keyId] = [made.raw_key, made.key_id];
});
afterAll(() => bench.close());

let count = 0;
const trade = () => ({
  exec_id: `A${++count}`,
  instrument: 'F',
  action: 'BOT',
  quantity: 1,
  price: 10,
  account_id: 'main',
});
const setMode = (mode: 'ask' | 'write') => bench.person.auth.setMode({ params: { key_id: keyId }, body: { mode } });

/** The person looks until something waits, and decides. */
async function decide(person: JournalClient, decision: 'approve' | 'deny') {
  const waiting = async () => (await person.approvals.list({ query: { status: 'waiting' } })).items;
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [asked] = await waiting();
  await person.approvals.decide({ params: { id: asked?.id ?? '' }, body: { decision } });
  return asked;
}

const isRecorded = async (exec_id: string) =>
  (await bench.api.trades.list({ query: { limit: 1000 } })).items.some((one) => one.exec_id === exec_id);

describe.each(['legacy', 'modern'] as const)('a key in mode ask, in the %s era', (era) => {
  let cursor: Assistant;
  beforeAll(async () => {
    await setMode('ask');
    cursor = await bench.connect('cursor', { key, era });
  });
  afterAll(() => setMode('write'));

  it('writes what the person approved, and the card shows the write itself', async () => {
    const args = trade();
    const calling = cursor.call('create_trade', args);
    const asked = await decide(bench.person, 'approve');
    expect(asked).toMatchObject({
      operation: 'trades.create',
      key_id: keyId,
      label: 'asks',
      told: { tool: 'create_trade', arguments: { exec_id: args.exec_id } },
    });
    const { changes } = await bench.person.approvals.wait({ params: { id: asked?.id ?? '' } });
    expect(changes).toMatchObject([{ before: null, after: { exec_id: args.exec_id, quantity: '1' } }]);
    expect((await calling).isError).toBe(false);
    expect(await isRecorded(args.exec_id)).toBe(true);
  });

  it('tools for pages, called as a model would, show what waits and decide nothing', async () => {
    const page = await bench.connect('goose', { key, era, draws: true });
    const args = trade();
    const calling = cursor.call('create_trade', args);
    const waiting = async () => (await bench.person.approvals.list({ query: { status: 'waiting' } })).items;
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [asked] = await waiting();
    const { tools } = await page.client.listTools();
    const forPages = tools.flatMap(({ name, _meta }) =>
      JSON.stringify(_meta?.ui ?? '').includes('"app"') ? [name] : [],
    );
    expect(forPages.toSorted()).toEqual(['page_approvals', 'page_results', 'page_trade', 'page_worth']);
    const answers = await Promise.all(
      forPages.map((name) => page.call(name, name === 'page_trade' ? { trip_id: 'rt-A1' } : {})),
    );
    const text = JSON.stringify(answers);
    expect(text).toContain(args.exec_id);
    expect(text).not.toContain(asked?.id ?? 'nothing waits');
    expect((await waiting()).map(({ id }) => id)).toEqual([asked?.id]);
    await bench.person.approvals.decide({ params: { id: asked?.id ?? '' }, body: { decision: 'deny' } });
    expect((await calling).isError).toBe(true);
    expect(await isRecorded(args.exec_id)).toBe(false);
  });

  it('also with tools that otherwise need no confirmation, and not what was denied', async () => {
    const args = { ...trade(), strategy_name: 'Breakout' };
    const planning = cursor.call('create_trade_plan', {
      ticker: 'F',
      direction: 'BOT',
      strategy_name: args.strategy_name,
      entry: 10,
      stop: 9,
      target: 12,
      conditions: 'A close above the range.',
      timeframe: 'daily',
    });
    await decide(bench.person, 'deny');
    expect((await planning).data.code).toBe('confirmation_declined');
    expect((await bench.api.plans.list()).total).toBe(0);
    expect((await cursor.call('list_trades')).isError).toBe(false);
  });
});

describe('a call that waits longer than the assistant can', () => {
  it('says so with the id of the request, and joins it when it is made again', async () => {
    await setMode('ask');
    const cursor = await bench.connect('cursor', { key, server: { approvalWaitSeconds: 0.2 } });
    const args = trade();
    const first = await cursor.call('create_trade', args);
    expect(first.data).toMatchObject({ code: 'approval_pending' });
    const asked = await decide(bench.person, 'approve');
    expect(JSON.stringify(first.data)).toContain(asked?.id);
    expect((await cursor.call('create_trade', args)).isError).toBe(false);
    expect(await isRecorded(args.exec_id)).toBe(true);
    await setMode('write');
  });
});

describe('the ladder', () => {
  it('asks in the app while one is open, and never takes a token then', async () => {
    const feed = (await bench.person.system.events({ query: { for: 'app' } }))[Symbol.asyncIterator]();
    await feed.next();
    const cursor = await bench.connect('cursor', { key });
    const args = trade();
    const { token } = (await cursor.call('get_confirmation_token', { action: 'create_trade', params: args })).data;
    const calling = cursor.call('create_trade', { ...args, confirmation_token: token });
    await decide(bench.person, 'deny');
    expect((await calling).data.code).toBe('confirmation_declined');
    await feed.return?.();
  });

  it('takes only the app when the owner says so, open or not', async () => {
    const cursor = await bench.connect('cursor', { key, person: () => 'accept', server: { confirm: 'app' } });
    const args = trade();
    const token = await cursor.call('get_confirmation_token', { action: 'create_trade', params: args });
    expect(token.data.code).toBe('confirmation_blocked');
    const calling = cursor.call('create_trade', args);
    await decide(bench.person, 'approve');
    expect((await calling).isError).toBe(false);
  });

  it('takes a client that only names itself for one that cannot ask', async () => {
    const claude = await bench.connect('claude-code', { key, person: null });
    expect((await claude.call('create_trade', trade())).data.code).toBe('confirmation_required');
  });
});

describe('what costs money', () => {
  it('is put before the person where they have allowed none, and done when they agree', async () => {
    await bench.person.reviews.configure({ body: { ...model, ...prices } });
    const [entry, exit] = [trade(), { ...trade(), action: 'SLD' as const, price: 11 }];
    for (const one of [entry, exit])
      await bench.person.trades.create({ body: { ...one, action: one.action as 'BOT', time: '2026-01-05T14:30:00Z' } });
    const cursor = await bench.connect('cursor', { key });
    const asking = { trade_exec_id: entry.exec_id, budget_cap: 50 };
    const denied = cursor.call('ai_review_trade', asking);
    expect(await decide(bench.person, 'deny')).toMatchObject({
      operation: 'reviews.request',
      kind: 'outside',
      told: { tool: 'ai_review_trade' },
    });
    expect((await denied).data.code).toBe('confirmation_declined');
    expect(paid).toBe(0);
    const calling = cursor.call('ai_review_trade', asking);
    await decide(bench.person, 'approve');
    expect((await calling).data).toMatchObject({ status: 'reviewed', model: 'careful-1' });
    expect(paid).toBeGreaterThan(0);
  });
});

describe('a server that is exposed on purpose', () => {
  it('takes tokens of its issuer, lets them read, and puts every write of theirs before the person', async () => {
    const issuer = await openIssuer();
    const resource = 'https://journal.example.com/mcp';
    const { wire } = await bench.serve({ auth: { resource, issuer: issuer.url } });
    const signIn = (scope: string, sub = 'ada') =>
      bench.connect('cursor', { url: wire.url, key: issuer.token({ sub, aud: resource, scope }) });

    const refused = await fetch(wire.url, { method: 'POST', body: '{}' });
    const metadata = 'https://journal.example.com/.well-known/oauth-protected-resource/mcp';
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${metadata}"`);
    const published = await fetch(new URL('/.well-known/oauth-protected-resource', wire.url));
    expect(await published.json()).toMatchObject({
      resource,
      authorization_servers: [issuer.url],
      scopes_supported: ['journal:read', 'journal:ask'],
    });

    const reader = await signIn('journal:read');
    expect((await reader.call('list_trades')).isError).toBe(false);
    const plan = { ticker: 'F', direction: 'BOT', strategy_name: 'S', entry: 10, stop: 9, target: 12 };
    const rest = { conditions: 'A close above the range.', timeframe: 'daily' };
    expect((await reader.call('create_trade_plan', { ...plan, ...rest })).data.code).toBe('forbidden');
    // Nor does it spend, although the key of the server may.
    const cap = { params: { key: 'providers.daily_cap_cents' } };
    await bench.person.settings.set({ ...cap, body: { value: 1000 } });
    const before = paid;
    const review = await reader.call('ai_review_trade', { trade_exec_id: `A${count}`, budget_cap: 50 });
    expect(review.data).toMatchObject({ status: 'facts_only' });
    expect(paid).toBe(before);
    await bench.person.settings.set({ ...cap, body: { value: 0 } });

    const asker = await signIn('journal:ask journal:write admin');
    const planning = asker.call('create_trade_plan', { ...plan, ...rest });
    await decide(bench.person, 'deny');
    expect((await planning).data.code).toBe('confirmation_declined');
    expect((await bench.api.plans.list()).total).toBe(0);
    await expect(signIn('something:else')).rejects.toThrow('journal:read');

    // A server whose own key only reads gives no caller more.
    const weak = await bench.serve({ apiKey: await bench.keyFor('read-only'), auth: { resource, issuer: issuer.url } });
    const token = issuer.token({ sub: 'ada', aud: resource, scope: 'journal:ask' });
    const held = await bench.connect('cursor', { url: weak.wire.url, key: token });
    expect((await held.call('create_trade_plan', { ...plan, ...rest })).data.code).toBe('forbidden');
    issuer.close();
  });
});
