// Results in units of what was risked, trade by trade.
import { rMultiples } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { risks } from './risks.ts';
import type { Trade } from './counted.ts';
import type { Scope } from './scope.ts';

/** R of trades that are over, as the R-multiples have it. */
export async function multiplesOf(
  call: Call,
  scope: Scope,
  trades: readonly Trade[],
): Promise<(trade: Trade) => number | null> {
  const riskOf = await risks(call, scope);
  const closed = trades.filter(({ status }) => status === 'closed');
  const { trades: known } = rMultiples(
    closed.map((trade) => ({ id: trade.id, pnl: trade.realized_pnl, risk: riskOf(trade) })),
  );
  const byId = new Map(known.map(({ id, r }) => [id, r]));
  return ({ id }) => byId.get(id) ?? null;
}
