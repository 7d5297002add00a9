import { definedRisk, initialRisk } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { plansByTrip } from '../plans/by-trip.ts';
import { positionsOf } from '../positions/positions.ts';
import type { Trade } from './counted.ts';
import { legsOf, type Scope } from './scope.ts';

/**
 * What was at risk when the trade was opened: as recorded with its entries, else from the plan's stop, else what an
 * option structure of one expiry could lose at most.
 */
export async function risks(call: Call, { book }: Scope): Promise<(trade: Trade) => number | null> {
  const planOf = await plansByTrip(call);
  const recorded = await call.results.ofTrades('risk by execution', async () => {
    const { executions } = await positionsOf(call);
    return new Map(
      executions.flatMap(({ exec_id, risk_amount }) => (risk_amount === null ? [] : [[exec_id, Number(risk_amount)]])),
    );
  });
  return (trade) => {
    const amounts = trade.entry_exec_ids.flatMap((id) => {
      const amount = recorded.get(id);
      // As recorded it is in the currency of the trade.
      return amount === undefined ? [] : amount * (book.rateOf.get(id) ?? 1);
    });
    if (amounts.length > 0) return amounts.reduce((sum, amount) => sum + amount, 0);
    const legs = legsOf(trade);
    // A stop is a price of one instrument, and of several legs none.
    const stop = legs.length > 1 ? null : (planOf(trade)?.stop ?? null);
    if (stop === null) return definedRisk({ legs, opened_with: trade.opened_with ?? 1 });
    const risk = initialRisk({
      entry: trade.entry_avg_price,
      stop,
      quantity: trade.quantity,
      multiplier: trade.multiplier,
    });
    return risk === null ? null : risk * trade.rate;
  };
}
