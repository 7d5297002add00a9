// The executions of a demo book, with the quotes of their moments, how far prices went meanwhile, and what moved shares
// without a trade.
import { contract } from '@zorivest/contract';
import { barSizeFor, excursion } from '@zorivest/domain';
import { storedFigures } from '@zorivest/figures';
import { insertTrades, tradeRow } from '@zorivest/book';
import { EURO, type DemoIdea, type DemoTrade } from './idea.ts';
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

/** For every closed idea in one stock, as the tool for it would compute it from the same bars. */
export function recordExcursions(writer: DemoWriter, market: DemoMarket, history: DemoHistory): void {
  const rows = history.ideas.flatMap((idea) => excursionRow(market, idea));
  type Row = (typeof rows)[number];
  writer.scope.insertMany<Row>('excursion_metrics', Object.keys(rows[0] ?? {}) as (keyof Row)[], rows);
}

function excursionRow(market: DemoMarket, { trades, direction, entry, pnl, ticker, isOpen }: DemoIdea) {
  const [first, last] = [trades[0], trades.at(-1)];
  if (isOpen || first === undefined || last === undefined || first.instrument !== ticker || ticker.startsWith('/'))
    return [];
  const [from, to] = [Date.parse(first.time), Date.parse(last.time)];
  const interval = barSizeFor((to - from) / 1000);
  const bars = market.bars(ticker, { from, to, now: to }, barMinutes[interval] ?? 'day');
  const quantity = trades.filter(({ action }) => action === first.action).reduce((sum, one) => sum + one.quantity, 0);
  const found = excursion(
    {
      id: first.exec_id,
      direction,
      entry_avg_price: entry,
      quantity,
      multiplier: 1,
      opened_at: first.time,
      closed_at: last.time,
      realized_pnl: pnl,
    },
    bars.map(({ at, high, low }) => ({ time: new Date(at).toISOString(), high, low })),
  );
  if (!found.available) return [];
  return [
    {
      trade_exec_id: first.exec_id,
      ...storedFigures(found),
      data_source: `demo ${interval}`,
      computed_at: last.time,
    },
  ];
}
