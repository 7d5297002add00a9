// What an account has earned, in its own currency: counted from its trades as every figure is.
import { addDollars, tradeMetrics } from '@zorivest/domain';
import { placesOf, roundedTo } from './rounding.ts';
import { scopeOf } from './scope.ts';
import type { Call } from '@zorivest/store';
import { type AccountRow, positionsOf, settingOf } from '@zorivest/records';

export interface AccountResults {
  trade_count: number;
  execution_count: number;
  round_trip_count: number;
  win_rate: number | null;
  total_realized_pnl: number;
  period: string;
  time_zone: string;
  unit: string;
  convention: string;
}

const CONVENTION = 'Net of costs, what open positions realised included; wins are counted among trades with an exit.';

export async function accountResults(
  call: Call,
  { account_id, currency }: Pick<AccountRow, 'account_id' | 'currency'>,
): Promise<AccountResults> {
  const scope = await scopeOf(call, { account_id, currency });
  const legs = scope.positions.trips.filter((trip) => trip.account_id === account_id);
  const pnls = scope.results.map(({ realized_pnl }) => realized_pnl);
  const { win_rate } = tradeMetrics(pnls, { break_even: scope.band });
  const total = addDollars([...pnls, ...scope.costsOnly.map(({ realized_pnl }) => realized_pnl)]);
  return {
    trade_count: (await tradesByAccount(call)).get(account_id) ?? 0,
    execution_count: scope.executions.length,
    round_trip_count: legs.length,
    win_rate: pnls.length === 0 ? null : Math.round(win_rate * 10_000) / 100,
    total_realized_pnl: roundedTo(total, placesOf(currency)),
    period: scope.period,
    time_zone: scope.time_zone,
    unit: scope.unit,
    convention: CONVENTION,
  };
}

/** How many trades each account has, as the setting counts them: in any currency, with a rate or without. */
export async function tradesByAccount(call: Call): Promise<ReadonlyMap<string, number>> {
  const positions = await positionsOf(call);
  const counted = (await settingOf(call, 'analytics.unit')) === 'leg' ? positions.trips : positions.structures;
  const counts = new Map<string, number>();
  for (const { account_id, asset_class } of counted)
    // Money changed for other money is no trade.
    if (asset_class !== 'FOREX') counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
  return counts;
}
