import {
  absolute,
  cents,
  decimalOf,
  ONE,
  least,
  most,
  type Num,
  parseFixed,
  type Problem,
  Problems,
  rounded,
  times,
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

const PER_SHARE = ONE / 200n;
const LEAST_PER_ORDER = ONE;
const MOST_OF_VALUE = 100n;

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
  const total = decimalOf(parseFixed(fees.total_fees) ?? 0n).plus(flow.estimated_cost);
  const gross = input.gross_pnl === undefined ? null : parseFixed(input.gross_pnl);
  if (gross === null || gross === 0n) problems.add('no_gross_pnl', 'There is no gross P&L to compare the cost with.');
  const direct = perShareCommission(trades);
  return {
    label: 'ESTIMATE',
    total_hidden_cost: rounded(total, 2),
    pfof_component: flow.estimated_cost,
    fee_component: fees.total_fees,
    breakdown: [
      ...fees.by_type.map(({ type, amount }) => ({ component: type, kind: 'explicit' as const, amount })),
      { component: 'payment for order flow', kind: 'implicit', amount: flow.estimated_cost },
    ],
    per_trade: (input.trade_count ?? 0) === 0 ? null : rounded(total.div(input.trade_count ?? 1), 4),
    pct_of_gross_pnl:
      gross === null || gross === 0n ? null : rounded(total.times(100).div(decimalOf(absolute(gross))), 4),
    what_if: [
      { schedule: 'as traded', commission: fees.total_fees, slippage: flow.estimated_cost, total: rounded(total, 2) },
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
  let sum = 0n;
  for (const { quantity, price } of trades) {
    const [shares, each] = [parseFixed(quantity) ?? 0n, parseFixed(price) ?? 0n];
    const ceiling = absolute(times(shares, each)) / MOST_OF_VALUE;
    sum += least(most(times(absolute(shares), PER_SHARE), LEAST_PER_ORDER), most(ceiling, 0n));
  }
  return cents(sum);
}
