import { expect, it } from 'vitest';
import { tradier } from '../../adapters/tradier.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { token: 'TOKEN-SECRET', since: '2026-01-01' };
const at = '"date":"2026-02-03T00:00:00Z"';
const events = [
  `{"amount":-129.05,${at},"type":"trade","trade":{"commission":0.0000000000,"description":"CALL GE 06/22/26 14","price":1.290000,"quantity":1.00000000,"symbol":"GE260622C00014000","trade_type":"Option"}}`,
  `{"amount":1850.99,${at},"type":"trade","trade":{"commission":0.01,"description":"APPLE","price":185.1,"quantity":-10,"symbol":"AAPL","trade_type":"Equity"}}`,
  // Two fills that say the same are two.
  `{"amount":-12.5,${at},"type":"trade","trade":{"commission":0,"description":"F","price":12.5,"quantity":1,"symbol":"F","trade_type":"Equity"}}`,
  `{"amount":-12.5,${at},"type":"trade","trade":{"commission":0,"description":"F","price":12.5,"quantity":1,"symbol":"F","trade_type":"Equity"}}`,
  `{"amount":3000,${at},"type":"ach","ach":{"description":"ACH DEPOSIT","quantity":0}}`,
  `{"amount":4.1e0,${at},"type":"dividend","adjustment":{"description":"DIVIDEND KO","quantity":0}}`,
  `{"amount":0,${at},"type":"option","option":{"option_type":"OPTEXP","description":"CALL GE 06/22/26 14","quantity":-1}}`,
  `{"amount":0,${at},"type":"option","option":{"option_type":"OPTEXP","description":"Expired","quantity":-1}}`,
];
const answers: Record<string, string> = {
  '/v1/user/profile': '{"profile":{"account":{"account_number":"VA0001","classification":"individual"},"id":"x"}}',
  '/v1/accounts/VA0001/positions':
    '{"positions":{"position":{"cost_basis":207.01,"id":1,"quantity":1.0,"symbol":"AAPL"}}}',
  '/v1/accounts/VA0001/balances': '{"balances":{"total_cash":1802.125,"account_number":"VA0001"}}',
};
const history =
  (body: string): Play =>
  ({ path }) =>
    path.endsWith('/history') ? body : answers[path];

export function play(server: BrokerServer): void {
  it('reads trades with the costs that stand in the amount only, money, and what is held', async () => {
    const read = await server.sync(tradier, {
      credentials,
      play: history(`{"history":{"event":[${events.join(',')}]}}`),
    });
    expect(read.fault).toBeNull();
    expect(read.fills.map((fill) => shortFill(fill).slice(2))).toEqual([
      ['GE 260622 C 14', 'BOT', 1, 1.29, 0.05, 'USD'],
      ['AAPL', 'SLD', 10, 185.1, 0.01, 'USD'],
      ['F', 'BOT', 1, 12.5, 0, 'USD'],
      ['F', 'BOT', 1, 12.5, 0, 'USD'],
    ]);
    expect(new Set(read.fills.map(({ exec_id }) => exec_id)).size).toBe(4);
    expect(read.fills[0]?.time_known).toBe(false);
    expect(read.cash.map(shortCash)).toEqual([
      [null, '2026-02-03', 3000, 'USD', 'deposit', null],
      [null, '2026-02-03', 4.1, 'USD', 'dividend', null],
    ]);
    expect(read.events).toMatchObject([{ kind: 'expiry', instrument: 'GE 260622 C 14', quantity: 1 }]);
    expect(read.invalid).toEqual([expect.stringContaining('does not say which')]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'AAPL', quantity: 1, cost: 207.01 }],
      cash: [{ amount: 1802.125 }],
    });
  });

  it('gives a fill the same id in the next sync', async () => {
    const body = `{"history":{"event":[${events.join(',')}]}}`;
    const [first, again] = [
      await server.sync(tradier, { credentials, play: history(body) }),
      await server.sync(tradier, { credentials, play: history(body), lastSync: '2026-02-05T00:00:00Z' }),
    ];
    expect(again.fills.map(({ exec_id }) => exec_id)).toEqual(first.fills.map(({ exec_id }) => exec_id));
    expect(again.asked.find(({ path }) => path.endsWith('/history'))?.query.get('start')).toBe('2026-01-29');
  });

  it('knows an empty history in all its spellings, and a fault that comes with status 200', async () => {
    for (const body of ['{"history":null}', '{"history":"null"}', '{"history":{"event":null}}'])
      expect((await server.sync(tradier, { credentials, play: history(body) })).fault).toBeNull();
    const read = await server.sync(tradier, {
      credentials,
      play: history('{"errors":{"error":["Downstream is away"]}}'),
    });
    expect(read.fault).toBe('Tradier answered: status 200: Downstream is away');
  });

  it('waits when its headers say that the limit is used up', async () => {
    const read = await server.sync(tradier, {
      credentials,
      play: (asked) => ({
        headers: { 'x-ratelimit-available': '0', 'x-ratelimit-expiry': '1773144010000' },
        body: asked.path.endsWith('/history') ? '{"history":null}' : (answers[asked.path] ?? '{}'),
      }),
      now: '2026-03-10T12:00:00Z',
    });
    expect(read.fault).toBeNull();
    expect(read.waits[0]).toBe(10_000);
  });

  it('continues at the day where it was cut', async () => {
    const read = await server.sync(tradier, {
      credentials,
      play: history('{"history":null}'),
      cursor: 'VA0001|2026-02-15',
    });
    expect(read.asked.find(({ path }) => path.endsWith('/history'))?.query.get('start')).toBe('2026-02-15');
  });
}
