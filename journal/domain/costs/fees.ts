import { feeTypes } from '@zorivest/vocabulary';
import {
  absolute,
  type Amount,
  CENTS,
  type Compact,
  compactAmount,
  type Count,
  decimalOf,
  expandAmount,
  isNone,
  isZero,
  minus,
  NO_AMOUNT,
  type Num,
  parseAmount,
  parseCompact,
  plus,
  type Problem,
  Problems,
  roundDecimal,
  roundToCents,
  Sum,
} from '../money/index.ts';
import { type Charges } from './charges.ts';

const FEE_TYPES: ReadonlySet<string> = new Set(feeTypes);

/** One execution's fee as the broker reported it in total. */
export interface ChargedTrade {
  readonly exec_id: string;
  readonly commission?: Num;
  readonly broker?: string | null;
}

/** One row of the fee ledger; rows without an execution are overhead of the period. */
export interface LedgerFee {
  readonly exec_id?: string | null;
  readonly type: string;
  readonly amount: Num;
  readonly broker?: string | null;
}

export interface FeeBreakdown {
  readonly total_fees: number;
  readonly by_type: { readonly type: string; readonly amount: number; readonly share: number }[];
  readonly by_broker: { readonly broker: string; readonly amount: number }[];
  /** Percent of the absolute gross P&L; null when that is zero or unknown. */
  readonly pnl_pct: number | null;
  /** total_fees / trades; null where there are none. */
  readonly per_trade: number | null;
  readonly execution_count: number;
  readonly convention: string;
  readonly problems: Problem[];
}

/** Fees by kind. Of a trade the ledger itemises, what the items leave of its total is commission. */
export function feeBreakdown(input: {
  /** The executions. */
  readonly trades: readonly ChargedTrade[];
  /** Of further executions, which no ledger itemises, what they were charged in total. */
  readonly charged?: readonly (Charges & { readonly broker: string | null })[];
  /** How many trades they made, as trades are counted. */
  readonly trade_count?: number;
  readonly ledger?: readonly LedgerFee[];
  readonly gross_pnl?: Num;
}): FeeBreakdown {
  const problems = new Problems();
  const byType = new Totals();
  const byBroker = new Totals();
  const itemised = new Map<string, Amount>();
  const ledger = input.ledger ?? [];
  // Only a ledger asks whose trade it was.
  const brokerOf = new Map((ledger.length === 0 ? [] : input.trades).map((trade) => [trade.exec_id, trade.broker]));
  const sum = new Sum(CENTS);
  const countIn = (type: string, counted: Count<'amount'>, broker: string | null | undefined): void => {
    sum.add(counted);
    byType.add(type, counted);
    byBroker.add(broker ?? 'unknown', counted);
  };
  const count = (type: string, amount: Compact<'amount'>, broker: string | null | undefined): void => {
    if (!isNone(amount)) countIn(type, CENTS.count(amount), broker);
  };
  for (const fee of ledger) {
    const amount = parseAmount(fee.amount);
    if (amount === null) {
      problems.add('invalid_amount', 'A fee is not a number; it is left out.', fee.exec_id ?? fee.type);
      continue;
    }
    if (fee.exec_id !== undefined && fee.exec_id !== null)
      itemised.set(fee.exec_id, plus(itemised.get(fee.exec_id) ?? NO_AMOUNT, amount));
    count(
      FEE_TYPES.has(fee.type) ? fee.type : 'other',
      compactAmount(amount),
      fee.broker ?? brokerOf.get(fee.exec_id ?? ''),
    );
  }
  for (const trade of input.trades) {
    const amount = parseCompact('amount', trade.commission ?? 0);
    const items = itemised.size === 0 ? undefined : itemised.get(trade.exec_id);
    if (amount === null) problems.add('invalid_amount', 'A commission is not a number; it is left out.', trade.exec_id);
    else if (items === undefined) count('commission', amount, trade.broker);
    else if (!isNone(amount)) count('commission', compactAmount(minus(expandAmount(amount), items)), trade.broker);
  }
  let executions = input.trades.length;
  for (const { executions: several, commission, broker } of input.charged ?? []) {
    executions += several;
    if (commission !== null) countIn('commission', commission, broker);
  }
  const total = sum.exact;
  const gross = input.gross_pnl === undefined ? null : parseAmount(input.gross_pnl);
  if (gross === null || isZero(gross)) problems.add('no_gross_pnl', 'There is no gross P&L to compare the fees with.');
  return {
    total_fees: roundToCents(total),
    by_type: byType
      .largestFirst()
      .map(([type, amount]) => ({ type, amount: roundToCents(amount), share: shareOf(amount, total) })),
    by_broker: byBroker.largestFirst().map(([broker, amount]) => ({ broker, amount: roundToCents(amount) })),
    pnl_pct:
      gross === null || isZero(gross)
        ? null
        : roundDecimal(
            decimalOf(total)
              .times(100)
              .div(decimalOf(absolute(gross))),
            4,
          ),
    per_trade: (input.trade_count ?? 0) === 0 ? null : roundDecimal(decimalOf(total).div(input.trade_count ?? 1), 4),
    execution_count: executions,
    convention:
      'Costs are positive, rebates negative. An execution itemised in the fee ledger counts by its items, and what they leave ' +
      'of its total cost as commission, like any other. per_trade = total fees / trades closed. pnl_pct = total fees / |gross P&L| x 100.',
    problems: problems.list(),
  };
}

/** Amounts added up by name. */
class Totals {
  readonly #sums = new Map<string, Sum<'amount'>>();

  add(name: string, count: Count<'amount'>): void {
    let sum = this.#sums.get(name);
    if (sum === undefined) this.#sums.set(name, (sum = new Sum(CENTS)));
    sum.add(count);
  }

  largestFirst(): [name: string, amount: Amount][] {
    return [...this.#sums]
      .map(([name, sum]): [string, Amount] => [name, sum.exact])
      .toSorted(([one, a], [other, b]) => (a === b ? (one < other ? -1 : 1) : a > b ? -1 : 1));
  }
}

function shareOf(amount: Amount, total: Amount): number {
  return isZero(total) ? 0 : roundDecimal(decimalOf(amount).div(decimalOf(total)), 6);
}
