import { expect, it } from 'vitest';
import { binance, signBinance } from '../../adapters/binance.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { api_key: 'KEY-SECRET', api_secret: 'S-SECRET', since: '2026-02-20' };
const trade = (id: string, fields: string) =>
  `{"symbol":"x","id":${id},"orderId":100234,"time":1772000000123,"isMaker":false,"isBestMatch":true,${fields}}`;
const trades: Record<string, string> = {
  BTCEUR: trade(
    '9007199254740993',
    '"price":"50000.10","qty":"0.00200000","quoteQty":"100.00020000","commission":"0.00010000","commissionAsset":"BNB","isBuyer":true',
  ),
  BTCUSDT: trade(
    '7',
    '"price":"60000","qty":"0.001","quoteQty":"60","commission":"0.06","commissionAsset":"USDT","isBuyer":false',
  ),
};
const answers: Record<string, string> = {
  '/sapi/v1/account/apiRestrictions':
    '{"ipRestrict":false,"enableReading":true,"enableWithdrawals":false,"enableSpotAndMarginTrading":false}',
  '/api/v3/account':
    '{"balances":[{"asset":"BTC","free":"0.5","locked":"0.00000001"},{"asset":"EUR","free":"12.34","locked":"0.00"}]}',
  '/api/v3/exchangeInfo':
    '{"symbols":[{"symbol":"BTCEUR","baseAsset":"BTC","quoteAsset":"EUR"},{"symbol":"BTCUSDT","baseAsset":"BTC","quoteAsset":"USDT"},{"symbol":"XYZUSDT","baseAsset":"XYZ","quoteAsset":"USDT"},{"symbol":"SOLUSDT","baseAsset":"SOL","quoteAsset":"USDT"}]}',
  '/sapi/v1/capital/deposit/hisrec':
    '[{"id":"d1","amount":"0.5","coin":"BTC","status":1,"txId":"t","insertTime":1772000000000},{"id":"d2","amount":"1","coin":"BTC","status":0}]',
  '/sapi/v1/capital/withdraw/history':
    '[{"id":"w1","amount":"8.91","transactionFee":"0.004","coin":"ETH","status":6,"applyTime":"2026-02-25 06:13:20"}]',
  '/sapi/v1/asset/assetDividend':
    '{"rows":[{"id":1,"amount":"10.5","asset":"SOL","divTime":1772000000000,"enInfo":"Staking","tranId":2}],"total":1}',
  '/sapi/v1/convert/tradeFlow':
    '{"list":[{"orderId":940708407462087195,"orderStatus":"SUCCESS","fromAsset":"EUR","fromAmount":"20","toAsset":"SOL","toAmount":"0.1","createTime":1772000000000}],"moreData":false}',
};
const fiat = (path: string, type: string | null) => {
  const rows: Record<string, string> = {
    '/sapi/v1/fiat/orders 0':
      '{"orderNo":"f1","fiatCurrency":"EUR","indicatedAmount":"10.0","amount":"9.5","totalFee":"0.5","method":"BankAccount","status":"Successful","createTime":1772000000000},{"orderNo":"f2","fiatCurrency":"EUR","indicatedAmount":"3","amount":"3","totalFee":"0","status":"Expired","createTime":1772000000000}',
    '/sapi/v1/fiat/orders 1':
      '{"orderNo":"f3","fiatCurrency":"EUR","indicatedAmount":"5.0","amount":"5.0","totalFee":"0.8","method":"SEPA","status":"Finished","createTime":1772000000000}',
    '/sapi/v1/fiat/payments 0':
      '{"orderNo":"p1","sourceAmount":"20.0","fiatCurrency":"EUR","obtainAmount":"4","cryptoCurrency":"XYZ","totalFee":"0.2","price":"4.95","status":"Completed","paymentMethod":"Credit Card","createTime":1772000000000}',
    '/sapi/v1/fiat/payments 1':
      '{"orderNo":"p2","sourceAmount":"1","fiatCurrency":"EUR","obtainAmount":"4","cryptoCurrency":"XYZ","totalFee":"0","price":"4","status":"Completed","createTime":1772000000000}',
  };
  return `{"code":"000000","message":"success","data":[${rows[`${path} ${type}`] ?? ''}],"total":1,"success":true}`;
};
const byId = (a: readonly unknown[], b: readonly unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1);
const usual: Play = ({ path, query }) =>
  path === '/api/v3/myTrades'
    ? `[${trades[query.get('symbol') ?? ''] ?? ''}]`
    : path.startsWith('/sapi/v1/fiat/')
      ? fiat(path, query.get('transactionType'))
      : answers[path];

export function play(server: BrokerServer): void {
  it('reads the trades of every pair of coins that were seen, money, rewards and what is held', async () => {
    const read = await server.sync(binance, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map((fill) => shortFill(fill).toSpliced(1, 1)).toSorted(byId)).toEqual(
      [
        ['940708407462087195', 'SOL', 'BOT', 0.1, 200, 0, 'EUR'],
        ['BTCEUR:9007199254740993', 'BTC', 'BOT', 0.002, 50000.1, 0, 'EUR'],
        ['BTCEUR:9007199254740993:fee:BNB', 'BNB', 'SLD', 0.0001, 1, 0, 'BNB'],
        ['BTCUSDT:7:in', 'USDT', 'BOT', 60, 1, 0.06, 'USDT'],
        ['BTCUSDT:7:fee:USDT', 'USDT', 'SLD', 0.06, 1, 0, 'USDT'],
        ['BTCUSDT:7:out', 'BTC', 'SLD', 0.001, 60_000, 0, 'USDT'],
        ['p1', 'XYZ', 'BOT', 4, 4.95, 0.2, 'EUR'],
        ['w1:fee:ETH', 'ETH', 'SLD', 0.004, 1, 0, 'ETH'],
      ].toSorted(byId),
    );
    expect(read.events).toMatchObject([
      { kind: 'transfer', instrument: 'BTC', quantity: 0.5 },
      { kind: 'transfer', instrument: 'ETH', quantity: -8.91 },
      { kind: 'reward', instrument: 'SOL', quantity: 10.5 },
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['w1:fee:ETH', '2026-02-25', -0.004, 'ETH', 'fee', null],
      // Of what was ordered 0.5 was the fee; for a withdrawal the fee is charged on top.
      ['f1', '2026-02-25', 9.5, 'EUR', 'deposit', null],
      ['f3', '2026-02-25', -5, 'EUR', 'withdrawal', null],
      ['f3:fee', '2026-02-25', -0.8, 'EUR', 'fee', null],
      ['p1:paid', '2026-02-25', 20, 'EUR', 'deposit', null],
      ['BTCEUR:9007199254740993:fee:BNB', '2026-02-25', -0.0001, 'BNB', 'fee', null],
    ]);
    expect(read.skipped).toEqual([
      'A deposit that is not through',
      'A deposit of money that is not through, or was sent back',
    ]);
    expect(read.invalid).toEqual([expect.stringContaining('A sale of XYZ to EUR (order p2)')]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'BTC', quantity: 0.50000001 }],
      cash: [{ currency: 'EUR', amount: 12.34 }],
    });
    const asked = read.asked.filter(({ path }) => path === '/api/v3/myTrades').map(({ query }) => query.get('symbol'));
    expect(asked).toEqual(['BTCEUR', 'BTCUSDT', 'XYZUSDT', 'SOLUSDT']);
    expect(read.cursors.at(-1)).toBe('BTCEUR,BTCUSDT,XYZUSDT,SOLUSDT');
  });

  it('signs the query as it is sent', async () => {
    const read = await server.sync(binance, { credentials, play: usual });
    const { query } = read.asked[0] ?? expect.fail();
    const signature = query.get('signature');
    query.delete('signature');
    expect(signature).toBe(signBinance('S-SECRET', query.toString()));
    expect(query.get('timestamp')).toBe('1773144000000');
  });

  it('takes a key only if it may do nothing but read', async () => {
    const may = (fields: string) =>
      server.connect(binance, { credentials, play: () => `{"enableReading":true,${fields}}` });
    expect(await may('"enableWithdrawals":false')).toEqual({});
    await expect(may('"enableSpotAndMarginTrading":true')).rejects.toThrow('enableSpotAndMarginTrading');
  });

  it('walks a pair by ids, asks for pairs a person names, and continues after a cut', async () => {
    const full = Array.from({ length: 1000 }, (_, at) =>
      trade(String(at), '"price":"1","qty":"1","quoteQty":"1","commission":"0","commissionAsset":"BNB","isBuyer":true'),
    );
    const from: (string | null)[] = [];
    const read = await server.sync(binance, {
      credentials: { ...credentials, symbols: 'xyzusdt' },
      cursor: 'BTCEUR,BTCUSDT',
      play: (asked) => {
        if (asked.query.get('symbol') !== 'XYZUSDT') return usual(asked);
        from.push(asked.query.get('fromId'));
        return from.length === 1 ? `[${full.join(',')}]` : '[]';
      },
    });
    expect([read.fault, from]).toEqual([null, ['0', '1000']]);
    expect(read.asked.some(({ query }) => query.get('symbol') === 'BTCEUR')).toBe(false);
  });

  it('asks for the time when this clock is wrong, waits as demanded, and reports what is refused', async () => {
    const skewed = await server.sync(binance, {
      credentials,
      skew: 60_000,
      play: (asked) => {
        if (asked.path === '/api/v3/time') return '{"serverTime":1773144000000}';
        return asked.query.get('timestamp') === '1773144060000'
          ? { status: 400, body: '{"code":-1021,"msg":"Timestamp"}' }
          : usual(asked);
      },
    });
    expect(skewed.fault).toBeNull();
    let busy = 1;
    const slow = await server.sync(binance, {
      credentials,
      play: (asked) =>
        busy-- > 0
          ? { status: 429, headers: { 'retry-after': '11' }, body: '{"code":-1003,"msg":"Too much"}' }
          : usual(asked),
    });
    expect([slow.fault, slow.waits]).toEqual([null, [11_000]]);
    const banned = await server.sync(binance, {
      credentials,
      play: () => ({ status: 418, headers: { 'retry-after': '3600' }, body: '{"code":-1003,"msg":"banned"}' }),
    });
    expect(banned.fault).toContain('asks for a pause of 60 minute');
    const wrong = await server.sync(binance, {
      credentials,
      play: () => ({ status: 401, body: '{"code":-2015,"msg":"Invalid API-key"}' }),
    });
    expect(wrong.fault).toContain('refused the credentials (status 401: Invalid API-key)');
  });
}
