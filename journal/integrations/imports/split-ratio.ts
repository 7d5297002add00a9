// Some statements tell only how many shares a split brought. With what was held before, that is a ratio; but a book that
// lacks part of the history would make up a wrong one, so only a ratio that companies really use is taken.
import { commonDivisor, isPositive, isZero, parseQuantity, plus, ratioOf, truncate } from '@zorivest/domain';

export interface Ratio {
  readonly new_shares: number;
  readonly old_shares: number;
}

/** Splits are 2 for 1, 3 for 2, 1 for 50, …: one side is small. */
const SMALL_SIDE = 5;
const LARGE_SIDE = 1000;

/** `held` before and the shares that came (or, negative, went); null when they make no ratio anyone uses. */
export function splitRatio(held: string, added: number): Ratio | null {
  const [before, change] = [parseQuantity(held), parseQuantity(added)];
  if (before === null || change === null || !isPositive(before) || isZero(change)) return null;
  const after = plus(before, change);
  if (!isPositive(after)) return null;
  const common = commonDivisor(before, after);
  const [newShares, oldShares] = [truncate(ratioOf(after, common)), truncate(ratioOf(before, common))];
  const [small, large] = newShares < oldShares ? [newShares, oldShares] : [oldShares, newShares];
  if (small > SMALL_SIDE || large > LARGE_SIDE) return null;
  return { new_shares: newShares, old_shares: oldShares };
}
