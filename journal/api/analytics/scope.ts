// What a question of the analytics is about, and what every answer to it carries.
import type { Problem, RoundTrip } from '@zorivest/domain';
import { mustHaveAccount } from '../accounts/repository.ts';
import type { Call } from '../core/call.ts';
import { DOLLARS, isIn, positionsOf } from '../positions/positions.ts';
import type { BookExecution } from '../trades/columns.ts';
import { spanOf } from './period.ts';

/** What one question is about: an account or all, and a period. */
export interface Scope {
  readonly account_id: string | null;
  readonly period: string;
  /** What every amount is in. */
  readonly currency: string;
  /** Closed in the period, in the order they were. */
  readonly closed: readonly RoundTrip[];
  /** Not closed yet, whatever the period. */
  readonly open: readonly RoundTrip[];
  readonly executions: readonly BookExecution[];
  readonly left_out: { reason: string; count: number }[];
  readonly problems: readonly Problem[];
}

export async function scopeOf(
  call: Call,
  asked: { account_id?: string | undefined; period?: string | undefined },
): Promise<Scope> {
  const { account_id = null, period = 'all' } = asked;
  if (account_id !== null) await mustHaveAccount(call.db, account_id);
  const positions = await positionsOf(call);
  const { from, to } = spanOf(period, call.now());
  const within = (time: string): boolean => {
    const at = Date.parse(time);
    return at >= from && at < to;
  };
  const isOfAccount = (trip: RoundTrip): boolean => account_id === null || trip.account_id === account_id;
  const ofAccount = positions.trips.filter(isOfAccount);
  const currency = commonestCurrency(ofAccount);
  const own = ofAccount.filter(isIn(currency));
  const closed = positions.closed.filter(
    (trip) => isOfAccount(trip) && isIn(currency)(trip) && (period === 'all' || within(trip.closed_at ?? '')),
  );
  const open = own.filter((trip) => trip.closed_at === null);
  const executions = positions.executions.filter(
    (execution) =>
      execution.currency === currency &&
      (account_id === null || execution.account_id === account_id) &&
      (period === 'all' || within(execution.time)),
  );
  const otherwise = ofAccount.length - own.length;
  return {
    account_id,
    period,
    currency,
    closed,
    open,
    executions,
    left_out: [
      ...(open.length === 0 ? [] : [{ reason: 'not closed yet', count: open.length }]),
      ...(otherwise === 0 ? [] : [{ reason: `not in ${currency}, and no rate to convert with`, count: otherwise }]),
    ],
    problems: positions.problems,
  };
}

/** Amounts of two currencies cannot be added, so an answer is in one of them: the one most trades are in. */
function commonestCurrency(trips: readonly RoundTrip[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of trips) if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? DOLLARS;
}

/** What every answer carries. */
export function basisOf(scope: Scope, more: { convention: string; problems?: readonly Problem[] }) {
  return {
    account_id: scope.account_id,
    period: scope.period,
    currency: scope.currency,
    trade_count: scope.closed.length,
    left_out: scope.left_out,
    convention: more.convention,
    problems: [...scope.problems, ...(more.problems ?? [])].map(({ ids, ...problem }) => ({
      ...problem,
      ...(ids !== undefined && { ids: ids.slice(0, 100) }),
    })),
  };
}
