// The order in which accounts are asked for their balances, and how far an answer is from the book.
import { numberOf } from '../../components/form-values.ts';
import type { Account } from './account.ts';

type BalanceDate = Pick<Account, 'name' | 'is_archived' | 'latest_balance_date'>;

/** Accounts without a balance, or with the oldest one, come first; archived ones are not asked for. */
export const inTurn = <A extends BalanceDate>(accounts: readonly A[]): readonly A[] =>
  accounts
    .filter(({ is_archived }) => !is_archived)
    .toSorted(
      (a, b) =>
        (a.latest_balance_date ?? '').localeCompare(b.latest_balance_date ?? '') || a.name.localeCompare(b.name),
    );

/** Null while nothing, or no number, is written, or the book has none to compare with. */
export function differenceOf(before: number | null, text: string): number | null {
  const now = text.trim() === '' ? null : numberOf(text);
  return before === null || typeof now !== 'number' ? null : now - before;
}
