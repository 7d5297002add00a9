// Options are often planned on the chart of their underlying: then entry, stop and target are not prices of the trade, and
// must not be compared with them.
import { isOptionClass } from '../instruments/index.ts';
import type { Num } from '../money/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { numberOf, type TripPlan } from './suspect-rules.ts';

type PaidTrip = Pick<RoundTrip, 'asset_class' | 'entry_avg_price'>;

/** What a plan says, in prices of the trade where it is about them. */
export function planPrices(trip: PaidTrip, plan: { entry: Num; stop: Num | null; target: Num | null }): TripPlan {
  return isOnUnderlying(trip, plan.entry) ? { entry: null, stop: null, target: null, on_underlying: plan } : plan;
}

/** An entry far from what was paid for the option is one of the underlying. */
function isOnUnderlying({ asset_class, entry_avg_price }: PaidTrip, entry: Num): boolean {
  if (!isOptionClass(asset_class)) return false;
  const planned = numberOf(entry) ?? 0;
  const paid = Math.abs(entry_avg_price);
  return planned > 2 * paid || planned < paid / 2;
}
