import { classifyOptionStrategy, type Leg, optionPayoff } from '../options/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import type { RoundTrip } from '../trips/index.ts';
import type { Structure } from './structure.ts';

type Shaped = Pick<Structure, 'legs' | 'opened_with'>;

/** `Short Iron Condor`, `Long Call` or `Custom`; null for what holds no option. */
export function structureName(structure: Shaped): string | null {
  const legs = optionLegs(structure);
  return legs === null ? null : classifyOptionStrategy(legs).name;
}

/**
 * What an option structure of one expiry can lose at most, as it was opened: premium included, costs not. Null where it
 * has no option, more than one expiry, or no limit: then nothing is known.
 */
export function definedRisk(structure: Shaped): number | null {
  const legs = optionLegs(structure);
  if (legs === null || new Set(legs.flatMap(({ expiry }) => expiry ?? [])).size !== 1) return null;
  const { max_loss, problems } = optionPayoff(legs);
  const rate = structure.legs[0]?.rate ?? 1;
  return max_loss === null || max_loss === 0 || problems.length > 0 ? null : -max_loss * rate;
}

function optionLegs({ legs, opened_with }: Shaped): Leg[] | null {
  // Most trades are one leg of shares: nothing is made for them.
  if (!legs.some(isOption)) return null;
  const opening = legs.slice(0, opened_with);
  if (!opening.some(isOption)) return null;
  return opening.map((trip): Leg => {
    const option = isOption(trip) ? parseOptionSymbol(trip.instrument) : null;
    const { multiplier, entry_avg_price: price } = trip;
    const quantity = trip.direction === 'long' ? trip.quantity : -trip.quantity;
    return option === null
      ? { right: 'stock', quantity, price, multiplier }
      : { right: option.right, strike: option.strike, expiry: option.expiry, quantity, price, multiplier };
  });
}

function isOption({ asset_class }: RoundTrip): boolean {
  return asset_class === 'OPTION' || asset_class === 'FUTURE_OPTION';
}
