// What hangs on a fill until it has its id: how it ended a contract, and what it cost in another currency.
import type { OptionEnd } from '../statement/model.ts';
import type { Draft, DraftExecution } from './fill-reader.ts';
import type { CashInput, Fill } from './input.ts';

export interface Attached {
  readonly ends: OptionEnd | undefined;
  readonly costs: readonly CashInput[];
}

/** What these costs are called in the book, wherever they came from. */
export const COST_APART = 'Cost of a trade in another currency';

/** Null for nearly every fill. */
export function findAttachment({ execution, ends, apart }: Draft, { row, when, account, isin }: Fill): Attached | null {
  if (ends === undefined && apart.length === 0) return null;
  const costs = apart.map(({ amount, currency }): CashInput => ({
    row,
    when,
    amount: String(-amount),
    currency,
    coin: true,
    kind: 'fee',
    symbol: execution.instrument,
    memo: COST_APART,
    ...(account === undefined ? {} : { account }),
    ...(isin === undefined ? {} : { isin }),
  }));
  return { ends, costs };
}

/** Attached to fills that are not named yet. */
export type AttachedFills = Map<DraftExecution, Attached>;
