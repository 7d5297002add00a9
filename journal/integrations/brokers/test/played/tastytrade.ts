import { expect, it } from 'vitest';
import { tastytrade } from '../../adapters/tastytrade.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { client_secret: 'CS-SECRET', refresh_token: 'RT-SECRET' };
const row = (id: number | bigint, fields: string) =>
  `{"id":${id},"account-number":"5WX00001","executed-at":"2026-03-02T15:30:00.123+00:00","transaction-date":"2026-03-02","currency":"USD",${fields}}`;
const trade = (id: number | bigint, fields: string) =>
  row(id, `"transaction-type":"Trade","transaction-sub-type":"Buy to Open",${fields}`);
const items = [
  trade(
    9_007_199_254_740_993n,
    '"symbol":"SPY   260320C00600000","instrument-type":"Equity Option","action":"Buy to Open","quantity":"2.0","price":"1.25","value":"250.0","value-effect":"Debit","commission":"2.0","commission-effect":"Debit","clearing-fees":"0.2","clearing-fees-effect":"Debit","regulatory-fees":"0.046","regulatory-fees-effect":"Debit","net-value":"252.246","net-value-effect":"Debit","order-id":77,"underlying-symbol":"SPY"',
  ),
  trade(
    2,
    '"symbol":"AAPL","instrument-type":"Equity","action":"Sell to Close","quantity":10,"price":"200.1234","value":"2001.234","value-effect":"Credit","commission":"0.0","commission-effect":"None","regulatory-fees":"0.01","regulatory-fees-effect":"Debit","net-value":"2001.224","net-value-effect":"Credit"',
  ),
  row(
    3,
    '"transaction-type":"Receive Deliver","transaction-sub-type":"Expiration","symbol":"SPY   260320C00600000","instrument-type":"Equity Option","quantity":"2.0","value":"0.0","value-effect":"None","net-value":"0.0","net-value-effect":"None","description":"Removal of 2.0 SPY"',
  ),
  row(
    4,
    '"transaction-type":"Money Movement","transaction-sub-type":"Dividend","symbol":"AAPL","underlying-symbol":"AAPL","instrument-type":"Equity","value":"5.2","value-effect":"Credit","net-value":"5.2","net-value-effect":"Credit","description":"APPLE INC"',
  ),
  row(
    5,
    '"transaction-type":"Money Movement","transaction-sub-type":"Withdrawal","value":"100.0","value-effect":"Debit","net-value":"100.0","net-value-effect":"Debit","description":"ACH DISBURSEMENT"',
  ),
  trade(
    6,
    '"reverses-id":2,"symbol":"AAPL","instrument-type":"Equity","action":"Buy to Close","quantity":"10.0","price":"200.1234","value":"2001.234","value-effect":"Debit"',
  ),
  row(
    7,
    '"transaction-type":"Receive Deliver","transaction-sub-type":"Cash Settled Assignment","symbol":"SPXW  260302P05900000","instrument-type":"Equity Option","quantity":"1.0","value":"1234.5","value-effect":"Debit","net-value":"1234.5","net-value-effect":"Debit"',
  ),
  row(
    8,
    '"transaction-type":"Receive Deliver","transaction-sub-type":"Forward Split","symbol":"NVDA","instrument-type":"Equity","action":"Sell to Close","quantity":"10.0","value":"0.0","net-value":"0.0"',
  ),
  row(
    9,
    '"transaction-type":"Receive Deliver","transaction-sub-type":"Forward Split","symbol":"NVDA","instrument-type":"Equity","action":"Buy to Open","quantity":"100.0","value":"0.0","net-value":"0.0"',
  ),
  row(
    10,
    '"transaction-type":"Receive Deliver","transaction-sub-type":"Something New","symbol":"XYZ","instrument-type":"Equity","quantity":"3.0","value":"0.0","net-value":"0.0"',
  ),
  row(
    11,
    '"transaction-type":"Trade","transaction-sub-type":"Buy to Open","symbol":"./ESM6 EW4H6 260327P5500","instrument-type":"Future Option","action":"Buy to Open","quantity":"1.0","price":"12.5","value":"625.0","value-effect":"Debit","net-value":"625.0","net-value-effect":"Debit"',
  ),
];
const envelope = (list: readonly string[], pages = 1) =>
  `{"data":{"items":[${list.join(',')}]},"context":"/x","pagination":{"per-page":1000,"page-offset":0,"total-items":${list.length},"total-pages":${pages}}}`;
const answers: Record<string, string> = {
  '/oauth/token': '{"access_token":"AT-1","token_type":"Bearer","expires_in":900}',
  '/customers/me/accounts': '{"data":{"items":[{"account":{"account-number":"5WX00001"},"authority-level":"owner"}]}}',
  '/accounts/5WX00001/transactions': envelope(items),
  '/accounts/5WX00001/positions':
    '{"data":{"items":[{"symbol":"SPY   260320C00600000","quantity":"2","quantity-direction":"Short","close-price":"1.1"}]}}',
  '/accounts/5WX00001/balances': '{"data":{"account-number":"5WX00001","cash-balance":"-1234.567","currency":"USD"}}',
};
const usual: Play = ({ path }) => answers[path];

export function play(server: BrokerServer): void {
  it('reads trades, ends of options, splits, money, positions and balances', async () => {
    const read = await server.sync(tastytrade, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['9007199254740993', '2026-03-02T15:30:00.123Z', 'SPY 260320 C 600', 'BOT', 2, 1.25, 2.246, 'USD'],
      ['2', '2026-03-02T15:30:00.123Z', 'AAPL', 'SLD', 10, 200.1234, 0.01, 'USD'],
      ['7', '2026-03-02T15:30:00.123Z', 'SPXW 260302 P 5900', 'BOT', 1, 12.345, 0, 'USD'],
      ['11', '2026-03-02T15:30:00.123Z', '/ESM6 260327 P 5500', 'BOT', 1, 12.5, 0, 'USD'],
    ]);
    expect(read.fills.at(-1)?.multiplier).toBe(50);
    expect(read.fills[0]?.fees).toEqual([
      { type: 'clearing', amount: 0.2 },
      { type: 'regulatory', amount: 0.046 },
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['4', '2026-03-02', 5.2, 'USD', 'dividend', 'AAPL'],
      ['5', '2026-03-02', -100, 'USD', 'withdrawal', null],
    ]);
    expect(read.events).toMatchObject([
      { kind: 'expiry', instrument: 'SPY 260320 C 600', quantity: 2, id: '3' },
      { kind: 'split', instrument: 'NVDA', new_shares: 100, old_shares: 10 },
    ]);
    expect([read.skipped, read.cancelled]).toEqual([[], ['2']]);
    expect(read.invalid).toEqual(['Something New of 3.0 XYZ is not known: record it by hand']);
    expect(read.warnings).toEqual([]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'SPY 260320 C 600', quantity: -2, account: '5WX00001' }],
      cash: [{ amount: -1234.567, currency: 'USD', account: '5WX00001' }],
    });
  });

  it('asks for a token that only reads, and for another when it has expired', async () => {
    let tokens = 0;
    const read = await server.sync(tastytrade, {
      credentials,
      play: (asked) => {
        if (asked.path === '/oauth/token') return `{"access_token":"AT-${++tokens}"}`;
        const isOld = asked.path.endsWith('/transactions') && asked.headers.authorization === 'Bearer AT-1';
        return isOld ? { status: 401, body: '{"error":{"code":"token_expired","message":"expired"}}' } : usual(asked);
      },
    });
    expect([read.fault, tokens]).toEqual([null, 2]);
    expect(JSON.parse(read.asked[0]?.body ?? '')).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'RT-SECRET',
      client_secret: 'CS-SECRET',
      scope: 'read',
    });
    expect(read.asked[0]?.headers['user-agent']).toBe('Zorivest/test');
  });

  it('asks once with a refused grant, since more would lock this address out', async () => {
    const read = await server.sync(tastytrade, {
      credentials,
      play: () => ({ status: 401, body: '{"error_description":"Grant revoked"}' }),
    });
    expect(read.fault).toMatch(/^tastytrade refused the credentials \(status 401: Grant revoked\): make a new grant/);
    expect(read.asked.length).toBe(1);
  });

  it('reads page after page, and continues after a cut with the same end', async () => {
    const full = Array.from({ length: 1000 }, (_, at) => items[1]?.replace('"id":2', `"id":${1000 + at}`) ?? '');
    const playPages: Play = (asked) => {
      if (!asked.path.endsWith('/transactions')) return usual(asked);
      return asked.query.get('page-offset') === '0' ? envelope(full, 2) : undefined;
    };
    const cut = await server.sync(tastytrade, { credentials, play: playPages });
    expect([cut.fills.length, cut.cursors, cut.fault]).toEqual([
      1000,
      ['2026-03-10|5WX00001|1'],
      'tastytrade answered: status 501: not played',
    ]);
    const rest = await server.sync(tastytrade, {
      credentials,
      play: usual,
      cursor: '2026-03-10|5WX00001|1',
      now: '2026-04-01T00:00:00Z',
    });
    const asked = rest.asked.find(({ path }) => path.endsWith('/transactions'));
    expect([asked?.query.get('page-offset'), asked?.query.get('end-date'), asked?.query.get('sort')]).toEqual([
      '1',
      '2026-03-10',
      'Asc',
    ]);
  });
}
