import { expect, it } from 'vitest';
import { bybit, signBybit } from '../../adapters/bybit.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { api_key: 'KEY-SECRET', api_secret: 'S-SECRET' };
const result = (body: string) => `{"retCode":0,"retMsg":"OK","result":${body},"retExtInfo":{},"time":1773144000000}`;
const execution = (fields: string) => `{"orderId":"o1","execTime":"1772000000123","isMaker":false,${fields}}`;
const lists: Record<string, string> = {
  spot: [
    execution(
      '"symbol":"BTCEUR","execId":"s1","side":"Buy","execPrice":"50000.5","execQty":"0.002","execValue":"100.001","execFee":"0.000002","feeCurrency":"","execType":"Trade"',
    ),
    execution(
      '"symbol":"ETHUSDT","execId":"s2","side":"Sell","execPrice":"2000","execQty":"1","execValue":"2000","execFee":"2","feeCurrency":"USDT","execType":"Trade"',
    ),
  ].join(','),
  linear: [
    execution(
      '"symbol":"BTCUSDT","execId":"l1","side":"Sell","execPrice":"60000.1","execQty":"0.01","execFee":"-0.06","feeCurrency":"","execType":"Trade"',
    ),
    execution(
      '"symbol":"BTCUSDT","execId":"l2","side":"Sell","execPrice":"60000","execQty":"0.01","execFee":"0.012","feeCurrency":"","execType":"Funding"',
    ),
  ].join(','),
  inverse: execution(
    '"symbol":"BTCUSD","execId":"i1","side":"Buy","execPrice":"1","execQty":"1","execFee":"0","execType":"Trade"',
  ),
};
const others: Record<string, string> = {
  '/v5/user/query-api': '{"readOnly":1,"expiredAt":"2026-06-01T00:00:00Z","ips":["*"]}',
  '/v5/asset/deposit/query-record':
    '{"rows":[{"coin":"BTC","chain":"BTC","amount":"0.5","txID":"tx1","txIndex":"0","status":3,"successAt":"1772000000000","id":"d1"},{"coin":"BTC","amount":"1","status":2,"id":"d2"}],"nextPageCursor":""}',
  '/v5/asset/withdraw/query-record':
    '{"rows":[{"coin":"USDT","amount":"77.5","withdrawFee":"1","status":"success","createTime":"1772000000000","updateTime":"1772000001000","withdrawId":"9351"}],"nextPageCursor":""}',
  '/v5/account/wallet-balance':
    '{"list":[{"accountType":"UNIFIED","coin":[{"coin":"BTC","walletBalance":"0.00102964"}]}]}',
  '/v5/asset/transfer/query-account-coins-balance':
    '{"accountType":"FUND","balance":[{"coin":"BTC","walletBalance":"0.1"},{"coin":"EUR","walletBalance":"12.5"}]}',
  '/v5/position/list': '{"list":[{"symbol":"BTCUSDT","side":"Sell","size":"0.01"}],"nextPageCursor":""}',
};
const logRow = (type: string, fields: string) =>
  `{"id":"1","symbol":"","type":"${type}","transactionTime":"1772000000000","tradeId":"",${fields}}`;
const log: Record<string, string> = {
  CURRENCY_SELL: logRow('CURRENCY_SELL', '"currency":"USDT","change":"-100"'),
  CURRENCY_BUY: logRow('CURRENCY_BUY', '"currency":"SOL","change":"0.5"'),
  INTEREST: logRow('INTEREST', '"currency":"USDT","change":"-0.02"'),
};
const fundingRow = (io: string, coin: string, amount: string, what: string, id: string) =>
  `{"currency":"${coin}","ioDirection":"${io}","txnAmt":"${amount}","afterAmt":"1","createTime":"1772000000","showBusiTypeEn":"${what}","descriptionEn":"${what}","currcCursor":"${id}"}`;
const funding = [
  fundingRow('I', 'BTC', '0.5', 'Deposit', 'f1'),
  fundingRow('O', 'ETH', '1', 'Convert', 'f2'),
  fundingRow('I', 'BTC', '0.05', 'Convert', 'f3'),
  fundingRow('I', 'BTC', '0.00003561', 'Easy Earn | Flexible Interest Distribution', 'f4'),
  fundingRow('O', 'BTC', '0.4', 'Transfer to Unified Trading Account', 'f5'),
  fundingRow('I', 'USDT', '7', 'P2P Trading', 'f6'),
].join(',');

const isFirst = (query: URLSearchParams) =>
  Number(query.get('endTime')) > 1_772_000_000_000 && Number(query.get('startTime')) <= 1_772_000_000_000;
const usual: Play = ({ path, query }) => {
  if (path === '/v5/execution/list')
    return result(
      `{"category":"x","list":[${isFirst(query) ? (lists[query.get('category') ?? ''] ?? '') : ''}],"nextPageCursor":""}`,
    );
  if (path === '/v5/account/transaction-log')
    return result(`{"list":[${isFirst(query) ? (log[query.get('type') ?? ''] ?? '') : ''}],"nextPageCursor":""}`);
  if (path === '/v5/asset/fundinghistory') {
    const isThen =
      Number(query.get('createTimeTo')) > 1_772_000_000 && Number(query.get('createTimeFrom')) <= 1_772_000_000;
    return result(`{"list":[${isThen ? funding : ''}],"nextPageCursor":""}`);
  }
  const isSpan = query.get('startTime') !== null;
  return others[path] === undefined ? undefined : result(isSpan && !isFirst(query) ? '{"rows":[]}' : others[path]);
};
const recent = { credentials, lastSync: '2026-03-01T00:00:00Z' };

export function play(server: BrokerServer): void {
  it('reads spot, contracts, funding, deposits, withdrawals, conversions, both wallets and what is held', async () => {
    const read = await server.sync(bybit, { ...recent, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['s1', '2026-02-25T06:13:20.123Z', 'BTC', 'BOT', 0.002, 50000.5, 0.100001, 'EUR'],
      ['s1:fee:BTC', '2026-02-25T06:13:20.123Z', 'BTC', 'SLD', 0.000002, 50000.5, 0, 'EUR'],
      ['s2:out', '2026-02-25T06:13:20.123Z', 'ETH', 'SLD', 1, 2000, 0, 'USDT'],
      ['s2:in', '2026-02-25T06:13:20.123Z', 'USDT', 'BOT', 2000, 1, 2, 'USDT'],
      ['s2:fee:USDT', '2026-02-25T06:13:20.123Z', 'USDT', 'SLD', 2, 1, 0, 'USDT'],
      ['l1', '2026-02-25T06:13:20.123Z', 'BTCUSDT', 'SLD', 0.01, 60000.1, -0.06, 'USDT'],
      ['9351:fee:USDT', '2026-02-25T06:13:21Z', 'USDT', 'SLD', 1, 1, 0, 'USDT'],
      ['1::CURRENCY_SELL:USDT:out', '2026-02-25T06:13:20Z', 'USDT', 'SLD', 100, 1, 0, 'USDT'],
      ['1::CURRENCY_SELL:USDT:in', '2026-02-25T06:13:20Z', 'SOL', 'BOT', 0.5, 200, 0, 'USDT'],
      ['1::INTEREST:USDT:fee:USDT', '2026-02-25T06:13:20Z', 'USDT', 'SLD', 0.02, 1, 0, 'USDT'],
      ['f2:out', '2026-02-25T06:13:20Z', 'ETH', 'SLD', 1, 1, 0, 'ETH'],
      ['f2:in', '2026-02-25T06:13:20Z', 'BTC', 'BOT', 0.05, 20, 0, 'ETH'],
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['l2', '2026-02-25', -0.012, 'USDT', 'other', null],
      ['9351:fee:USDT', '2026-02-25', -1, 'USDT', 'fee', null],
      ['1::INTEREST:USDT:fee:USDT', '2026-02-25', -0.02, 'USDT', 'fee', null],
    ]);
    expect(read.events).toMatchObject([
      { kind: 'transfer', instrument: 'BTC', quantity: 0.5 },
      { kind: 'transfer', instrument: 'USDT', quantity: -77.5 },
      { kind: 'reward', instrument: 'BTC', quantity: 0.00003561 },
    ]);
    expect(read.invalid).toEqual([
      expect.stringContaining('BTCUSD is settled in its coin'),
      expect.stringContaining('7 USDT (P2P Trading P2P Trading)'),
    ]);
    expect(read.skipped).toEqual([
      'A deposit that is not completed, or was reversed',
      'The list of deposits and withdrawals tells it',
      'Moved between the wallets of the account, or to and from Earn',
    ]);
    expect(read.stated.positions).toMatchObject([
      { instrument: 'BTC', quantity: 0.10102964 },
      { instrument: 'BTCUSDT', quantity: -0.01 },
      { instrument: 'BTCUSDT', quantity: -0.01 },
    ]);
    expect(read.stated.cash).toMatchObject([{ currency: 'EUR', amount: 12.5 }]);
    const { headers, query } = read.asked[0] ?? expect.fail();
    expect(headers['x-bapi-sign']).toBe(signBybit('S-SECRET', `1773144000000KEY-SECRET20000${query.toString()}`));
  });

  it('takes a key only if it may do nothing but read', async () => {
    await expect(server.connect(bybit, { credentials, play: () => result('{"readOnly":0}') })).rejects.toThrow(
      'make one that is read-only',
    );
    expect(await server.connect(bybit, { credentials, play: usual })).toEqual({});
  });

  it('asks all of its two years in weeks, and continues after a cut', async () => {
    const read = await server.sync(bybit, {
      credentials,
      play: (asked) => (asked.query.get('category') === 'linear' ? '{"retCode":10001,"retMsg":"no"}' : usual(asked)),
    });
    expect([read.fault, read.cursors.at(-1)]).toEqual(['Bybit answered: 10001 no', 'spot|2026-03-10T12:00:00.000Z']);
    const spot = read.asked.filter(({ query }) => query.get('category') === 'spot');
    expect(spot.length).toBe(105);
    expect(Number(spot[1]?.query.get('startTime'))).toBe(Number(spot[0]?.query.get('endTime')) + 1);
    const cut = await server.sync(bybit, { credentials, play: usual, cursor: 'deposit|2026-03-01T00:00:00.000Z' });
    expect(cut.asked[0]).toMatchObject({ path: '/v5/asset/deposit/query-record' });
    expect(cut.asked[0]?.query.get('startTime')).toBe(String(Date.parse('2026-03-01')));
  });

  it('follows a cursor that arrives encoded', async () => {
    const cursors: (string | null)[] = [];
    await server.sync(bybit, {
      ...recent,
      play: (asked) => {
        if (asked.query.get('category') !== 'spot') return usual(asked);
        cursors.push(asked.query.get('cursor'));
        return result(`{"list":[${lists['spot']}],"nextPageCursor":"${cursors.length === 1 ? 'a%3D1%2Cb' : ''}"}`);
      },
    });
    expect(cursors.slice(0, 2)).toEqual([null, 'a=1,b']);
  });

  it('asks for the time when this clock is wrong, waits for its limit, and says what is refused', async () => {
    const skewed = await server.sync(bybit, {
      ...recent,
      skew: 60_000,
      play: (asked) => {
        if (asked.path === '/v5/market/time') return '{"retCode":0,"result":{},"time":1773144000000}';
        return asked.headers['x-bapi-timestamp'] === '1773144060000'
          ? '{"retCode":10002,"retMsg":"req_timestamp"}'
          : usual(asked);
      },
    });
    expect(skewed.fault).toBeNull();
    let busy = 1;
    const slow = await server.sync(bybit, {
      ...recent,
      play: (asked) =>
        busy-- > 0
          ? {
              headers: { 'x-bapi-limit-reset-timestamp': '1773144004000' },
              body: '{"retCode":10006,"retMsg":"Too many visits"}',
            }
          : usual(asked),
    });
    expect([slow.fault, slow.waits]).toEqual([null, [4000]]);
    const expired = await server.sync(bybit, { ...recent, play: () => '{"retCode":33004,"retMsg":"apikey expired"}' });
    expect(expired.fault).toContain('refused the credentials (status 200: apikey expired)');
  });
}
