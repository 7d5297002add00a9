// A fill against the quote of its moment: quotes that a pipeline stored, the nearest one, or the reason there is none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideHttp, type OutsideHttp } from './outside.ts';

let service: TestService;
let outside: OutsideHttp;

/** Alpaca's snapshot: four seconds after the fill AAPL stood at 149.98 bid, 150.02 asked. */
const snapshot = {
  latestTrade: { p: 150, t: '2026-01-05T15:00:01Z' },
  latestQuote: { bp: 149.98, ap: 150.02, t: '2026-01-05T15:00:04Z' },
};

beforeAll(async () => {
  outside = await outsideHttp({ 'GET data.alpaca.markets /v2/stocks/AAPL/snapshot': { body: snapshot } });
  service = await openTestService({ fetch: outside.fetch });
  await service.person.market.configureProvider({
    params: { name: 'alpaca' },
    body: { api_key: 'key-0123456789', api_secret: 'secret-0123456789' },
  });
  await withAccount(service.client, 'U1');
  await trade('near', 'AAPL', '2026-01-05T15:00:00Z');
  await trade('far', 'AAPL', '2026-01-05T15:10:00Z');
  await trade('other', 'MSFT', '2026-01-05T15:00:00Z');
});

afterAll(async () => {
  await service.close();
  await outside.close();
});

function trade(exec_id: string, instrument: string, time: string) {
  const body = { exec_id, time, instrument, action: 'BOT', quantity: 100, price: 150.03, account_id: 'U1' } as const;
  return service.client.trades.create({ body });
}

const score = (trade_id: string) => service.client.costs.executionQuality({ query: { trade_id } });

async function run(name: string, steps: readonly object[]) {
  const trigger = { cron_expression: '0 22 * * 1-5', timezone: 'America/New_York' };
  const policy_json = { schema_version: 2, name, trigger, steps };
  const { id, content_hash } = await service.client.scheduling.createPolicy({ body: { policy_json } });
  await service.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  expect(await service.client.scheduling.runPolicy({ params: { policy_id: id }, body: {} })).toMatchObject({
    status: 'success',
  });
}

it('without quotes there is no score, and the answer says what to do', async () => {
  expect(await score('near')).toMatchObject({
    nbbo_available: false,
    score: null,
    problems: [{ code: 'no_quote', message: expect.stringContaining('No quotes of AAPL are stored') as unknown }],
  });
});

it('a quote stored with its bid and ask scores the fill nearest to it', async () => {
  await run('Quotes', [
    { id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['AAPL'] } } },
    { id: 'keep', type: 'transform', params: { source_step_id: 'quotes', write_disposition: 'merge' } },
  ]);
  // Bought a cent above the ask of 150.02: 0.67 basis points, a dollar on a hundred shares.
  expect(await score('near')).toMatchObject({
    nbbo_available: true,
    grade: 'B',
    slippage_bps: 0.6665,
    slippage_estimate: 1,
    quote_source: 'alpaca',
    quote_age_seconds: 4,
    problems: [],
  });
});

it('a quote minutes away is no benchmark: its distance is stated', async () => {
  expect(await score('far')).toMatchObject({
    nbbo_available: false,
    problems: [{ message: expect.stringContaining('596 seconds from the fill') as unknown }],
  });
});

it('quotes without two sides do not count', async () => {
  const record = { ticker: 'MSFT', last: 150, timestamp: '2026-01-05T15:00:00.000Z', provider: 'yahoo' };
  await run('One-sided', [
    { id: 'keep', type: 'market_data_store', params: { data_type: 'quote', records: [record] } },
  ]);
  expect(await score('other')).toMatchObject({
    nbbo_available: false,
    problems: [{ message: expect.stringContaining('have no bid and ask') as unknown }],
  });
});
