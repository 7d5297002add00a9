import { expect, it } from 'vitest';
import { kraken, signKraken } from '../../adapters/kraken.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const secret = 'kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==';
const credentials = { api_key: 'KEY-SECRET', private_key: secret };
const entry = (id: string, fields: string) => `"${id}":{"aclass":"currency","subtype":"",${fields}}`;
const entries = [
  entry(
    'L1',
    '"refid":"T1","time":1688667796.8802,"type":"trade","asset":"ZUSD","amount":"-300.5000","fee":"0.7813","balance":"1000.0"',
  ),
  entry(
    'L2',
    '"refid":"T1","time":1688667796.8802,"type":"trade","asset":"XXBT","amount":"0.0100000000","fee":"0.0000000000","balance":"1.0"',
  ),
  entry(
    'L3',
    '"refid":"D1","time":1688667700,"type":"deposit","asset":"ZUSD","amount":"2000.0000","fee":"0.0000","balance":"2000"',
  ),
  entry(
    'L4',
    '"refid":"W1","time":1688667900,"type":"withdrawal","asset":"XETH","amount":"-1.5000000000","fee":"0.0035000000","balance":"0"',
  ),
  entry(
    'L5',
    '"refid":"S1","time":1688668000,"type":"staking","asset":"DOT.S","amount":"0.1234567891","fee":"0.0","balance":"1"',
  ),
  entry(
    'L6',
    '"refid":"E1","time":1688668001,"type":"transfer","subtype":"spottostaking","asset":"DOT","amount":"-5","fee":"0","balance":"0"',
  ),
];
const ledger = (list: readonly string[]) =>
  `{"error":[],"result":{"ledger":{${list.join(',')}},"count":${list.length}}}`;
const balance = '{"error":[],"result":{"ZUSD":"1000.2500","XXBT":"1.0100000001","DOT.S":"0.5","ZEUR":"0.0000"}}';
const answer =
  (body: string): Play =>
  ({ path }) =>
    path === '/0/private/Ledgers' ? body : path === '/0/private/Balance' ? balance : undefined;

export function play(server: BrokerServer): void {
  it('signs as the documentation shows', () => {
    const body = 'nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25';
    expect(signKraken(secret, '/0/private/AddOrder', '1616492376594', body)).toBe(
      '4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==',
    );
  });

  it('reads the ledger as its own export is read, and what is held', async () => {
    const read = await server.sync(kraken, { credentials, play: answer(ledger(entries)) });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['L4:fee:ETH', '2023-07-06T18:25:00Z', 'ETH', 'SLD', 0.0035, 1, 0, 'ETH'],
      ['T1', '2023-07-06T18:23:16.880Z', 'BTC', 'BOT', 0.01, 30050, 0.7813, 'USD'],
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['L3', '2023-07-06', 2000, 'USD', 'deposit', null],
      ['L4:fee:ETH', '2023-07-06', -0.0035, 'ETH', 'fee', null],
    ]);
    expect(read.events).toMatchObject([
      { kind: 'transfer', instrument: 'ETH', quantity: -1.5 },
      { kind: 'reward', instrument: 'DOT', quantity: 0.12345679 },
    ]);
    expect(read.skipped).toEqual(['Moved between wallets at Kraken: nothing came or went']);
    expect(read.stated).toMatchObject({
      positions: [
        { instrument: 'BTC', quantity: 1.0100000001 },
        { instrument: 'DOT', quantity: 0.5 },
      ].map((one) => ({ ...one, quantity: expect.closeTo(one.quantity, 8) as number })),
      cash: [
        { currency: 'USD', amount: 1000.25 },
        { currency: 'EUR', amount: 0 },
      ],
    });
    const nonces = read.asked.map(({ body }) => Number(new URLSearchParams(body).get('nonce')));
    expect(nonces[1]).toBeGreaterThan(nonces[0] ?? 0);
    const { body = '', headers = {} } = read.asked[0] ?? {};
    expect(headers['api-sign']).toBe(signKraken(secret, '/0/private/Ledgers', String(nonces[0]), body));
  });

  it('keeps the two rows of a trade together when a page ends between them, and after a cut', async () => {
    const many = Array.from({ length: 49 }, (_, at) =>
      entry(
        `N${at}`,
        `"refid":"R${at}","time":${1688669000 - at},"type":"deposit","asset":"ZUSD","amount":"1","fee":"0","balance":"1"`,
      ),
    );
    const half = (id: string, asset: string, amount: string) =>
      entry(
        id,
        `"refid":"TT","time":1688660000.5,"type":"trade","asset":"${asset}","amount":"${amount}","fee":"0","balance":"1"`,
      );
    const pages: Record<string, string> = {
      0: ledger([...many, half('H1', 'ZUSD', '-100')]),
      50: ledger([half('H2', 'XXBT', '0.005')]),
      49: ledger([half('H1', 'ZUSD', '-100'), half('H2', 'XXBT', '0.005')]),
    };
    const playPages: Play = (asked) => {
      const offset = new URLSearchParams(asked.body).get('ofs') ?? '';
      return asked.path.endsWith('Balance') ? balance : pages[offset];
    };
    const whole = await server.sync(kraken, { credentials, play: playPages });
    expect(whole.fills.map(shortFill)).toEqual([
      ['TT', '2023-07-06T16:13:20.500Z', 'BTC', 'BOT', 0.005, 20_000, 0, 'USD'],
    ]);
    expect([whole.cash.length, whole.invalid]).toEqual([49, []]);
    expect(whole.cursors[0]).toBe('1773144000|49');
    const rest = await server.sync(kraken, { credentials, play: playPages, cursor: '1773144000|49' });
    expect(rest.fills.length).toBe(1);
    expect(new URLSearchParams(rest.asked[0]?.body).get('end')).toBe('1773144000');
  });

  it('waits when it was too fast, and goes slower from then on', async () => {
    let busy = 1;
    const read = await server.sync(kraken, {
      credentials,
      play: (asked) =>
        busy-- > 0 ? '{"error":["EAPI:Rate limit exceeded"],"result":{}}' : answer(ledger(entries))(asked),
    });
    expect([read.fault, read.waits]).toEqual([null, [10_000, 6000]]);
  });

  it('says what to do about what it refuses', async () => {
    const faults = [];
    for (const error of [
      'EGeneral:Permission denied',
      'EAPI:Invalid signature',
      'EAPI:Invalid nonce',
      'EGeneral:Temporary lockout',
    ])
      faults.push((await server.sync(kraken, { credentials, play: () => `{"error":["${error}"]}` })).fault);
    expect(faults).toEqual([
      'Kraken answered: EGeneral:Permission denied (allow "Query funds" and "Query ledger entries" for the key)',
      'Kraken answered: EAPI:Invalid signature (enter the private key again)',
      expect.stringContaining('a key must be used by one program only'),
      'Kraken answered: EGeneral:Temporary lockout (wait a quarter of an hour before the next try)',
    ]);
  });
}
