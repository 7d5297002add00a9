import { expect, it } from 'vitest';
import { signSnapTrade, snaptrade } from '../../adapters/snaptrade.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const credentials = { client_id: 'PERS-1', consumer_key: 'CK-SECRET' };
const account = '917c8734-8470-4a3e-a18f-57c3f2ee6631';
const activity = (fields: string) =>
  `{"id":"${Math.random()}","currency":{"code":"USD"},"trade_date":"2026-02-03T00:00:00.000Z","settlement_date":"2026-02-04T00:00:00.000Z","fee":0,${fields}}`;
const symbol = (name: string) => `"symbol":{"id":"x","symbol":"${name}","raw_symbol":"${name}"},"option_symbol":null`;
const option =
  '"symbol":null,"option_symbol":{"ticker":"AAPL  261218C00240000","strike_price":240,"is_mini_option":false}';
const activities = [
  activity(
    `"type":"BUY","units":10,"price":185.125,"amount":-1251.25,"external_reference_id":"o1",${symbol('F')}`,
  ).replace('185.125', '125.125'),
  activity(`"type":"SELL","units":-2,"price":1.5,"amount":299.35,"fee":0.65,"option_type":"SELL_TO_CLOSE",${option}`),
  activity(`"type":"DIVIDEND","units":0,"price":0,"amount":4.2,"description":"COCA COLA",${symbol('KO')}`),
  activity(`"type":"CONTRIBUTION","units":0,"price":0,"amount":1000,${symbol('')}`),
  activity(`"type":"OPTIONEXPIRATION","units":-1,"price":0,"amount":0,${option}`),
  activity(`"type":"SPLIT","units":90,"price":0,"amount":0,${symbol('NVDA')}`),
  activity(`"type":"EXTERNAL_ASSET_TRANSFER_OUT","units":5,"price":0,"amount":0,${symbol('KO')}`),
  activity(`"type":"SOMETHING_NEW","units":3,"price":0,"amount":0,${symbol('XYZ')}`),
];
const answers: Record<string, string> = {
  '/accounts': `[{"id":"${account}","number":"U777","sync_status":{"transactions":{"initial_sync_completed":true}}}]`,
  [`/accounts/${account}/activities`]: `{"data":[${activities.join(',')}],"pagination":{"offset":0,"limit":1000,"total":8}}`,
  [`/accounts/${account}/positions/all`]:
    '{"results":[{"instrument":{"kind":"stock","symbol":"F"},"units":"-12.5","price":"12.01"},{"instrument":{"kind":"option","symbol":"AAPL  261218C00240000","multiplier":"100"},"units":"3"}],"data_freshness":{"as_of":"2026-02-03"}}',
  [`/accounts/${account}/balances`]: '[{"currency":{"code":"USD"},"cash":300.71,"buying_power":410.71}]',
};
const usual: Play = ({ path }) => answers[path];

export function play(server: BrokerServer): void {
  it('signs what it sends, as the documentation says', async () => {
    // Worked out with another program from the documented text.
    expect(signSnapTrade('CK', '/accounts', 'clientId=A&timestamp=1')).toBe(
      'H9LTpddbzzYOngZBH+eGNClffHQLIyzF0sgbiOtWEZg=',
    );
    const read = await server.sync(snaptrade, { credentials, play: usual });
    const [first] = read.asked;
    expect(first?.query.toString()).toBe('clientId=PERS-1&timestamp=1773144000');
    expect(first?.headers['signature']).toBe(signSnapTrade('CK-SECRET', '/accounts', first?.query.toString() ?? ''));
  });

  it('reads trades, ends of options, splits, transfers, money and what is held', async () => {
    const read = await server.sync(snaptrade, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map((fill) => shortFill(fill).slice(2))).toEqual([
      ['F', 'BOT', 10, 125.125, 0, 'USD'],
      ['AAPL 261218 C 240', 'SLD', 2, 1.5, 0.65, 'USD'],
    ]);
    expect(read.fills[0]).toMatchObject({ time_known: false, account: 'U777' });
    expect(read.cash.map(shortCash)).toEqual([
      [null, '2026-02-03', 4.2, 'USD', 'dividend', 'KO'],
      [null, '2026-02-03', 1000, 'USD', 'deposit', null],
    ]);
    expect(read.events).toMatchObject([
      { kind: 'expiry', instrument: 'AAPL 261218 C 240', quantity: 1 },
      { kind: 'split', instrument: 'NVDA', shares_added: 90 },
      { kind: 'transfer', instrument: 'KO', quantity: -5 },
    ]);
    expect(read.invalid).toEqual(['SOMETHING_NEW of 3 XYZ is not known: record it with `zorivest event add`']);
    expect(read.stated).toMatchObject({
      positions: [
        { instrument: 'F', quantity: -12.5 },
        { instrument: 'AAPL 261218 C 240', quantity: 3 },
      ],
      cash: [{ currency: 'USD', amount: 300.71 }],
    });
    // The ids of its rows may change: what a row says stays, and so does the id of its fill.
    const again = await server.sync(snaptrade, {
      credentials,
      play: ({ path }) => answers[path]?.replaceAll(/"id":"0\.\d+"/g, '"id":"other"'),
    });
    expect(again.fills.map(({ exec_id }) => exec_id)).toEqual(read.fills.map(({ exec_id }) => exec_id));
  });

  it('signs with the time of its server when this clock is wrong', async () => {
    const read = await server.sync(snaptrade, {
      credentials,
      skew: 600_000,
      play: (asked) =>
        asked.query.get('timestamp') === '1773144600'
          ? {
              status: 401,
              headers: { date: 'Tue, 10 Mar 2026 12:00:00 GMT' },
              body: '{"default_detail":"Invalid signature","default_code":"1076"}',
            }
          : usual(asked),
    });
    expect(read.fault).toBeNull();
    const wrong = await server.sync(snaptrade, {
      credentials,
      play: () => ({
        status: 401,
        headers: { date: 'Tue, 10 Mar 2026 12:00:00 GMT' },
        body: '{"default_detail":"Invalid signature","default_code":"1076"}',
      }),
    });
    expect(wrong.fault).toBe(
      'SnapTrade refused the credentials (status 401: Invalid signature): check the client id and the consumer key',
    );
  });

  it('says what to do about a connection that is off, and waits for the limit of an account', async () => {
    const off = await server.sync(snaptrade, {
      credentials,
      play: (asked) =>
        asked.path === '/accounts'
          ? usual(asked)
          : { status: 402, body: '{"detail":"Connection disabled","code":"3003"}' },
    });
    expect(off.fault).toBe(
      'SnapTrade answered: status 402: Connection disabled (connect the broker again in the dashboard)',
    );
    const slow = await server.sync(snaptrade, {
      credentials,
      play: (asked) => ({
        headers: { 'x-ratelimit-account-remaining': '0', 'x-ratelimit-account-reset': '30' },
        body: usual(asked) as string,
      }),
    });
    expect([slow.fault, slow.waits]).toEqual([null, [30_000, 30_000, 30_000]]);
  });

  it('continues after a cut, with the same end', async () => {
    const read = await server.sync(snaptrade, { credentials, play: usual, cursor: `${account}|1000|2026-03-01` });
    expect(read.asked[1]?.query.get('offset')).toBe('1000');
    expect(read.asked[1]?.query.get('endDate')).toBe('2026-03-01');
  });
}
