import { planPrices, type RoundTrip, type TripPlan } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { presentPlan } from './service.ts';

/** The plan linked to any of a trip's entries. */
export type PlanOf = (
  trip: RoundTrip,
) => (TripPlan & { strategy_name: string; timeframe: string; conviction: string }) | null;

export function plansByTrip({ results, db }: Call): Promise<PlanOf> {
  return results.of('plans by trip', async (): Promise<PlanOf> => {
    const rows = await db.selectFrom('trade_plans').selectAll().where('linked_trade_id', 'is not', null).execute();
    if (rows.length === 0) return () => null;
    const byExecution = new Map(rows.map((row) => [row.linked_trade_id, row]));
    return (trip) => {
      for (const id of trip.entry_exec_ids) {
        const row = byExecution.get(id);
        if (row !== undefined)
          return {
            ...planPrices(trip, { entry: row.entry_price, stop: row.stop_loss, target: row.target_price }),
            strategy_name: row.strategy_name,
            timeframe: row.timeframe,
            conviction: row.conviction,
          };
      }
      return null;
    };
  });
}

/** The plan linked to any of these executions, as it is shown. */
export async function shownPlanOf({ db }: Pick<Call, 'db'>, execIds: readonly string[]) {
  const row = await db
    .selectFrom('trade_plans')
    .selectAll()
    .where('linked_trade_id', 'in', execIds)
    .orderBy('id')
    .executeTakeFirst();
  return row === undefined ? null : presentPlan(row);
}
