import { expect, it } from 'vitest';
import { schwab } from '../../adapters/schwab.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const entered = {
  app_key: 'APP-KEY',
  app_secret: 'APP-SECRET',
  callback_url: 'https://127.0.0.1:8182',
  since: '2026-01-01',
};
const credentials = { ...entered, refresh_token: 'RT-1', consent_ends: '2026-03-16T00:00:00.000Z' };
const row = (id: string, type: string, fields: string) =>
  `{"activityId":${id},"time":"2026-02-03T16:02:06+0000","accountNumber":"12345678","type":"${type}","status":"VALID","tradeDate":"2026-02-03T05:00:00+0000","settlementDate":"2026-02-04T05:00:00+0000",${fields}}`;
const fee = (type: string, cost: string) =>
  `{"instrument":{"assetType":"CURRENCY","symbol":"CURRENCY_USD"},"amount":1.0,"cost":${cost},"feeType":"${type}"}`;
const option = '"instrument":{"assetType":"OPTION","symbol":"SPY   260320C00600000","optionPremiumMultiplier":100}';
const rows = [
  row(
    '9007199254740993',
    'TRADE',
    `"orderId":77,"netAmount":-251.32,"transferItems":[${fee('COMMISSION', '-1.3')},${fee('OPT_REG_FEE', '-0.02')},{${option},"amount":2.0,"cost":-250.0,"price":1.25,"positionEffect":"OPENING"}]`,
  ),
  row(
    '2',
    'TRADE',
    `"netAmount":2001.21,"transferItems":[${fee('SEC_FEE', '-0.02')},{"instrument":{"assetType":"EQUITY","symbol":"AAPL"},"amount":-10.0,"cost":2001.23,"price":200.123}]`,
  ),
  row(
    '3',
    'RECEIVE_AND_DELIVER',
    `"netAmount":0.0,"description":"Expired","transferItems":[{${option},"amount":-2.0,"cost":0.0}]`,
  ),
  row('4', 'RECEIVE_AND_DELIVER', `"netAmount":0.0,"transferItems":[{${option},"amount":-1.0,"cost":0.0}]`),
  row(
    '5',
    'RECEIVE_AND_DELIVER',
    '"netAmount":0.0,"description":"Transfer of securities","transferItems":[{"instrument":{"assetType":"EQUITY","symbol":"KO"},"amount":7.0,"cost":0.0}]',
  ),
  row(
    '6',
    'DIVIDEND_OR_INTEREST',
    '"netAmount":5.2,"transferItems":[{"instrument":{"assetType":"EQUITY","symbol":"KO"},"amount":0.0,"cost":5.2}]',
  ),
  row('7', 'ACH_RECEIPT', '"netAmount":1e3,"description":"MONEYLINK","transferItems":[]'),
  row('8', 'MEMORANDUM', '"netAmount":0.0,"transferItems":[]'),
  row('9', 'TRADE', '"netAmount":-1.0,"transferItems":[]').replace('VALID', 'PENDING'),
];
const answers: Record<string, string> = {
  '/v1/oauth/token': '{"access_token":"AT-1","refresh_token":"RT-1","expires_in":1800}',
  '/trader/v1/accounts/accountNumbers': '[{"accountNumber":"12345678","hashValue":"HASH1"}]',
  '/trader/v1/accounts/HASH1/transactions': `[${rows.join(',')}]`,
  '/trader/v1/accounts':
    '[{"securitiesAccount":{"accountNumber":"12345678","positions":[{"longQuantity":0.0,"shortQuantity":3.0,"marketValue":-600.3,"instrument":{"assetType":"EQUITY","symbol":"AAPL"}}],"currentBalances":{"cashBalance":1234.56,"liquidationValue":2000}}}]',
};
const usual: Play = ({ path }) => answers[path];

export function play(server: BrokerServer): void {
  it('reads trades with each fee, ends of options, transfers, money and what is held', async () => {
    const read = await server.sync(schwab, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['9007199254740993', '2026-02-03T16:02:06Z', 'SPY 260320 C 600', 'BOT', 2, 1.25, 1.32, 'USD'],
      ['2', '2026-02-03T16:02:06Z', 'AAPL', 'SLD', 10, 200.123, 0.02, 'USD'],
    ]);
    expect(read.fills[0]?.fees).toEqual([{ type: 'regulatory', amount: 0.02 }]);
    expect(read.events).toMatchObject([
      { kind: 'expiry', id: '3', quantity: 2 },
      { kind: 'expiry', id: '4', quantity: 1 },
      { kind: 'transfer', id: '5', instrument: 'KO', quantity: 7 },
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['6', '2026-02-03', 5.2, 'USD', 'dividend', 'KO'],
      ['7', '2026-02-03', 1000, 'USD', 'deposit', null],
    ]);
    expect(read.skipped).toEqual([
      "A note of Schwab's (memorandum): no money and no shares moved",
      'Schwab reports the status pending: not imported',
    ]);
    expect(read.warnings).toEqual([expect.stringContaining('does not say how: it stands as expired')]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'AAPL', quantity: -3, value: -600.3, account: '12345678' }],
      cash: [{ amount: 1234.56, account: '12345678' }],
    });
  });

  it('exchanges the pasted address for a consent of seven days', async () => {
    expect(schwab.consentUrl?.(entered)).toBe(
      'https://api.schwabapi.com/v1/oauth/authorize?response_type=code&client_id=APP-KEY&redirect_uri=https%3A%2F%2F127.0.0.1%3A8182',
    );
    const forms: string[] = [];
    const play: Play = ({ body, headers }) => {
      forms.push(`${String(headers.authorization)} ${body}`);
      return answers['/v1/oauth/token'];
    };
    const redirected_to = 'https://127.0.0.1:8182/?code=C0.abc%40&session=x';
    const tokens = await server.connect(schwab, { credentials: { ...entered, redirected_to }, play });
    expect(tokens).toEqual({ redirected_to: '', refresh_token: 'RT-1', consent_ends: '2026-03-17T12:00:00.000Z' });
    expect(schwab.consentEnds?.(tokens)).toBe('2026-03-17T12:00:00.000Z');
    expect(forms).toEqual([
      `Basic ${Buffer.from('APP-KEY:APP-SECRET').toString('base64')} grant_type=authorization_code&code=C0.abc%40&redirect_uri=https%3A%2F%2F127.0.0.1%3A8182`,
    ]);
    await expect(
      server.connect(schwab, { credentials: { ...entered, redirected_to: 'https://127.0.0.1:8182/' }, play }),
    ).rejects.toThrow('paste the whole address');
  });

  it('says in time that consent ends, and afterwards what to do', async () => {
    const soon = await server.sync(schwab, { credentials, play: usual, now: '2026-03-15T00:00:00Z' });
    expect(soon.warnings.at(-1)).toContain('ends on 2026-03-16T00:00Z: give your consent again');
    const over = await server.sync(schwab, { credentials, play: usual, now: '2026-03-17T00:00:00Z' });
    expect([over.fault, over.asked]).toEqual([expect.stringContaining('has ended: give your consent again'), []]);
    const none = await server.sync(schwab, { credentials: entered, play: usual });
    expect(none.fault).toContain('has no consent yet');
    const lapsed = await server.sync(schwab, {
      credentials,
      play: () => ({ status: 400, body: '{"error":"invalid_grant","error_description":"token expired"}' }),
    });
    expect(lapsed.fault).toContain('token expired (give your consent again');
  });

  it('halves a span that holds more than one answer may, and continues after a cut', async () => {
    const full = `[${Array.from({ length: 3000 }, (_, at) => rows[1]?.replace('"activityId":2', `"activityId":${at + 10}`)).join(',')}]`;
    let asked = 0;
    const read = await server.sync(schwab, {
      credentials,
      play: (one) => (one.path.endsWith('/transactions') && asked++ === 0 ? full : usual(one)),
    });
    expect(read.fault).toBeNull();
    const spans = read.asked.filter(({ path }) => path.endsWith('/transactions')).map(({ query }) => query);
    expect(spans.map((query) => query.get('startDate'))).toHaveLength(3);
    expect(spans[1]?.get('startDate')).toBe('2026-01-01T00:00:00.000Z');
    expect(Date.parse(spans[2]?.get('startDate') ?? '') - Date.parse(spans[1]?.get('endDate') ?? '')).toBe(1);
    const rest = await server.sync(schwab, { credentials, play: usual, cursor: read.cursors[0] ?? '' });
    expect(rest.asked.find(({ path }) => path.endsWith('/transactions'))?.query.get('startDate')).toBe(
      spans[2]?.get('startDate'),
    );
  });

  it('keeps a new refresh token', async () => {
    const read = await server.sync(schwab, {
      credentials,
      play: (asked) =>
        asked.path === '/v1/oauth/token' ? '{"access_token":"AT","refresh_token":"RT-2"}' : usual(asked),
    });
    expect(read.saved).toEqual({ refresh_token: 'RT-2' });
  });
}
