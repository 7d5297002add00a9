// What is held, and what it would bring at the price that counts today, the same as in net worth. Where no price is known
// there is no figure.
import { contract, type HandlerOutput } from '@zorivest/contract';
import { DAY_MS, legsOf, type DatedPrice, rateOn } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import type { MarketService } from '@zorivest/market';
import { presentTrip } from '@zorivest/records';
import { askQuotes } from '../prices/ask.ts';
import { bookPrices, presentPrice } from '../prices/prices.ts';
import type { Trade } from './incremental.ts';
import { presentRisks } from './risks.ts';
import { roundedAnswer, roundedPrice } from './rounding.ts';
import { type FigureFilter, basisOf, type Scope, scopeOf } from './scope.ts';

const CONVENTION =
  'Each instrument of an account is a position of its own. Unrealised is what is held at the price that counts today, as in net ' +
  "worth (of the latest day: a person's, a statement's, a provider's, the own last fill), less what it cost: the price at today's " +
  'rate, the cost at the rates of the days it was paid. The ' +
  'costs of opening are counted, those of closing are not. Open risk is what would be lost at the present stop of the plan, ' +
  'nothing where that is in profit; without one as recorded with the entries, else what an option structure can lose at ' +
  'most, of what is still open.';

type Answer = HandlerOutput<typeof contract.roundTrips.open>;
type Position = Omit<Answer['items'][number], 'risk'>;

export async function openPositions(
  call: Call,
  market: MarketService,
  { prices: wanted, ...asked }: FigureFilter & { readonly prices: 'known' | 'current' },
): Promise<Answer> {
  const scope = await scopeOf(call, { ...asked, unit: 'leg' });
  const open = scope.trades.filter(({ status }) => status !== 'closed');
  const instruments = open.map(({ instrument }) => instrument);
  const quotes = wanted === 'current' ? await askQuotes(call, market, instruments, scope.dayOf) : [];
  const { prices, today } = await bookPrices(call, market, instruments, quotes);
  const atRisk = await openRisks(call, asked);
  const items = open.map((trade) => ({
    ...positionOf(trade, prices.on(trade.instrument, today), today, scope),
    risk: atRisk.ofTrip(trade.id),
  }));
  const priced = items.flatMap(({ unrealized_pnl }) => unrealized_pnl ?? []);
  return roundedAnswer(
    contract.roundTrips.open.response,
    {
      ...basisOf(scope, { convention: CONVENTION }),
      trade_count: open.length,
      items,
      unrealized_pnl: priced.length === 0 ? null : priced.reduce((sum, each) => sum + each, 0),
      unpriced: items.length - priced.length,
      oldest_price_days: oldestOf(items, today),
      ...atRisk.sums,
    },
    scope.currency,
  );
}

/** By trade as the book counts them: the legs of a spread limit each other's loss. */
async function openRisks(call: Call, asked: FigureFilter) {
  const scope = await scopeOf(call, asked);
  const riskOf = await presentRisks(call, scope);
  const open = scope.trades.filter(({ status }) => status !== 'closed');
  const byTrip = new Map<string, number>();
  let sum: number | null = null;
  let known = 0;
  for (const trade of open) {
    const risk = riskOf(trade);
    if (risk === null) continue;
    const left = risk * trade.rate;
    sum = (sum ?? 0) + left;
    known++;
    if (legsOf(trade).length === 1) byTrip.set(trade.id, left);
  }
  return {
    ofTrip: (id: string): number | null => byTrip.get(id) ?? null,
    sums: { open_risk: sum, at_risk: known, without_risk: open.length - known },
  };
}

/** How old the oldest price among them is; null where nothing has one. */
function oldestOf(items: readonly Position[], today: number): number | null {
  const days = items.flatMap(({ price_date }) => (price_date === null ? [] : today - Date.parse(price_date) / DAY_MS));
  return days.length === 0 ? null : Math.max(...days);
}

function costEach({ open_cost, open_cost_each, open_quantity, multiplier }: Trade): number {
  return (open_cost_each ?? open_cost / open_quantity) / multiplier;
}

const UNPRICED = {
  price: null,
  price_date: null,
  price_source: null,
  provider: null,
  market_value: null,
  unrealized_pnl: null,
};

function positionOf(trade: Trade, priced: DatedPrice | null, today: number, scope: Scope): Position {
  const native = scope.nativeOf(trade);
  const trade_currency = native.currency ?? scope.currency;
  const units = trade.open_quantity * trade.multiplier;
  const { id, account_id, instrument, direction, opened_at } = presentTrip(trade);
  const held = {
    trip_id: id,
    account_id,
    instrument,
    direction,
    open_quantity: trade.open_quantity,
    ...(trade.open_quantity_exact !== undefined && { quantity_exact: trade.open_quantity_exact }),
    avg_price: units === 0 ? 0 : roundedPrice(costEach(native)),
    trade_currency,
    opened_at,
  };
  if (priced === null) return { ...held, ...UNPRICED };
  const currency = priced.currency ?? trade_currency;
  // As net worth has it: the day's rate, whatever day the price is of.
  const rateInto = (other: string) => rateOn({ currency }, today, other, scope.positions.rates);
  const [rate, rateOfTrade] = [rateInto(scope.currency), rateInto(trade_currency)];
  if (rate === null || rateOfTrade === null) return { ...held, ...UNPRICED };
  const { price, date, source, by } = presentPrice(instrument, priced);
  const sign = trade.direction === 'long' ? 1 : -1;
  const value = price * units * rate;
  return {
    ...held,
    price: price * rateOfTrade,
    price_date: date,
    price_source: source,
    provider: source === 'provider' ? by : null,
    market_value: sign * value,
    unrealized_pnl: sign * (value - trade.open_cost) - trade.open_commission,
  };
}
