import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { coinbase, readKey } from '../../adapters/coinbase.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = String(pair.privateKey.export({ type: 'sec1', format: 'pem' })).replaceAll('\n', String.raw`\n`);
const credentials = { key_name: 'organizations/o/apiKeys/k', private_key: pem };
const fill = (fields: string) =>
  `{"trade_id":"t","order_id":"o1","trade_time":"2026-02-03T10:00:00.123456Z","trade_type":"FILL","size_in_quote":false,"sequence_timestamp":"2026-02-03T10:00:00.2Z",${fields}}`;
const fills = [
  fill(
    '"entry_id":"e1","price":"60000.12","size":"0.00012345","commission":"0.0444","product_id":"BTC-USD","side":"BUY"',
  ),
  fill('"entry_id":"e2","price":"2000","size":"100","commission":"0.5","product_id":"ETH-USD","side":"SELL"').replace(
    '"size_in_quote":false',
    '"size_in_quote":true',
  ),
  fill('"entry_id":"e3","price":"1","size":"1","commission":"0","product_id":"BIT-28JUL26-CDE","side":"BUY"'),
  fill('"entry_id":"e4","price":"1","size":"1","commission":"0","product_id":"BTC-USD","side":"BUY"').replace(
    '"FILL"',
    '"REVERSAL"',
  ),
];
const walletRow = (id: string, type: string, amount: string, currency: string, more = '') =>
  `{"id":"${id}","type":"${type}","status":"completed","amount":{"amount":"${amount}","currency":"${currency}"},"native_amount":{"amount":"12.34","currency":"USD"},"created_at":"2026-02-04T00:00:00Z"${more}}`;
const wallet = (id: string, amount: string, currency: string) =>
  `{"id":"${id}","balance":{"amount":"${amount}","currency":"${currency}"}}`;
const answers: Record<string, string> = {
  '/api/v3/brokerage/key_permissions': '{"can_view":true,"can_trade":false,"can_transfer":false,"portfolio_uuid":"p"}',
  '/api/v3/brokerage/orders/historical/fills': `{"fills":[${fills.join(',')}],"cursor":""}`,
  '/v2/accounts': `{"data":[${wallet('w1', '0.50012345', 'BTC')},${wallet('w2', '100.25', 'USD')}],"pagination":{"next_uri":null}}`,
  '/v2/accounts/w1/transactions': `{"data":[${[
    walletRow('m1', 'staking_reward', '0.0001', 'BTC'),
    walletRow('m2', 'send', '-0.2', 'BTC'),
    walletRow('m3', 'advanced_trade_fill', '0.00012345', 'BTC'),
    walletRow('m4', 'buy', '0.1', 'BTC'),
  ].join(',')}],"pagination":{"next_uri":null}}`,
  '/v2/accounts/w2/transactions': `{"data":[${walletRow('m5', 'fiat_deposit', '500', 'USD')}],"pagination":{"next_uri":null}}`,
};
const usual: Play = ({ path }) => answers[path];

export function play(server: BrokerServer): void {
  it('reads fills, rewards, transfers, money and what is held', async () => {
    const read = await server.sync(coinbase, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['e1', '2026-02-03T10:00:00.123Z', 'BTC', 'BOT', 0.00012345, 60000.12, 0.0444, 'USD'],
      ['e2', '2026-02-03T10:00:00.123Z', 'ETH', 'SLD', 0.05, 2000, 0.5, 'USD'],
    ]);
    expect(read.events).toMatchObject([
      { kind: 'reward', instrument: 'BTC', quantity: 0.0001, value: 12.34 },
      { kind: 'transfer', instrument: 'BTC', quantity: -0.2 },
    ]);
    expect(read.cash.map(shortCash)).toEqual([['m5', '2026-02-04', 500, 'USD', 'deposit', null]]);
    expect(read.skipped).toEqual(['One side of a fill, which is read as such']);
    expect(read.invalid).toEqual([
      expect.stringContaining('BIT-28JUL26-CDE is a future'),
      expect.stringContaining('reversal'),
      expect.stringContaining('transaction history (CSV)'),
    ]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'BTC', quantity: 0.50012345 }],
      cash: [{ currency: 'USD', amount: 100.25 }],
    });
  });

  it('signs a token for each path, with either kind of key', async () => {
    const read = await server.sync(coinbase, { credentials, play: usual });
    const [head = '', claims = '', signature = ''] = String(read.asked[0]?.headers.authorization).slice(7).split('.');
    const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object;
    expect([decode(head), decode(claims)]).toEqual([
      { alg: 'ES256', typ: 'JWT', kid: credentials.key_name, nonce: '07'.repeat(16) },
      {
        sub: credentials.key_name,
        iss: 'cdp',
        nbf: 1_773_144_000,
        exp: 1_773_144_120,
        uri: 'GET api.coinbase.com/api/v3/brokerage/orders/historical/fills',
      },
    ]);
    const key = { key: pair.publicKey, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(readKey(Buffer.alloc(64, 1).toString('base64')).asymmetricKeyType).toBe('ed25519');
    expect(() => readKey('nothing')).toThrow('cannot be read');
  });

  it('takes no key that may trade or move money', async () => {
    await expect(
      server.connect(coinbase, {
        credentials,
        play: () => '{"can_view":true,"can_trade":true,"can_transfer":false}',
      }),
    ).rejects.toThrow('make one that may only view');
    expect(await server.connect(coinbase, { credentials, play: usual })).toEqual({});
  });

  it('pages by cursor and by address, continues after a cut, and keeps to its limit', async () => {
    const playPages: Play = (asked) => {
      if (asked.path.endsWith('/fills'))
        return asked.query.get('cursor') === null
          ? `{"fills":[${fills[0]}],"cursor":"c2"}`
          : `{"fills":[${fills[1]}],"cursor":""}`;
      if (asked.path !== '/v2/accounts/w1/transactions') return usual(asked);
      return asked.query.get('starting_after') === null
        ? `{"data":[${walletRow('m1', 'send', '1', 'BTC')}],"pagination":{"next_uri":"/v2/accounts/w1/transactions?limit=100&starting_after=m1"}}`
        : `{"data":[${walletRow('m2', 'send', '2', 'BTC')}],"pagination":{"next_uri":null}}`;
    };
    const read = await server.sync(coinbase, { credentials, play: playPages });
    expect([read.fault, read.fills.length, read.events.length]).toEqual([null, 2, 2]);
    expect(read.cursors[0]).toBe('fills|2026-03-10T12:00:00.000Z|c2');
    const rest = await server.sync(coinbase, {
      credentials,
      play: playPages,
      cursor: 'wallets|2026-03-10T12:00:00.000Z|w1',
    });
    expect([rest.fills.length, rest.events.length, rest.cash.length]).toEqual([0, 0, 1]);
    let busy = 1;
    const slow = await server.sync(coinbase, {
      credentials,
      play: (asked) =>
        busy-- > 0
          ? { status: 429, headers: { 'retry-after': '3' }, body: '{"errors":[{"id":"rate_limit_exceeded"}]}' }
          : usual(asked),
    });
    expect([slow.fault, slow.waits]).toEqual([null, [3000]]);
  });
}
