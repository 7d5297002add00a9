// Results in units of what was risked, trade by trade: both in the trade's own currency.
import { initialMultiple, realisedIn, type Within } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import type { Trade } from './incremental.ts';
import { type Risk, risks } from './risks.ts';
import type { Scope } from './scope.ts';

export interface MultiplesOf {
  readonly riskOf: (trade: Trade) => Risk | null;
  /** Of what it realised where this holds; null where no exit lies there or no risk is known. */
  readonly within: (trade: Trade, within: Within) => number | null;
  /** Of all that a closed trade realised; null while it is open or where no risk is known. */
  readonly whole: (trade: Trade) => number | null;
  /** Of what it realised in the period; null where no exit lies there or no risk is known. */
  readonly inPeriod: (trade: Trade) => number | null;
}

export async function multiplesOf(call: Call, scope: Scope): Promise<MultiplesOf> {
  const riskOf = await risks(call, scope);
  const multiple = (trade: Trade, within: Within): number | null => {
    const risk = riskOf(trade);
    if (risk === null) return null;
    const realised = realisedIn(scope.nativeOf(trade), within);
    return realised === null ? null : initialMultiple(realised.pnl, risk.amount);
  };
  return {
    riskOf,
    within: multiple,
    whole: (trade) => (trade.status === 'closed' ? multiple(trade, () => true) : null),
    inPeriod: (trade) => multiple(trade, scope.within),
  };
}
