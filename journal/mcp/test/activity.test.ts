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

const rows = async (query: object = {}) =>
  (await bench.person.activity.list({ query: { limit: 1000, ...query } })).items;

/** What is reported of each call, oldest first. */
const listShown = async () => {
  const reports = (await rows())
    .toReversed()
    .flatMap(({ call_id, told: callReport }) => (callReport ? [[call_id, callReport] as const] : []));
  return [...new Map(reports).values()].map(({ kind, tool, outcome }) => [kind, tool, outcome]);
};

const byText = (a: readonly string[], b: readonly string[]) => (a.join(' ') < b.join(' ') ? -1 : 1);

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
    ['tool', 'list_trades', 'ok'],
    ['tool', 'create_trade', 'ok'],
    ['tool', 'create_trade', 'declined'],
    ['tool', 'create_trade', 'invalid'],
    ['tool', 'get_report_for_trade', 'failed'],
    ['tool', 'no_such_tool', 'invalid'],
    ['resource', 'trade://E1', 'ok'],
    ['resource', 'trade://nothing', 'failed'],
    ['tool', 'list_trades', 'refused_guard'],
    ['resource', 'trade://E1', 'refused_guard'],
  ];
  await expect.poll(listShown).toHaveLength(expected.length);
  // A call that reached nothing is known when its report comes, which may be after the next call.
  expect((await listShown()).toSorted(byText)).toEqual(expected.toSorted(byText));
});

it('a write is the service’s own row, tied to its row of the audit, with the server’s report of the call', async () => {
  const items = await rows({ operation: 'trades.create', outcome: 'ok' });
  expect(items).toMatchObject([
    { told: { tool: 'create_trade', client: { name: 'cursor', version: '1.0.0' }, arguments: { exec_id: 'E1' } } },
  ]);
  const request_id = items[0]?.request_id ?? '';
  const audited = await bench.person.audit.list({ query: { request_id } });
  expect(audited.items).toMatchObject([{ action: 'trade.create', resource_id: 'E1' }]);
  expect((await rows({ tool: 'create_trade', outcome: 'ok' })).map(({ operation }) => operation)).toEqual([
    'trades.create',
  ]);
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
