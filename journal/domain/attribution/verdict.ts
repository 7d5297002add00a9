import type { TradeResult } from '@zorivest/vocabulary';
import { addDollars } from '../money/index.ts';

/**
 * Results up to this size, on either side of zero, are shown as nothing in a currency with this many decimals, and so are neither
 * won nor lost. Half of the last decimal is rounded away from zero, so it counts.
 */
export function evenBand(places: number): number {
  return Math.max(0, addDollars([Number(`5e-${places + 1}`), -1e-8]));
}

/** Won, lost or neither, by the amount as it is shown. */
export function verdictOf(pnl: number, band: number): TradeResult {
  return pnl > band ? 'win' : pnl < -band ? 'loss' : 'break_even';
}
