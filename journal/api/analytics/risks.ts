import { initialRisk, type RoundTrip } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { plansByTrip } from '../plans/by-trip.ts';
import { positionsOf } from '../positions/positions.ts';

/** Dollars at risk when the trip was opened: as recorded with its entries, else from the plan's stop. */
export async function risks(call: Call): Promise<(trip: RoundTrip) => number | null> {
  const planOf = await plansByTrip(call);
  const recorded = await call.results.ofTrades('risk by execution', async () => {
    const { executions } = await positionsOf(call);
    return new Map(
      executions.flatMap(({ exec_id, risk_amount }) => (risk_amount === null ? [] : [[exec_id, Number(risk_amount)]])),
    );
  });
  return (trip) => {
    const amounts = trip.entry_exec_ids.flatMap((id) => recorded.get(id) ?? []);
    if (amounts.length > 0) return amounts.reduce((sum, amount) => sum + amount, 0);
    const stop = planOf(trip)?.stop ?? null;
    if (stop === null) return null;
    return initialRisk({ entry: trip.entry_avg_price, stop, quantity: trip.quantity, multiplier: trip.multiplier });
  };
}
