import { isOptionClass } from '../instruments/index.ts';
import { classifyOptionStrategy, type Leg, optionPayoff } from '../options/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import type { RoundTrip } from '../trips/index.ts';
import { legsOf, type Structure } from './structure.ts';

/** `Short Iron Condor`, `Long Call` or `Custom`; null for what holds no option. */
export function structureName(structure: Structure): string | null {
  const legs = optionLegs(structure);
  return legs === null ? null : classifyOptionStrategy(legs).name;
}

/**
 * What an option structure of one expiry can lose at most, as it was opened: premium included, costs not. Null where it
 * has no option, more than one expiry, or no limit but the underlying's fall to nothing, as of a naked put: no trader means to
 * hold that long, and a result measured by it says nothing.
 */
export function definedRisk(structure: Structure): number | null {
  const legs = optionLegs(structure);
  if (legs === null || new Set(legs.flatMap(({ expiry }) => expiry ?? [])).size !== 1) return null;
  if (losesToTheEnd(legs)) return null;
  const { max_loss, problems } = optionPayoff(legs);
  const rate = legsOf(structure)[0]?.rate ?? 1;
  return max_loss === null || max_loss === 0 || problems.length > 0 ? null : -max_loss * rate;
}

/** Whether it loses more with every point the underlying falls, below all strikes: shares and sold puts do, bought ones stop it. */
function losesToTheEnd(legs: readonly Leg[]): boolean {
  const slope = legs.reduce((sum, { right, quantity, multiplier }) => {
    const shares = quantity * Number(multiplier ?? (right === 'stock' ? 1 : 100));
    return right === 'call' ? sum : right === 'put' ? sum - shares : sum + shares;
  }, 0);
  return slope > 0;
}

function optionLegs(structure: Structure): Leg[] | null {
  // Most trades are one leg of shares: nothing is made for them.
  if (structure.legs === undefined && !isOption(structure)) return null;
  const opening = legsOf(structure).slice(0, structure.opened_with ?? 1);
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
  return isOptionClass(asset_class);
}
