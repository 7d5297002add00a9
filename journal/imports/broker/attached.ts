// Details of a fill until it has its id: how it ended a contract, and what it cost in another currency.
import type { OptionEnd } from '../statement/model.ts';
import type { Draft, DraftExecution } from './fill-reader.ts';
import type { CashInput, Fill } from './input.ts';

export interface FillDetails {
  readonly ends: OptionEnd | undefined;
  readonly costs: readonly CashInput[];
  /** Of a bond: paid to the seller, or received from the buyer, for the days since its last coupon. */
  readonly interest: CashInput | undefined;
}

/** What these costs are called in the book, wherever they came from. */
export const COST_APART = 'Cost of a trade in another currency';

/** Null for nearly every fill. */
export function findAttachment({ execution, ends, apart, accrued }: Draft, fill: Fill): FillDetails | null {
  if (ends === undefined && apart.length === 0 && accrued === 0) return null;
  const { row, when, account, isin } = fill;
  const shared = {
    row,
    when,
    symbol: execution.instrument,
    ...(account === undefined ? {} : { account }),
    ...(isin === undefined ? {} : { isin }),
  };
  const costs = apart.map(({ amount, currency }): CashInput => ({
    ...shared,
    amount: String(-amount),
    currency,
    coin: true,
    kind: 'fee',
    memo: COST_APART,
  }));
  const interest: CashInput = {
    ...shared,
    amount: String(execution.action === 'BOT' ? -accrued : accrued),
    kind: 'interest',
    memo: execution.action === 'BOT' ? 'Accrued interest paid with a bond' : 'Accrued interest received with a bond',
    ...(execution.currency === undefined ? {} : { currency: execution.currency }),
  };
  return { ends, costs, interest: accrued === 0 ? undefined : interest };
}

/** Attached to fills that are not named yet. */
export type AttachedFills = Map<DraftExecution, FillDetails>;
