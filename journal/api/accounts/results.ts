// What an account has earned: counted from its trades by the domain's own round-trip rules.
import { cents, parseFixed, tradeMetrics } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { positionsOf } from '../positions/positions.ts';
import { decimalValue } from '../store/index.ts';

export interface AccountResults {
  trade_count: number;
  round_trip_count: number;
  win_rate: number | null;
  total_realized_pnl: number;
}

export async function accountResults(call: Call, accountId: string): Promise<AccountResults> {
  const totals = await call.db
    .selectFrom('trade_totals')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!totals || totals.trade_count === 0) {
    return { trade_count: 0, round_trip_count: 0, win_rate: null, total_realized_pnl: 0 };
  }
  const { trips } = await positionsOf(call);
  const round_trips = trips.filter((trip) => trip.account_id === accountId);
  const closed = round_trips.filter(({ status }) => status === 'closed');
  const { win_rate } = tradeMetrics(closed.map(({ realized_pnl }) => realized_pnl));
  return {
    trade_count: totals.trade_count,
    round_trip_count: round_trips.length,
    win_rate: closed.length === 0 ? null : Math.round(win_rate * 10_000) / 100,
    total_realized_pnl: cents(parseFixed(totals.realized_pnl) ?? 0n) ?? decimalValue(totals.realized_pnl),
  };
}
