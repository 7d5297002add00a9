import { recordedBalances } from '../accounts/balances.ts';
import { addDecimals, type Db } from '@zorivest/store';

/** The sum of the balances of the accounts that are traded in, first or last recorded; null where none was. */
export async function balanceOf(
  db: Db,
  scope: { readonly account_id: string | null; readonly currency: string },
  which: 'first' | 'last',
): Promise<string | null> {
  const accounts = scope.account_id === null ? null : new Set([scope.account_id]);
  const recorded = (await recordedBalances(db, accounts)).filter(({ currency }) => currency === scope.currency);
  // Later rows overwrite earlier ones, so each account ends with the one asked for.
  const inOrder = which === 'first' ? recorded.toReversed() : recorded;
  const byAccount = new Map(inOrder.map((row) => [row.account_id, row.balance]));
  return byAccount.size === 0 ? null : addDecimals(byAccount.values());
}
