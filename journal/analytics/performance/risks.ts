import { definedRisk, legsOf, realisedIn, riskAtEntries, riskAtStop, type RiskedTrade } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { entriesByTrip, plansByTrip, positionsOf } from '@zorivest/records';
import type { Trade } from './incremental.ts';
import type { Scope } from './scope.ts';

/** What was at risk when a trade was opened. */
export interface Risk {
  /** In the currency of the trade. */
  readonly amount: number;
  /** The stop that was in force then; null where none says it. */
  readonly initial_stop: number | null;
  /** The plan was made after the first fill. */
  readonly stated_later: boolean;
}

/**
 * As recorded with its entries, else by the stops of its plan at the time of each entry, else what an option structure of one
 * expiry could lose at most. Where none was stated and the loss has no limit there is none.
 */
export async function risks(call: Call, { nativeOf }: Scope): Promise<(trade: Trade) => Risk | null> {
  const planOf = await plansByTrip(call);
  const recorded = await recordedRisks(call);
  const entriesOf = await entriesByTrip(call);
  return (trade) => {
    // A stop is a price of one instrument, and of several legs none.
    const stops = legsOf(trade).length > 1 ? [] : (planOf(trade)?.stops ?? []);
    const planned = stops.length === 0 ? null : riskAtEntries(entriesOf(trade), stops, trade.multiplier);
    const { initial_stop = null, stated_later = false } = planned ?? {};
    const stated = statedRisk(trade, recorded);
    const amount = stated ?? (planned === null ? definedRisk(nativeOf(trade)) : planned.amount);
    return amount === null || amount <= 0
      ? null
      : { amount, initial_stop, stated_later: stated === null && stated_later };
  };
}

/** What somebody stated or planned, in the currency of the question; null where only the structure limits it, or nothing does. */
export async function statedRisks(call: Call, scope: Scope): Promise<(trade: Trade) => number | null> {
  const planOf = await plansByTrip(call);
  const recorded = await recordedRisks(call);
  const riskOf = await risks(call, scope);
  return (trade) => {
    const isStated = statedRisk(trade, recorded) !== null || (planOf(trade)?.stops.length ?? 0) > 0;
    const risk = isStated ? riskOf(trade) : null;
    return risk === null ? null : risk.amount * trade.rate;
  };
}

/** As recorded with the entries, in the currency of the trade. */
function statedRisk({ entry_exec_ids }: Trade, recorded: ReadonlyMap<string, number>): number | null {
  if (recorded.size === 0) return null;
  const stated = entry_exec_ids.flatMap((id) => recorded.get(id) ?? []);
  return stated.length === 0 ? null : stated.reduce((sum, amount) => sum + amount, 0);
}

/** What open trades would lose from here, in the currency of the trade: by the present stop where a plan has one. */
export async function presentRisks(call: Call, scope: Scope): Promise<(trade: Trade) => number | null> {
  const planOf = await plansByTrip(call);
  const riskOf = await risks(call, scope);
  return (trade) => {
    const { open_quantity: quantity, open_cost, multiplier, direction, quantity: whole } = scope.nativeOf(trade);
    const stop = legsOf(trade).length > 1 ? null : (planOf(trade)?.stop ?? null);
    const units = quantity * multiplier;
    if (stop !== null && units > 0)
      return riskAtStop({ direction, entry: open_cost / units, quantity, multiplier }, stop);
    const risk = riskOf(trade);
    return risk === null || whole === 0 ? null : (risk.amount * quantity) / whole;
  };
}

/**
 * What each realised in the period, and its risk. One after the other: a list of them would be as long as the book, and live
 * for a moment.
 */
export function* tradesWithRisk(
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
export function recordedRisks(call: Call): Promise<ReadonlyMap<string, number>> {
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
