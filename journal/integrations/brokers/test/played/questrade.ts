import { expect, it } from 'vitest';
import { questrade } from '../../adapters/questrade.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { refresh_token: 'RT-1', since: '2026-02-10' };
const activity = (fields: string) =>
  `{"tradeDate":"2026-02-17T00:00:00.000000-05:00","transactionDate":"2026-02-17T00:00:00.000000-05:00","settlementDate":"2026-02-18T00:00:00.000000-05:00",${fields}}`;
const answers: Record<string, string> = {
  '/oauth2/token':
    '{"access_token":"AT-1","token_type":"Bearer","expires_in":1800,"refresh_token":"RT-2","api_server":"https://api01.iq.questrade.com/"}',
  '/v1/accounts': '{"accounts":[{"type":"Margin","number":"26598145","status":"Active"}],"userId":3000124}',
  '/v1/accounts/26598145/executions': `{"executions":[
    {"symbol":"AAPL","symbolId":8049,"quantity":10,"side":"Buy","price":536.87,"id":53817310,"orderId":177106005,"orderChainId":17710600,"timestamp":"2026-02-17T13:38:29.340000-05:00","commission":4.95,"executionFee":0.01,"secFee":0,"canadianExecutionFee":0,"orderPlacementCommission":0,"notes":""},
    {"symbol":"SLV20Feb26C55.00","symbolId":1,"quantity":1,"side":"STO","price":0.105,"id":53817311,"orderId":2,"timestamp":"2026-02-17T13:39:29.000000-05:00","commission":9.95,"executionFee":0,"secFee":0.01,"canadianExecutionFee":0,"orderPlacementCommission":0}]}`,
  '/v1/accounts/26598145/activities': `{"activities":[${[
    activity(
      '"action":"Buy","symbol":"AAPL","symbolId":8049,"description":"APPLE","currency":"USD","quantity":10,"price":536.87,"grossAmount":-5368.7,"commission":-4.95,"netAmount":-5373.65,"type":"Trades"',
    ),
    activity(
      '"action":"DIV","symbol":"KO","symbolId":1,"description":"COCA COLA CASH DIV","currency":"USD","quantity":0,"price":0,"grossAmount":0,"commission":0,"netAmount":12.345,"type":"Dividends"',
    ),
    activity(
      '"action":"CON","symbol":"","symbolId":0,"description":"DEPOSIT","currency":"CAD","quantity":0,"price":0,"grossAmount":0,"commission":0,"netAmount":2000,"type":"Deposits"',
    ),
    activity(
      '"action":"TF6","symbol":"XYZ","symbolId":5,"description":"TRANSFER","currency":"CAD","quantity":100,"price":0,"grossAmount":0,"commission":0,"netAmount":0,"type":"Transfers"',
    ),
    activity(
      '"action":"NAC","symbol":"ABC","symbolId":6,"description":"NAME CHANGE","currency":"CAD","quantity":-5,"price":0,"grossAmount":0,"commission":0,"netAmount":0,"type":"Corporate actions"',
    ),
  ].join(',')}]}`,
  '/v1/accounts/26598145/positions':
    '{"positions":[{"symbol":"AAPL","symbolId":8049,"openQuantity":10,"currentMarketValue":6017.5,"currentPrice":601.75,"averageEntryPrice":537.365,"totalCost":5373.65},{"symbol":"OLD","openQuantity":null}]}',
  '/v1/accounts/26598145/balances':
    '{"perCurrencyBalances":[{"currency":"CAD","cash":243971.7,"marketValue":6017},{"currency":"USD","cash":198259.05}],"combinedBalances":[]}',
};
const usual: Play = ({ path }) => answers[path];

export function play(server: BrokerServer): void {
  it('reads executions, money, transfers and what is held', async () => {
    const read = await server.sync(questrade, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['53817310', '2026-02-17T18:38:29.340Z', 'AAPL', 'BOT', 10, 536.87, 4.96, null],
      ['53817311', '2026-02-17T18:39:29Z', 'SLV 260220 C 55', 'SLD', 1, 0.105, 9.96, null],
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      [null, '2026-02-17', 12.345, 'USD', 'dividend', 'KO'],
      [null, '2026-02-17', 2000, 'CAD', 'deposit', null],
    ]);
    expect(read.events).toMatchObject([{ kind: 'transfer', instrument: 'XYZ', quantity: 100 }]);
    expect(read.skipped).toEqual(['A trade: its executions are read, with their times']);
    expect(read.invalid).toEqual([expect.stringContaining('NAME CHANGE')]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'AAPL', quantity: 10, cost: 5373.65, account: '26598145' }],
      cash: [
        { currency: 'CAD', amount: 243971.7 },
        { currency: 'USD', amount: 198259.05 },
      ],
    });
    expect(read.asked.map(({ host }) => host)[1]).toBe('api01.iq.questrade.com');
  });

  it('keeps the new token before it asks anything else, and says when the old one is no good', async () => {
    const cut = await server.sync(questrade, {
      credentials,
      play: (asked) =>
        asked.path === '/oauth2/token' ? usual(asked) : { status: 404, body: '{"code":1001,"message":"no"}' },
    });
    expect([cut.saved, cut.fault]).toEqual([{ refresh_token: 'RT-2' }, 'Questrade answered: status 404: no']);
    const used = await server.sync(questrade, { credentials, play: () => ({ status: 400, body: 'Bad Request' }) });
    expect([used.fault, used.asked.length]).toEqual([expect.stringContaining('make a new token'), 1]);
  });

  it('sends the token to no other host, whatever the answer names', async () => {
    const read = await server.sync(questrade, {
      credentials,
      play: ({ path }) => answers[path]?.replace('api01.iq.questrade.com', 'api01.iq.questrade.com.evil.example'),
    });
    expect(read.fault).toContain('was not let through: GET api01.iq.questrade.com.evil.example/v1/accounts');
    expect(read.asked.length).toBe(1);
  });

  it('asks month by month, waits for its limits, and continues after a cut', async () => {
    const read = await server.sync(questrade, {
      credentials: { ...credentials, since: '2026-01-01' },
      play: (asked) => ({
        headers: {
          'x-ratelimit-remaining': '0',
          'x-ratelimit-reset': String(Date.parse('2026-03-10T12:00:02Z') / 1000),
        },
        body: usual(asked) as string,
      }),
      now: '2026-03-10T12:00:00Z',
    });
    expect(read.fault).toBeNull();
    expect(read.waits).toEqual([2000]);
    const starts = read.asked
      .filter(({ path }) => path.endsWith('/activities'))
      .map(({ query }) => query.get('startTime'));
    expect(starts).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z', '2026-03-02T00:00:00.000Z']);
    const rest = await server.sync(questrade, { credentials, play: usual, cursor: read.cursors[1] ?? '' });
    expect(rest.asked.find(({ path }) => path.endsWith('/activities'))?.query.get('startTime')).toBe(starts[2]);
  });
}
