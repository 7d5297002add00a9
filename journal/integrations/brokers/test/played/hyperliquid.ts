import { expect, it } from 'vitest';
import { hyperliquid } from '../../adapters/hyperliquid.ts';
import { type BrokerServer, type Play, shortCash, shortFill } from '../broker-server.ts';

const address = `0x${'aB'.repeat(20)}`;
const credentials = { address };
const fill = (fields: string) =>
  `{"time":1770000000123,"startPosition":"0.0","dir":"Open Long","hash":"0xh","crossed":true,${fields}}`;
const answers: Record<string, string> = {
  spotMeta:
    '{"tokens":[{"name":"USDC","index":0},{"name":"PURR","index":1},{"name":"HYPE","index":150}],"universe":[{"name":"PURR/USDC","tokens":[1,0],"index":0},{"name":"@107","tokens":[150,0],"index":107}]}',
  userFillsByTime: `[${[
    fill(
      '"coin":"BTC","px":"60000.5","sz":"0.00123","side":"B","closedPnl":"0.0","oid":1,"tid":118906512037719,"fee":"0.0332","feeToken":"USDC"',
    ),
    fill(
      '"coin":"BTC","px":"61000","sz":"0.00123","side":"A","closedPnl":"1.229385","oid":2,"tid":2,"fee":"-0.001","feeToken":"USDC"',
    ),
    fill(
      '"coin":"@107","px":"25.5","sz":"10.0","side":"B","closedPnl":"0.0","oid":3,"tid":3,"fee":"0.007","feeToken":"HYPE"',
    ),
    fill('"coin":"@999","px":"1","sz":"1","side":"B","closedPnl":"0.0","oid":4,"tid":4,"fee":"0","feeToken":"USDC"'),
  ].join(',')}]`,
  userFunding:
    '[{"time":1770003600000,"hash":"0x0","delta":{"type":"funding","coin":"BTC","usdc":"-0.012345","szi":"0.00123","fundingRate":"0.0000125"}}]',
  userNonFundingLedgerUpdates: `[${[
    '{"time":1769990000000,"hash":"0xd","delta":{"type":"deposit","usdc":"1000.0"}}',
    '{"time":1769990000001,"hash":"0xw","delta":{"type":"withdraw","usdc":"50.0","nonce":1,"fee":"1.0"}}',
    `{"time":1769990000002,"hash":"0xs","delta":{"type":"spotTransfer","token":"HYPE","amount":"2.5","usdcValue":"60","user":"0x${'11'.repeat(20)}","destination":"${address.toLowerCase()}","fee":"0.0"}}`,
    '{"time":1769990000003,"hash":"0xa","delta":{"type":"accountClassTransfer","usdc":"10","toPerp":true}}',
    '{"time":1769990000004,"hash":"0xn","delta":{"type":"somethingNew","usdc":"10"}}',
  ].join(',')}]`,
  clearinghouseState:
    '{"assetPositions":[{"type":"oneWay","position":{"coin":"ETH","szi":"-0.5","entryPx":"3000","unrealizedPnl":"-2.5"}}],"marginSummary":{"accountValue":"100"}}',
  spotClearinghouseState:
    '{"balances":[{"coin":"USDC","token":0,"total":"14.625485","hold":"0.0"},{"coin":"HYPE","token":150,"total":"12.4","hold":"0.0"}]}',
};
const typeOf = (body: string) => (JSON.parse(body) as { type: string }).type;
const usual: Play = ({ body }) => answers[typeOf(body)];

export function play(server: BrokerServer): void {
  it('reads perpetuals, spot, funding, money and what is held', async () => {
    const read = await server.sync(hyperliquid, { credentials, play: usual });
    expect(read.fault).toBeNull();
    expect(read.fills.map(shortFill)).toEqual([
      ['118906512037719:1', '2026-02-02T02:40:00.123Z', 'BTC-PERP', 'BOT', 0.00123, 60000.5, 0.0332, 'USDC'],
      ['2:2', '2026-02-02T02:40:00.123Z', 'BTC-PERP', 'SLD', 0.00123, 61000, -0.001, 'USDC'],
      ['3:3:out', '2026-02-02T02:40:00.123Z', 'USDC', 'SLD', 255, 1, 0, 'USDC'],
      ['3:3:in', '2026-02-02T02:40:00.123Z', 'HYPE', 'BOT', 10, 25.5, 0.1785, 'USDC'],
      ['3:3:fee:HYPE', '2026-02-02T02:40:00.123Z', 'HYPE', 'SLD', 0.007, 25.5, 0, 'USDC'],
    ]);
    expect(read.cash.map(shortCash)).toEqual([
      ['0x0:BTC:1770003600000', '2026-02-02', -0.012345, 'USDC', 'other', null],
      ['0xd:deposit', '2026-02-01', 1000, 'USDC', 'deposit', null],
      ['0xw:withdraw', '2026-02-01', -50, 'USDC', 'withdrawal', null],
    ]);
    expect(read.events).toMatchObject([{ kind: 'transfer', instrument: 'HYPE', quantity: 2.5 }]);
    expect(read.invalid).toEqual([
      'The spot pair @999 is not in the list of pairs',
      'An update of the kind somethingNew is not known: look at it and record it by hand',
    ]);
    expect(read.stated).toMatchObject({
      positions: [
        { instrument: 'ETH-PERP', quantity: -0.5 },
        { instrument: 'USDC', quantity: 14.625485 },
        { instrument: 'HYPE', quantity: 12.4 },
        // Worth 100 with a loss of 2.50 that is not realised yet.
        { instrument: 'USDC', quantity: 102.5 },
      ],
      cash: [],
    });
  });

  it('continues from the last moment, counts nothing twice, and reports when older fills are not available', async () => {
    const many = Array.from({ length: 12_000 }, (_, at) =>
      fill(
        `"coin":"BTC","px":"1","sz":"1","side":"B","closedPnl":"0.0","oid":${at},"tid":${at},"fee":"0","feeToken":"USDC"`,
      ).replace('1770000000123', String(1_770_000_000_000 + at)),
    ).slice(2000);
    const read = await server.sync(hyperliquid, {
      credentials,
      play: ({ body }) => {
        const { type, startTime } = JSON.parse(body) as { type: string; startTime: number };
        if (type !== 'userFillsByTime') return type === 'spotMeta' || type.endsWith('State') ? answers[type] : '[]';
        const from = many.findIndex((one) => Number(/"time":(\d+)/.exec(one)?.[1]) >= startTime);
        return `[${many.slice(from, from + 2000).join(',')}]`;
      },
    });
    expect([read.fault, read.fills.length, new Set(read.fills.map(({ exec_id }) => exec_id)).size]).toEqual([
      null,
      10_000,
      10_000,
    ]);
    expect(read.warnings.join(' ')).toContain('newest 10000 fills only');
    const twice = await server.sync(hyperliquid, {
      credentials,
      play: (asked) => {
        const text = usual(asked) as string;
        const isFunding = typeOf(asked.body) === 'userFunding';
        return isFunding ? `[${text.slice(1, -1)},${text.slice(1, -1)}]` : text;
      },
    });
    expect(twice.cash.filter(({ memo }) => memo === 'Funding of BTC').length).toBe(1);
    expect(twice.skipped).toContain('An earlier page contains it');
    const cut = await server.sync(hyperliquid, { credentials, play: usual, cursor: 'userFunding|1770000000500' });
    expect(cut.asked.map(({ body }) => typeOf(body))).not.toContain('userFillsByTime');
    expect(JSON.parse(cut.asked[1]?.body ?? '')).toMatchObject({ type: 'userFunding', startTime: 1_770_000_000_500 });
  });

  it('refuses what is no address before anything is asked, and waits when it is busy', async () => {
    await expect(server.connect(hyperliquid, { credentials: { address: '0x12' }, play: usual })).rejects.toThrow('40');
    let busy = 1;
    const read = await server.sync(hyperliquid, {
      credentials,
      play: (asked) => (busy-- > 0 ? { status: 429, body: 'null' } : usual(asked)),
    });
    expect([read.fault, read.waits]).toEqual([null, [1000]]);
    const wrong = await server.sync(hyperliquid, {
      credentials,
      play: () => ({ status: 422, body: 'Failed to deserialize the JSON body' }),
    });
    expect(wrong.fault).toBe('Hyperliquid answered: the address is not one it knows');
  });
}
