// The broker of demo books: each sync brings one small day trade for every session since the last one, in the format of a
// broker that is read anyway.
import type { BrokerAdapter } from '@zorivest/integrations';
import { DemoMarket, seedOf } from './market.ts';
import { createRandom } from './random.ts';
import { MINUTE } from './session.ts';

/** A sync after a long while begins here, so that it stays small. */
const MOST_SESSIONS = 10;

export const demoBroker: BrokerAdapter = {
  id: 'demo',
  name: 'Demo Brokers',
  environment: 'paper',
  settings: [],
  supports: ['fills'],
  seenLive: true,
  openings: [],
  // oxlint-disable-next-line typescript/require-await -- a broker is asked page by page, and this one answers immediately
  async *pages({ lastSync, now }) {
    const fills = fillsBetween(lastSync?.getTime() ?? now.getTime(), now.getTime());
    if (fills.length > 0) yield { bytes: new TextEncoder().encode(JSON.stringify(fills)), cursor: null };
  },
};

function fillsBetween(from: number, to: number) {
  const market = new DemoMarket();
  const last = market.sessions.count(to);
  const first = Math.max(market.sessions.count(from), last - MOST_SESSIONS);
  return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index).flatMap((session) => {
    const random = createRandom(seedOf(`broker ${session}`));
    const symbol = random.pick(['AAPL', 'MSFT', 'SPY', 'QQQ']);
    const opens = market.sessions.opens(session);
    const order_id = `demo-${market.sessions.day(session)}`;
    return (['buy', 'sell'] as const).flatMap((side, index) => {
      const at = opens + (30 + index * 200) * MINUTE;
      const price = market.at(symbol, at);
      if (price === null || at > to) return [];
      const transaction_time = new Date(at).toISOString();
      return [
        {
          activity_type: 'FILL',
          id: `${order_id}::${side}`,
          symbol,
          side,
          qty: '10',
          price: String(price),
          transaction_time,
          order_id: `${order_id}-${side}`,
          type: 'fill',
        },
      ];
    });
  });
}
