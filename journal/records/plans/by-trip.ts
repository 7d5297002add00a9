import { planPrices, type RoundTrip, type StatedStop, type TripPlan } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { presentPlan } from './service.ts';

/** The plan linked to any of a trip's entries. */
export type PlanOf = (trip: RoundTrip) =>
  | (TripPlan & {
      readonly id: number;
      readonly strategy_name: string;
      readonly timeframe: string;
      readonly conviction: string;
      /** Every stop it has had, in order of time, with its target then; none where they are prices of an option's underlying. */
      readonly stops: readonly (StatedStop & { readonly target: string })[];
    })
  | null;

export function plansByTrip({ results, db }: Call): Promise<PlanOf> {
  return results.of('plans by trip', async (): Promise<PlanOf> => {
    const rows = await db.selectFrom('trade_plans').selectAll().where('linked_trade_id', 'is not', null).execute();
    if (rows.length === 0) return () => null;
    const stops = Map.groupBy(
      await db.selectFrom('plan_stops').selectAll().orderBy('at').execute(),
      ({ plan_id }) => plan_id,
    );
    const byExecution = new Map(rows.map((row) => [row.linked_trade_id, row]));
    return (trip) => {
      for (const id of trip.entry_exec_ids) {
        const row = byExecution.get(id);
        if (row === undefined) continue;
        const prices = planPrices(trip, { entry: row.entry_price, stop: row.stop_loss, target: row.target_price });
        const stated = (stops.get(row.id) ?? []).map(({ at, stop_loss: stop, target_price: target }) => ({
          at,
          stop,
          target,
        }));
        // A plan without a recorded history has had the stop it has.
        const known =
          stated.length === 0 ? [{ at: row.created_at, stop: row.stop_loss, target: row.target_price }] : stated;
        return {
          ...prices,
          id: row.id,
          stops: prices.on_underlying === undefined ? known : [],
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
