import {
  absolute,
  decimalOf,
  fractionOf,
  isZero,
  least,
  most,
  NO_AMOUNT,
  NO_QUANTITY,
  type Num,
  parseAmount,
  parseQuantity,
  plus,
  type Problem,
  Problems,
  roundDecimal,
  roundToCents,
  valueAt,
  wholeAmount,
} from '../money/index.ts';
import type { FeeBreakdown } from './fees.ts';
import type { OrderFlowEstimate, RoutedTrade } from './order-flow.ts';

export interface CostOfFree {
  readonly label: 'ESTIMATE';
  readonly total_hidden_cost: number;
  readonly pfof_component: number;
  readonly fee_component: number;
  readonly breakdown: { readonly component: string; readonly kind: 'explicit' | 'implicit'; readonly amount: number }[];
  /** total_hidden_cost / trades; null where there are none. */
  readonly per_trade: number | null;
  readonly pct_of_gross_pnl: number | null;
  /** The same trades under another broker's schedule. */
  readonly what_if: {
    readonly schedule: string;
    readonly commission: number;
    readonly slippage: number;
    readonly total: number;
  }[];
  readonly execution_count: number;
  readonly assumptions: string[];
  readonly convention: string;
  readonly problems: Problem[];
}

const PER_SHARE = fractionOf(wholeAmount(1), 1, 200);
const LEAST_PER_ORDER = wholeAmount(1);

/** Fees that were charged plus the slippage that was not shown: what the trades cost in all. */
export function costOfFree(input: {
  readonly fees: FeeBreakdown;
  readonly order_flow: OrderFlowEstimate;
  /** The executions. */
  readonly trades: readonly RoutedTrade[];
  /** How many trades they made, as trades are counted. */
  readonly trade_count?: number;
  readonly gross_pnl?: Num;
}): CostOfFree {
  const problems = new Problems();
  const { fees, order_flow: flow, trades } = input;
  const total = decimalOf(parseAmount(fees.total_fees) ?? NO_AMOUNT).plus(flow.estimated_cost);
  const gross = input.gross_pnl === undefined ? null : parseAmount(input.gross_pnl);
  if (gross === null || isZero(gross)) problems.add('no_gross_pnl', 'There is no gross P&L to compare the cost with.');
  const direct = perShareCommission(trades);
  return {
    label: 'ESTIMATE',
    total_hidden_cost: roundDecimal(total, 2),
    pfof_component: flow.estimated_cost,
    fee_component: fees.total_fees,
    breakdown: [
      ...fees.by_type.map(({ type, amount }) => ({ component: type, kind: 'explicit' as const, amount })),
      { component: 'payment for order flow', kind: 'implicit', amount: flow.estimated_cost },
    ],
    per_trade: (input.trade_count ?? 0) === 0 ? null : roundDecimal(total.div(input.trade_count ?? 1), 4),
    pct_of_gross_pnl:
      gross === null || isZero(gross) ? null : roundDecimal(total.times(100).div(decimalOf(absolute(gross))), 4),
    what_if: [
      {
        schedule: 'as traded',
        commission: fees.total_fees,
        slippage: flow.estimated_cost,
        total: roundDecimal(total, 2),
      },
      { schedule: 'direct routing, 0.005 per share', commission: direct, slippage: 0, total: direct },
    ],
    execution_count: trades.length,
    assumptions: [
      ...flow.assumptions,
      'Direct routing is taken at 0.005 dollars per share, at least 1.00 and at most 1 % of the value per execution.',
    ],
    convention: 'Explicit costs as charged; implicit cost is an estimate with a band of 30 %.',
    problems: [...fees.problems.filter(({ code }) => code !== 'no_gross_pnl'), ...flow.problems, ...problems.list()],
  };
}

function perShareCommission(trades: readonly RoutedTrade[]): number {
  let sum = NO_AMOUNT;
  for (const { quantity, price } of trades) {
    const [shares, each] = [parseQuantity(quantity) ?? NO_QUANTITY, parseAmount(price) ?? NO_AMOUNT];
    const ceiling = fractionOf(absolute(valueAt(shares, each)), 1, 100);
    sum = plus(sum, least(most(valueAt(absolute(shares), PER_SHARE), LEAST_PER_ORDER), most(ceiling, NO_AMOUNT)));
  }
  return roundToCents(sum);
}
