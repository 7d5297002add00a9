// Results in units of what was risked, trade by trade.
import { rMultiples } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { risked, risks } from './risks.ts';
import type { Trade } from './kept-on.ts';
import type { Scope } from './scope.ts';

/** R of trades that are over, as the R-multiples have it. */
export async function multiplesOf(
  call: Call,
  scope: Scope,
  trades: readonly Trade[],
): Promise<(trade: Pick<Trade, 'id'>) => number | null> {
  const riskOf = await risks(call, scope);
  const closed = trades.filter(({ status }) => status === 'closed');
  const { trades: known } = rMultiples(risked(closed, riskOf));
  const byId = new Map(known.map(({ id, r }) => [id, r]));
  return ({ id }) => byId.get(id) ?? null;
}
