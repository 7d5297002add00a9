// What a recording client did, against what the person is shown.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBench, type Assistant, type Bench } from './fixture-service.ts';
import { mixedCalls } from './mixed-calls.ts';

let bench: Bench;
let cursor: Assistant;

beforeAll(async () => {
  bench = await openBench();
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  cursor = await bench.connect('cursor', { person: (message) => (message.includes('NO') ? 'decline' : 'accept') });
});
afterAll(() => bench.close());

const listShown = async () =>
  (await bench.person.activity.list({ query: { limit: 1000 } })).items
    .filter(({ via }) => via === 'mcp')
    .map(({ kind, tool, outcome, confirmed_by }) => [kind, tool, outcome, confirmed_by]);

it('activity agrees with what was called, whatever became of it', async () => {
  const trade = { exec_id: 'E1', instrument: 'F', action: 'BOT', quantity: 1, price: 10, account_id: 'main' };
  await cursor.call('list_trades');
  await cursor.call('create_trade', trade);
  await cursor.call('create_trade', { ...trade, exec_id: 'NO' });
  await cursor.call('create_trade', { ...trade, quantity: 'many' });
  await cursor.call('get_report_for_trade', { trade_id: 'nothing' });
  await cursor.client.callTool({ name: 'no_such_tool', arguments: {} }).catch(() => undefined);
  await cursor.client.readResource({ uri: 'trade://E1' });
  await cursor.client.readResource({ uri: 'trade://nothing' }).catch(() => undefined);
  await bench.person.guard.lock();
  await cursor.call('list_trades');
  await cursor.client.readResource({ uri: 'trade://E1' }).catch(() => undefined);
  await bench.person.guard.unlock();
  const expected = [
    ['tool', 'list_trades', 'ok', 'none'],
    ['tool', 'create_trade', 'ok', 'client'],
    ['tool', 'create_trade', 'declined', 'none'],
    ['tool', 'create_trade', 'invalid', 'none'],
    ['tool', 'get_report_for_trade', 'failed', 'none'],
    ['tool', 'no_such_tool', 'invalid', 'none'],
    ['resource', 'trade://E1', 'ok', 'none'],
    ['resource', 'trade://nothing', 'failed', 'none'],
    ['tool', 'list_trades', 'refused_guard', 'none'],
    ['resource', 'trade://E1', 'refused_guard', 'none'],
  ];
  await expect.poll(listShown).toHaveLength(expected.length);
  expect((await listShown()).toReversed()).toEqual(expected);
});

it('a write is tied to its row of the audit, and no request of a reported call is shown by itself', async () => {
  const { items } = await bench.person.activity.list({ query: { tool: 'create_trade', outcome: 'ok' } });
  expect(items).toMatchObject([{ client: { name: 'cursor', version: '1.0.0' }, arguments: { exec_id: 'E1' } }]);
  const ids = items[0]?.request_ids ?? [];
  const rows = await Promise.all(ids.map((request_id) => bench.person.audit.list({ query: { request_id } })));
  expect(rows.flatMap((page) => page.items)).toMatchObject([{ action: 'trade.create', resource_id: 'E1' }]);
  bench.advance(61_000);
  const rest = async () =>
    (await bench.person.activity.list({ query: { limit: 1000 } })).items.filter(({ via }) => via === 'rest');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect((await rest()).map(({ tool }) => tool)).toEqual(['POST /accounts']);
});

it('agrees exactly with what was sent over many mixed calls; `npm run bench activity` makes 10,000', async () => {
  const own = await openBench();
  try {
    const calls = await mixedCalls(own);
    await calls.make(300, 20);
    await expect.poll(() => calls.compare(), { interval: 250 }).toMatchObject({ shown: 300 });
    expect(await calls.compare()).toEqual({ sent: 300, shown: 300, missing: [], untrue: [] });
  } finally {
    await own.close();
  }
});
