// What is held, and what it would bring at the last price somebody told. Where no price is known nothing is said.
import { contract, type HandlerOutput } from '@zorivest/contract';
import { legsOf, rateOn } from '@zorivest/domain';
import { type Call, shownTime } from '@zorivest/store';
import { type KeptPrice, type MarketService, NoProvider, providerTickers } from '@zorivest/market';
import { presentTrip } from '@zorivest/book';
import type { Trade } from './kept-on.ts';
import { presentRisks } from './risks.ts';
import { roundedAnswer, roundedPrice } from './rounding.ts';
import { type Asked, basisOf, type Scope, scopeOf } from './scope.ts';

const CONVENTION =
  'Each instrument of an account is a position of its own. unrealized_pnl is what is held at the last known price less ' +
  'what it cost, in currency: the price at the rate of its day, the cost at the rates of the days it was paid. The ' +
  'costs of opening are counted, those of closing are not. open_risk is what would be lost at the present stop of the plan, ' +
  'nothing where that lies in profit; without one as recorded with the entries, else what an option structure can lose at ' +
  'most, of what is still open.';

/** A book that holds more is priced from what is known. */
const MOST_ASKED = 100;

type Answer = HandlerOutput<typeof contract.roundTrips.open>;
type Position = Omit<Answer['items'][number], 'risk'>;

export async function openPositions(
  call: Call,
  market: MarketService,
  { prices: wanted, ...asked }: Asked & { readonly prices: 'known' | 'current' },
): Promise<Answer> {
  const scope = await scopeOf(call, { ...asked, unit: 'leg' });
  const open = scope.trades.filter(({ status }) => status !== 'closed');
  const tickers = new Map(open.map((trade) => [trade.instrument, tickerOf(trade, call.now())]));
  const known = [...new Set(tickers.values())].filter((ticker) => ticker !== undefined);
  if (wanted === 'current') await askFor(call, market, known);
  const prices = await market.knownPrices(known);
  const atRisk = await openRisks(call, asked);
  const items = open.map((trade) => ({
    ...positionOf(trade, prices.get(tickers.get(trade.instrument) ?? ''), scope),
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
      ...atRisk.sums,
    },
    scope.currency,
  );
}

/** By trade as the book counts them: the legs of a spread limit each other's loss. */
async function openRisks(call: Call, asked: Asked) {
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

const tickerOf = ({ instrument }: Trade, now: Date): string | undefined =>
  providerTickers(instrument, now.getUTCFullYear())[0];

/** Each is asked for once; who has no answer keeps the price that was known. */
async function askFor({ signal }: Call, market: MarketService, tickers: readonly string[]): Promise<void> {
  for (const ticker of tickers.slice(0, MOST_ASKED)) {
    try {
      await market.quote(ticker, { signal });
    } catch (error) {
      if (!(error instanceof NoProvider)) throw error;
      // Nobody is set up: asking for the next ticker would end the same way.
      if (error.reasons.length === 0) return;
    }
  }
}

function costEach({ open_cost, open_cost_each, open_quantity, multiplier }: Trade): number {
  return (open_cost_each ?? open_cost / open_quantity) / multiplier;
}

function positionOf(trade: Trade, known: KeptPrice | undefined, scope: Scope): Position {
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
  const rate =
    known === undefined
      ? null
      : rateOn({ currency: trade_currency }, scope.dayOf(known.at) ?? 0, scope.currency, scope.positions.rates);
  if (known === undefined || rate === null)
    return { ...held, price: null, price_at: null, provider: null, market_value: null, unrealized_pnl: null };
  const sign = trade.direction === 'long' ? 1 : -1;
  const value = known.price * units * rate;
  return {
    ...held,
    price: known.price,
    price_at: shownTime(known.at),
    provider: known.provider,
    market_value: sign * value,
    unrealized_pnl: sign * (value - trade.open_cost) - trade.open_commission,
  };
}
