// What the accounts of a question were worth, from the balances that were recorded and the results between.
import { exitsOf } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { recordedBalances } from '../accounts/balances.ts';
import type { Scope } from './scope.ts';

interface Balance {
  readonly amount: number;
  readonly day: number;
  readonly datetime: string;
}

/**
 * Before the period's first day, or by the newest balance there is; null where none is recorded. From the balance nearest
 * before the day (else after it) the realised results between are added or taken off; deposits are not known of.
 */
export async function equityAt(call: Call, scope: Scope, when: 'start' | 'last'): Promise<number | null> {
  const byAccount = new Map<string, Balance[]>();
  for (const { account_id, balance, datetime, currency } of await recordedBalances(call.db, scope.accounts)) {
    const day = scope.dayOf(datetime) ?? 0;
    const known = scope.book.rates.on(day, currency, scope.currency);
    if (known === null) continue;
    const amount = known.rate.times(balance).toNumber();
    const own = byAccount.get(account_id);
    if (own === undefined) byAccount.set(account_id, [{ amount, day, datetime }]);
    else own.push({ amount, day, datetime });
  }
  if (byAccount.size === 0) return null;
  let total = 0;
  for (const [account, balances] of byAccount)
    total += when === 'last' ? (balances.at(-1)?.amount ?? 0) : startOf(scope, account, balances);
  return total;
}

/** The balances are in order of time, and there is one. */
function startOf(scope: Scope, account: string, balances: readonly Balance[]): number {
  const { dayOf, span, book } = scope;
  const before = balances.findLast(({ day }) => day < span.from);
  const nearest = before ?? balances[0];
  if (nearest === undefined) return 0;
  let between = 0;
  for (const trip of book.trips) {
    if (trip.account_id !== account || trip.asset_class === 'FOREX') continue;
    for (const exit of exitsOf(trip)) {
      const day = dayOf(exit.time, exit.time_known) ?? 0;
      // A balance of a day before holds that day's results; a later one those that were realised before it.
      const counts =
        before === undefined ? day >= span.from && exit.time < nearest.datetime : day > nearest.day && day < span.from;
      if (counts) between += exit.pnl;
    }
  }
  return nearest.amount + (before === undefined ? -between : between);
}
