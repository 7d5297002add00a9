// What the accounts of a question were worth: net worth where that is known, else from the balances that were recorded and
// the results between.
import { exitsOf, MissingRates, type Problem } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { recordedBalances } from '@zorivest/records';
import type { Scope } from './scope.ts';

interface Equity {
  readonly amount: number | null;
  /** Balances that no rate turns into the currency of the question are not in it. */
  readonly problems: readonly Problem[];
}

/** What is known of the same by cash and prices. */
export interface KnownEquity {
  readonly start: number | null;
  readonly last: number | null;
}

export interface KnownEquityAsked {
  readonly call: Call;
  /** Null: all of them. */
  readonly accounts: ReadonlySet<string> | null;
  /** The first day of the period. */
  readonly from: number;
  readonly currency: string;
}

interface Balance {
  readonly amount: number;
  readonly day: number;
  readonly datetime: string;
}

/** The time that statements give a balance of a day: it is of that day in every zone. */
const MIDNIGHT = /T00:00:00(?:\.000)?Z$/;

/**
 * Before the period's first day, or by the newest balance there is; null where none is recorded. From the balance nearest
 * before the day (else after it) the realised results between are added or taken off; deposits are not known of.
 */
export async function equityAt(call: Call, scope: Scope, when: 'start' | 'last'): Promise<Equity> {
  const wanting = new MissingRates(scope.currency);
  const recorded = (await recordedBalances(call.db, scope.accounts)).flatMap((row) => {
    const day = scope.dayOf(row.datetime, !MIDNIGHT.test(row.datetime)) ?? 0;
    const known = scope.positions.rates.on(day, row.currency, scope.currency);
    if (known !== null) return [{ ...row, day, amount: known.rate.times(row.balance).toNumber() }];
    wanting.add(row.currency, day);
    return [];
  });
  const problems = wanting.problems();
  if (recorded.length === 0) return { amount: null, problems };
  let total = 0;
  for (const balances of Map.groupBy(recorded, (row) => `${row.account_id}\n${row.currency}`).values()) {
    const [{ account_id, currency, account_currency }] = balances as [(typeof recorded)[number]]; // no group is empty
    if (when === 'last') total += balances.at(-1)?.amount ?? 0;
    else if (currency === account_currency) total += startOf(scope, account_id, balances);
    // What was realised is counted in the account's own balance, no matter what other money the account has.
    else total += (balances.findLast(({ day }) => day < scope.span.from) ?? balances[0])?.amount ?? 0;
  }
  return { amount: total, problems };
}

/** The balances are in order of time, and there is one. */
function startOf(scope: Scope, account: string, balances: readonly Balance[]): number {
  const { dayOf, span, positions } = scope;
  const before = balances.findLast(({ day }) => day < span.from);
  const nearest = before ?? balances[0];
  if (nearest === undefined) return 0;
  let between = 0;
  for (const trip of positions.trips) {
    if (trip.account_id !== account || trip.asset_class === 'FOREX') continue;
    for (const exit of exitsOf(trip)) {
      // Looking at the time first saves reading the day of most exits.
      if (before === undefined && exit.time >= nearest.datetime) continue;
      const day = dayOf(exit.time, exit.time_known) ?? 0;
      // A balance of a day before holds that day's results; a later one those that were realised before it.
      const counts = before === undefined ? day >= span.from : day > nearest.day && day < span.from;
      if (counts) between += exit.pnl;
    }
  }
  return nearest.amount + (before === undefined ? -between : between);
}
