// What the accounts of a question were worth, from the balances that were recorded and the results between.
import type { Call } from '../core/call.ts';
import { recordedBalances } from '../accounts/balances.ts';
import { positionsOf } from '../positions/positions.ts';
import type { Scope } from './scope.ts';

type Balance = Awaited<ReturnType<typeof recordedBalances>>[number];

/**
 * Before the period's first day, or by the newest balance there is; null where none is recorded. From the balance nearest
 * before the day (else after it) the realised results between are added or taken off; deposits are not known of.
 */
export async function equityAt(call: Call, scope: Scope, when: 'start' | 'last'): Promise<number | null> {
  const recorded = await recordedBalances(call.db, scope);
  const byAccount = Map.groupBy(recorded, ({ account_id }) => account_id);
  if (byAccount.size === 0) return null;
  let total = 0;
  for (const [account, balances] of byAccount)
    total += when === 'last' ? Number(balances.at(-1)?.balance) : await startOf(call, scope, account, balances);
  return total;
}

/** The balances are in order of time, and there is one. */
async function startOf(call: Call, scope: Scope, account: string, balances: readonly Balance[]): Promise<number> {
  const { dayOf, span } = scope;
  const before = balances.findLast(({ datetime }) => (dayOf(datetime) ?? Infinity) < span.from);
  const nearest = before ?? balances[0];
  if (nearest === undefined) return 0;
  const at = dayOf(nearest.datetime) ?? 0;
  const { closed } = await positionsOf(call);
  let between = 0;
  for (const trip of closed) {
    if (trip.account_id !== account || (trip.currency !== null && trip.currency !== scope.currency)) continue;
    const day = dayOf(trip.closed_at, trip.closed_time_known) ?? 0;
    // A balance of a day is taken as that of its end, unless nothing but a day is known of the trade.
    if (before === undefined ? day >= span.from && isAfter(nearest, trip.closed_at) : day > at && day < span.from)
      between += trip.realized_pnl;
  }
  return Number(nearest.balance) + (before === undefined ? -between : between);
}

/** The balance was recorded after the trade had closed, and so holds its result. */
function isAfter({ datetime }: Balance, closedAt: string | null): boolean {
  return closedAt !== null && datetime > closedAt;
}
