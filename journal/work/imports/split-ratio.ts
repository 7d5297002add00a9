// Some statements tell only how many shares a split brought. With what was held before, that is a ratio; but a book that
// lacks part of the history would make up a wrong one, so only a ratio that companies really use is taken.
import { parseFixed } from '@zorivest/domain';

export interface Ratio {
  readonly new_shares: number;
  readonly old_shares: number;
}

/** Splits are 2 for 1, 3 for 2, 1 for 50, …: one side is small. */
const SMALL_SIDE = 5n;
const LARGE_SIDE = 1000n;

/** `held` before and the shares that came (or, negative, went); null when they make no ratio anyone uses. */
export function splitRatio(held: string, added: number): Ratio | null {
  const [before, change] = [parseFixed(held), parseFixed(added)];
  if (before === null || change === null || before <= 0n || change === 0n || before + change <= 0n) return null;
  const after = before + change;
  const common = greatestCommonDivisor(before, after);
  const [newShares, oldShares] = [after / common, before / common];
  const [small, large] = newShares < oldShares ? [newShares, oldShares] : [oldShares, newShares];
  if (small > SMALL_SIDE || large > LARGE_SIDE) return null;
  return { new_shares: Number(newShares), old_shares: Number(oldShares) };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
