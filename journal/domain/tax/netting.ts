// Schedule D: short-term with short-term, long-term with long-term, then across; the loss limit and what is carried on.

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  atLeastZero,
  isNegative,
  isPositive,
  least,
  minus,
  negate,
  NO_AMOUNT,
  plus,
} from '../money/index.ts';
import { dollars } from './input.ts';
import { CAPITAL_LOSS_LIMIT } from './statute.ts';

export interface Netting {
  /** Lines 7 and 15: after carryforwards from last year. */
  readonly short: Amount;
  readonly long: Amount;
  /** What enters income: the whole net gain, or the net loss down to the limit. */
  readonly capitalGain: Amount;
  /** The part of a net gain taxed at the preferential rates. */
  readonly preferentialGain: Amount;
}

export function netGains(short: Amount, long: Amount, status: FilingStatus): Netting {
  const total = plus(short, long);
  return {
    short,
    long,
    capitalGain: isNegative(total) ? negate(least(negate(total), dollars(CAPITAL_LOSS_LIMIT[status]))) : total,
    preferentialGain: least(atLeastZero(long), atLeastZero(total)),
  };
}

/**
 * The 28 % rate gain worksheet (Schedule D, line 18): what collectibles brought, less a long-term carryover and a net
 * short-term loss. Only where lines 15 and 16 are both gains.
 */
export function collectiblesGain(afterCarryover: Amount, { short, preferentialGain }: Netting): Amount {
  if (!isPositive(preferentialGain)) return NO_AMOUNT;
  return atLeastZero(plus(afterCarryover, isNegative(short) ? short : NO_AMOUNT));
}

export interface Carryforward {
  readonly short: Amount;
  readonly long: Amount;
}

/**
 * The capital loss carryover worksheet. `taxableBeforeFloor` is adjusted gross income less the deduction and may be
 * negative: a loss that found no income to reduce is not used up. Short-term loss is used first.
 */
export function carryforward({ short, long, capitalGain }: Netting, taxableBeforeFloor: Amount): Carryforward {
  if (!isNegative(plus(short, long))) return { short: NO_AMOUNT, long: NO_AMOUNT };
  const used = least(negate(capitalGain), atLeastZero(minus(taxableBeforeFloor, capitalGain)));
  const shortLoss = atLeastZero(negate(short));
  const longLoss = atLeastZero(negate(long));
  return {
    short: atLeastZero(minus(minus(shortLoss, used), atLeastZero(long))),
    long: atLeastZero(minus(minus(longLoss, atLeastZero(short)), atLeastZero(minus(used, shortLoss)))),
  };
}
