// What "free" trading may cost: estimates, and labelled as estimates.

import type { RoutingType } from '@zorivest/vocabulary';
import {
  absolute,
  type Amount,
  Decimal,
  decimalOf,
  multiply,
  NO_AMOUNT,
  NO_RATIO,
  type Num,
  ONE,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  type Problem,
  Problems,
  roundDecimal,
  roundToCents,
  valueAt,
} from '../money/index.ts';

/** How a broker's account type usually routes. Unlisted ones are not guessed. */
const ROUTING: Readonly<Record<string, RoutingType>> = {
  robinhood: 'pfof',
  webull: 'pfof',
  ibkr_lite: 'pfof',
  tastytrade: 'pfof',
  ibkr_pro: 'dma',
  lightspeed: 'dma',
  das_trader: 'dma',
  schwab: 'hybrid',
};

export function routingOf(broker: string | null | undefined): RoutingType | null {
  return ROUTING[(broker ?? '').toLowerCase()] ?? null;
}

export interface RoutedTrade {
  readonly exec_id: string;
  readonly quantity: Num;
  readonly price: Num;
  readonly multiplier?: Num;
  readonly routing: RoutingType | null;
}

/** Average slippage in basis points, and how much of a hybrid broker's flow is sold. Illustrative, so they can be set. */
export interface OrderFlowAssumptions {
  readonly pfof_bps: number;
  readonly dma_bps: number;
  readonly hybrid_share: number;
}

const ILLUSTRATIVE: OrderFlowAssumptions = { pfof_bps: 3.8, dma_bps: 0.2, hybrid_share: 0.5 };

export interface OrderFlowEstimate {
  readonly label: 'ESTIMATE';
  readonly estimate_label: 'ESTIMATE';
  readonly estimated_cost: number;
  readonly total_pfof_impact: number;
  readonly low: number;
  readonly high: number;
  /** The routing of most of the value traded; null when none is known. */
  readonly routing_type: RoutingType | null;
  readonly confidence: 'low' | 'medium';
  readonly trades_analyzed: number;
  readonly notional_analyzed: number;
  readonly assumptions: string[];
  readonly methodology: string;
  readonly convention: string;
  readonly problems: Problem[];
}

/** What selling the order flow may have cost, against direct routing. */
export function orderFlowEstimate(
  trades: readonly RoutedTrade[],
  assumptions: Partial<OrderFlowAssumptions> = {},
): OrderFlowEstimate {
  const problems = new Problems();
  const assumed = { ...ILLUSTRATIVE, ...assumptions };
  const value = new Map<RoutingType, Amount>();
  let analyzed = 0;
  for (const trade of trades) {
    const notional = notionalOf(trade);
    if (notional === null)
      problems.add('invalid_amount', 'Price or quantity is not a number; the trade is left out.', trade.exec_id);
    else if (trade.routing === null)
      problems.add('unknown_routing', 'How the broker routes is not known; set the account’s broker.', trade.exec_id);
    else {
      analyzed += 1;
      value.set(trade.routing, plus(value.get(trade.routing) ?? NO_AMOUNT, notional));
    }
  }
  const sold = plus(
    value.get('pfof') ?? NO_AMOUNT,
    multiply(value.get('hybrid') ?? NO_AMOUNT, parseRatio(assumed.hybrid_share) ?? NO_RATIO),
  );
  const cost = decimalOf(sold)
    .times(assumed.pfof_bps - assumed.dma_bps)
    .div(10_000);
  const total = [...value.values()].reduce((sum, notional) => plus(sum, notional), NO_AMOUNT);
  const main = [...value].toSorted(([, a], [, b]) => (a > b ? -1 : 1))[0]?.[0] ?? null;
  return {
    label: 'ESTIMATE',
    estimate_label: 'ESTIMATE',
    estimated_cost: roundDecimal(cost, 2),
    total_pfof_impact: roundDecimal(cost, 2),
    low: roundDecimal(cost.times(0.7), 2),
    high: roundDecimal(cost.times(1.3), 2),
    routing_type: main,
    confidence: analyzed >= 100 ? 'medium' : 'low',
    trades_analyzed: analyzed,
    notional_analyzed: roundToCents(total),
    assumptions: [
      `Orders sold to a wholesaler slip ${assumed.pfof_bps} basis points on average, directly routed ones ${assumed.dma_bps}.`,
      `A hybrid broker sells ${roundDecimal(new Decimal(assumed.hybrid_share * 100), 2)} % of its flow.`,
      'Routing follows the account type of the broker, not the single order. The band is plus and minus 30 %.',
    ],
    methodology: 'Value traded through payment for order flow x (its average slippage - that of direct routing).',
    convention: 'An estimate from averages, not a measurement of these fills.',
    problems: problems.list(),
  };
}

function notionalOf(trade: Omit<RoutedTrade, 'routing'>): Amount | null {
  const [quantity, price] = [parseQuantity(trade.quantity), parseAmount(trade.price)];
  const multiplier = parseRatio(trade.multiplier ?? 1);
  if (quantity === null || price === null || multiplier === null) return null;
  const notional = absolute(valueAt(quantity, price));
  return multiplier === ONE ? notional : absolute(multiply(notional, multiplier));
}
