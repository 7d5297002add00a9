import { expect, it } from 'vitest';
import { alpacaPaper } from '../../adapters/alpaca.ts';
import { type PlayedRequest, type BrokerServer, type Play, shortFill } from '../broker-server.ts';

const credentials = { key_id: 'KEY-SECRET', secret_key: 'S-SECRET' };
const fill = (at: number) =>
  `{"activity_type":"FILL","id":"a${String(at).padStart(4, '0')}::x","symbol":"AAPL","side":"buy","qty":"0.123456789","price":"185.5","transaction_time":"2024-01-02T15:00:00.123Z","order_id":"o1","type":"fill"}`;
const page = (from: number, size: number) => `[${Array.from({ length: size }, (_, at) => fill(from + at)).join(',')}]`;
const held: Record<string, string> = {
  '/v2/positions':
    '[{"symbol":"AAPL","qty":"-2.5","current_price":"190.1","market_value":"-475.25","cost_basis":"-463.75"}]',
  '/v2/account': '{"cash":"1234.56","currency":"USD"}',
};
const activities =
  (answer: (asked: PlayedRequest) => ReturnType<Play>): Play =>
  (asked) =>
    asked.path === '/v2/account/activities' ? answer(asked) : held[asked.path];

export function play(server: BrokerServer): void {
  it('pages by the last id until a page is not full, then says what is held', async () => {
    const pages = new Map([
      [null, page(0, 100)],
      ['a0099::x', page(100, 2)],
    ]);
    const read = await server.sync(alpacaPaper, {
      credentials,
      play: activities(({ query }) => pages.get(query.get('page_token'))),
    });
    expect(read.fault).toBeNull();
    expect(read.cursors).toEqual(['a0099::x', 'a0101::x', 'a0101::x']);
    expect(read.fills.length).toBe(102);
    expect(shortFill(read.fills[0] ?? expect.fail())).toEqual([
      'a0000::x',
      '2024-01-02T15:00:00.123Z',
      'AAPL',
      'BOT',
      0.12345679,
      185.5,
      0,
      null,
    ]);
    expect(read.stated).toMatchObject({
      positions: [{ instrument: 'AAPL', quantity: -2.5, cost: -463.75 }],
      cash: [{ amount: 1234.56, currency: 'USD', date: '2026-03-10' }],
    });
    expect(read.asked[0]).toMatchObject({
      host: 'paper-api.alpaca.markets',
      headers: { 'apca-api-key-id': 'KEY-SECRET' },
    });
  });

  it('continues where an interrupted sync stopped, and looks a week behind a completed one', async () => {
    const empty = activities(() => '[]');
    const cut = await server.sync(alpacaPaper, { credentials, play: empty, cursor: 'a0099', lastSync: '2024-01-10' });
    expect(cut.asked[0]?.query.get('page_token')).toBe('a0099');
    const later = await server.sync(alpacaPaper, { credentials, play: empty, lastSync: '2024-01-10' });
    expect(later.asked[0]?.query.get('after')).toBe('2024-01-03T00:00:00.000Z');
  });

  it('waits as long as the answer demands, and reports when the key is refused or the answer is none', async () => {
    let busy = 1;
    const waited = await server.sync(alpacaPaper, {
      credentials,
      play: activities(() =>
        busy-- > 0 ? { status: 429, headers: { 'retry-after': '7' }, body: '{"message":"too many requests"}' } : '[]',
      ),
    });
    expect([waited.waits, waited.fault]).toEqual([[7000], null]);
    const faults = [
      { status: 401, body: '{"message":"forbidden."}' },
      { status: 200, body: '<html>' },
      { status: 503, body: '' },
      { status: 200, body: '{"no":"list"}' },
      { status: 302, headers: { location: 'https://evil.example/' }, body: '' },
    ];
    const messages = [];
    for (const fault of faults)
      messages.push((await server.sync(alpacaPaper, { credentials, play: activities(() => fault) })).fault);
    expect(messages).toEqual([
      'Alpaca refused the credentials (status 401: forbidden.): enter the API key again, and check that it is for this environment',
      'Alpaca answered with something that is not JSON',
      'Alpaca answered: status 503',
      'Alpaca answered without a list',
      'The request to Alpaca was not let through: paper-api.alpaca.markets wanted to send the request elsewhere',
    ]);
  });
}
