import { definedRisk, initialRisk, legsOf, type RiskedTrade } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { plansByTrip, positionsOf } from '@zorivest/book';
import type { Trade } from './kept-on.ts';
import type { Scope } from './scope.ts';

/**
 * What was at risk when the trade was opened: as recorded with its entries, else from the plan's stop, else what an
 * option structure of one expiry could lose at most.
 */
export async function risks(call: Call, { positions }: Scope): Promise<(trade: Trade) => number | null> {
  const planOf = await plansByTrip(call);
  const recorded = await recordedRisks(call);
  return (trade) => {
    let total: number | null = null;
    if (recorded.size > 0)
      for (const id of trade.entry_exec_ids) {
        const amount = recorded.get(id);
        // As recorded it is in the currency of the trade.
        if (amount !== undefined) total = (total ?? 0) + amount * (positions.rateOf.get(id) ?? 1);
      }
    if (total !== null) return total;
    // A stop is a price of one instrument, and of several legs none.
    const stop = legsOf(trade).length > 1 ? null : (planOf(trade)?.stop ?? null);
    if (stop === null) return definedRisk(trade);
    const risk = initialRisk({
      entry: trade.entry_avg_price,
      stop,
      quantity: trade.quantity,
      multiplier: trade.multiplier,
    });
    return risk === null ? null : risk * trade.rate;
  };
}

/** One after the other: a list of them would be as long as the book, and live for a moment. */
export function* risked(trades: Iterable<Trade>, riskOf: (trade: Trade) => number | null): Generator<RiskedTrade> {
  for (const trade of trades) yield { id: trade.id, pnl: trade.realized_pnl, risk: riskOf(trade) };
}

/** By execution, as they were recorded. */
function recordedRisks(call: Call): Promise<ReadonlyMap<string, number>> {
  return call.results.ofTrades<ReadonlyMap<string, number>>('risk by execution', async (last) => {
    const positions = await positionsOf(call);
    const recorded = new Map(last?.value);
    for (const id of last?.changed ?? []) recorded.delete(id);
    for (const { exec_id, risk_amount } of last === null
      ? positions.executions
      : positions.index().rows.named(last.changed))
      if (risk_amount !== null) recorded.set(exec_id, Number(risk_amount));
    return recorded;
  });
}
