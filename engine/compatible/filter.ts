// The entry filter: a higher-timeframe trend that gates both directions alike.
import { firstAtOrAfter, type Series } from '../candles/series.ts';
import type { Strategy } from '../request/schema.ts';
import { straightSum } from '../indicators/means.ts';

/** Timeframe name -> its candles. */
export type AuxiliarySeries = ReadonlyMap<string, Series>;

const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Seconds of `m15`, `H1`, `d1`, `MN1` or plain minutes; anything else counts as one minute. */
function timeframeSeconds(name: string): number {
  const lower = name.trim().toLowerCase();
  if (lower === 'mn' || lower === 'mn1') return 30 * 86_400;
  const match = /^([mhdw]?)(\d+)$/.exec(lower);
  return (UNIT_SECONDS[match?.[1] || 'm'] ?? 60) * (Number(match?.[2] ?? 1) || 1);
}

/** Whether an entry at a bar time passes. Unknown logic or missing data passes; too few closed bars do not. */
export function entryFilter(strategy: Strategy, aux: AuxiliarySeries): (time: number) => boolean {
  const name = strategy.filter_tf ?? '';
  const higher = aux.get(name);
  const logic = strategy.filter_logic;
  const period = strategy.filter_period ?? 0;
  const known = logic === 'PRICE_ABOVE_SMA' || logic === 'PRICE_BELOW_SMA';
  if (!strategy.filter_enabled || higher === undefined) return () => true;
  const seconds = timeframeSeconds(name);
  return (time) => {
    const closed = firstAtOrAfter(higher.t, time - seconds + 1);
    if (closed === 0) return false;
    if (!known) return true;
    if (closed < period || period === 0) return false;
    const close = higher.c[closed - 1];
    const mean = straightSum(higher.c, closed - period, closed) / period;
    return logic === 'PRICE_ABOVE_SMA' ? close > mean : close < mean;
  };
}
