import { definedRisk, initialRisk, legsOf, type RiskedTrade, realisedIn } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { plansByTrip, positionsOf } from '@zorivest/book';
import type { Trade } from './kept-on.ts';
import type { Scope } from './scope.ts';

/** In the currency of the trade. */
export interface Risk {
  readonly amount: number;
}

/**
 * What was at risk when the trade was opened: as recorded with its entries, else from the plan's stop, else what an
 * option structure of one expiry could lose at most.
 */
export async function risks(call: Call, { nativeOf }: Scope): Promise<(trade: Trade) => Risk | null> {
  const planOf = await plansByTrip(call);
  const recorded = await recordedRisks(call);
  return (trade) => {
    let total: number | null = null;
    if (recorded.size > 0)
      for (const id of trade.entry_exec_ids) {
        const amount = recorded.get(id);
        if (amount !== undefined) total = (total ?? 0) + amount;
      }
    if (total !== null) return total > 0 ? { amount: total } : null;
    const native = nativeOf(trade);
    // A stop is a price of one instrument, and of several legs none.
    const stop = legsOf(trade).length > 1 ? null : (planOf(trade)?.stop ?? null);
    const { entry_avg_price: entry, quantity, multiplier } = native;
    const amount = stop === null ? definedRisk(native) : initialRisk({ entry, stop, quantity, multiplier });
    return amount === null || amount <= 0 ? null : { amount };
  };
}

/**
 * What each realised in the period, and its risk. One after the other: a list of them would be as long as the book, and live
 * for a moment.
 */
export function* risked(
  trades: Iterable<Trade>,
  riskOf: (trade: Trade) => Risk | null,
  { nativeOf, within }: Pick<Scope, 'nativeOf' | 'within'>,
): Generator<RiskedTrade> {
  for (const trade of trades) {
    const risk = riskOf(trade);
    // Most trades of a large book have no risk: what they realised is not asked for then.
    const native = risk === null ? trade : nativeOf(trade);
    const pnl = native === trade ? trade.realized_pnl : (realisedIn(native, within)?.pnl ?? 0);
    yield { id: trade.id, pnl, risk: risk?.amount ?? null };
  }
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
