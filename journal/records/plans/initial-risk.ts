// What a plan put at risk when its trade was opened: later stops are history.
import { initialRisk, riskAtEntries } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { entriesByTrip } from '../positions/entries.ts';
import { positionsOf } from '../positions/positions.ts';
import type { Plan } from './service.ts';

export async function withInitialRisk(call: Call, plans: readonly Plan[]): Promise<Plan[]> {
  if (plans.length === 0) return [];
  const ids = plans.map(({ id }) => id);
  const rows = await call.db.selectFrom('plan_stops').selectAll().where('plan_id', 'in', ids).orderBy('at').execute();
  const stopsOf = Map.groupBy(rows, ({ plan_id }) => plan_id);
  const entriesOf = await entriesByTrip(call);
  const tripOf = await linkedTrips(call, plans);
  return plans.map((plan) => {
    const stops = (stopsOf.get(plan.id) ?? []).map(({ at, stop_loss: stop }) => ({ at, stop }));
    const trip = plan.linked_trade_id === null ? undefined : tripOf.get(plan.linked_trade_id);
    const known = trip === undefined ? null : riskAtEntries(entriesOf(trip), stops, trip.multiplier);
    if (known !== null) {
      const { amount: initial_risk, initial_stop, stated_later } = known;
      return { ...plan, initial_stop, initial_risk, stated_later };
    }
    const initial_stop = stops[0] === undefined ? null : Number(stops[0].stop);
    const { entry_price: entry, shares_planned: quantity } = plan;
    const isKnown = initial_stop !== null && quantity !== null && quantity > 0;
    return {
      ...plan,
      initial_stop,
      initial_risk: isKnown ? initialRisk({ entry, stop: initial_stop, quantity }) : null,
    };
  });
}

/** By the executions that plans are linked to: the trip that each of them opened or added to. */
async function linkedTrips(call: Call, plans: readonly Plan[]) {
  const wanted = new Set(plans.flatMap(({ linked_trade_id }) => linked_trade_id ?? []));
  const { families, familyOf, index } = await positionsOf(call);
  const found = new Map<string, Parameters<Awaited<ReturnType<typeof entriesByTrip>>>[0]>();
  for (const { instrument } of index().rows.named([...wanted]))
    for (const trip of families.get(familyOf(instrument))?.trips ?? [])
      for (const id of trip.entry_exec_ids) if (wanted.has(id)) found.set(id, trip);
  return found;
}
