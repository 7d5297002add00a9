// The executions of a demo book, with the quotes of their moments, how far prices went meanwhile, and what moved shares
// without a trade.
import { contract } from '@zorivest/contract';
import { barSizeFor, excursion, type RoundTrip, roundTrips } from '@zorivest/domain';
import { excursionState, storedFigures } from '@zorivest/analytics';
import { insertTrades, tradeRow } from '@zorivest/records';
import { EURO, type DemoTrade } from './idea.ts';
import { cents, type DemoMarket } from './market.ts';
import type { DemoWriter } from './writer.ts';
import { barMinutes } from './provider.ts';
import { createRandom } from './random.ts';
import type { DemoHistory } from './trader.ts';

export async function recordTrades(writer: DemoWriter, history: DemoHistory): Promise<number> {
  const trades = allTrades(history);
  const rows = trades.map((trade) =>
    tradeRow(trade, { currency: trade.account_id === EURO ? 'EUR' : 'USD', now: new Date(trade.time) }),
  );
  await insertTrades(writer.scope, rows);
  const { transfer } = history.holdings;
  await writer.write(contract.positionEvents.create, { body: { kind: 'transfer', ...transfer } }, transfer.time);
  return rows.length;
}

export function allTrades({ ideas, holdings }: DemoHistory): DemoTrade[] {
  return [...ideas.flatMap(({ trades }) => trades), ...holdings.trades].toSorted((a, b) =>
    a.time.localeCompare(b.time),
  );
}

interface QuoteRow {
  readonly ticker: string;
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly timestamp: string;
  readonly provider: string;
}

/** What was bid and asked a moment before each fill in a stock: some fills were better than that, most not. */
export function recordQuotes(writer: DemoWriter, history: DemoHistory, seed: number): void {
  const random = createRandom(seed);
  const quotes = new Map<string, QuoteRow>();
  for (const { instrument, action, price, time } of allTrades(history)) {
    if (/[\d/]/.test(instrument)) continue;
    const half = random.pick([0.01, 0.01, 0.02, 0.03]);
    const middle = action === 'BOT' ? price - half * random.between(-0.4, 1) : price + half * random.between(-0.4, 1);
    const timestamp = new Date(Date.parse(time) - 4000).toISOString();
    quotes.set(`${instrument} ${timestamp}`, {
      ticker: instrument,
      bid: cents(middle - half),
      ask: cents(middle + half),
      last: cents(middle),
      timestamp,
      provider: 'demo',
    });
  }
  writer.scope.insertMany<QuoteRow>(
    'market_quotes',
    ['ticker', 'bid', 'ask', 'last', 'timestamp', 'provider'],
    quotes.values(),
  );
}

/** For every closed trade in one stock, as the tool for it would compute it from the same bars. */
export function recordExcursions(writer: DemoWriter, market: DemoMarket, history: DemoHistory): void {
  const trades = allTrades(history);
  const prices = new Map(trades.map(({ exec_id, price }) => [exec_id, price]));
  const meant = new Set(
    history.ideas.flatMap(({ trades: own, ticker }) =>
      own.flatMap((one) => (one.instrument === ticker ? [one.exec_id] : [])),
    ),
  );
  // What a trade leaves out is absent or undefined, which is the same to matching.
  const rows = roundTrips(trades as Parameters<typeof roundTrips>[0], { places: 'exact' })
    .round_trips.filter(({ entry_exec_ids: [first = ''] }) => meant.has(first))
    .flatMap((trip) => excursionRow(market, trip, prices));
  type Row = (typeof rows)[number];
  writer.scope.insertMany<Row>('excursion_metrics', Object.keys(rows[0] ?? {}) as (keyof Row)[], rows);
}

function excursionRow(market: DemoMarket, trip: RoundTrip, prices: ReadonlyMap<string, number>) {
  const { instrument, opened_at, closed_at, entry_exec_ids, exit_exec_ids } = trip;
  const [first] = entry_exec_ids;
  if (closed_at === null || first === undefined || instrument.startsWith('/')) return [];
  const [from, to] = [Date.parse(opened_at), Date.parse(closed_at)];
  const interval = barSizeFor((to - from) / 1000);
  const bars = market.bars(instrument, { from, to, now: to }, barMinutes[interval] ?? 'day');
  const found = excursion(
    trip,
    bars.map(({ at, high, low }) => ({ time: new Date(at).toISOString(), high, low })),
    {
      bar_seconds: (barMinutes[interval] ?? 24 * 60) * 60,
      prices: [...entry_exec_ids, ...exit_exec_ids].flatMap((id) => prices.get(id) ?? []),
    },
  );
  if (!found.available) return [];
  return [
    {
      trade_exec_id: first,
      ...storedFigures(found),
      trip: excursionState(trip),
      data_source: `demo ${interval}`,
      computed_at: closed_at,
    },
  ];
}
