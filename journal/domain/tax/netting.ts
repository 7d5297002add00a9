// Schedule D: short-term with short-term, long-term with long-term, then across; the loss limit and what is carried on.

import type { FilingStatus } from '@zorivest/words';
import { type Fixed, least } from '../money/index.ts';
import { atLeastZero, dollars } from './input.ts';
import { CAPITAL_LOSS_LIMIT } from './statute.ts';

export interface Netting {
  /** Lines 7 and 15: after carryforwards from last year. */
  readonly short: Fixed;
  readonly long: Fixed;
  /** What enters income: the whole net gain, or the net loss down to the limit. */
  readonly capitalGain: Fixed;
  /** The part of a net gain taxed at the preferential rates. */
  readonly preferentialGain: Fixed;
}

export function netGains(short: Fixed, long: Fixed, status: FilingStatus): Netting {
  const total = short + long;
  return {
    short,
    long,
    capitalGain: total < 0n ? -least(-total, dollars(CAPITAL_LOSS_LIMIT[status])) : total,
    preferentialGain: least(atLeastZero(long), atLeastZero(total)),
  };
}

export interface Carryforward {
  readonly short: Fixed;
  readonly long: Fixed;
}

/**
 * The capital loss carryover worksheet. `taxableBeforeFloor` is adjusted gross income less the deduction and may be
 * negative: a loss that found no income to reduce is not used up. Short-term loss is used first.
 */
export function carryforward({ short, long, capitalGain }: Netting, taxableBeforeFloor: Fixed): Carryforward {
  if (short + long >= 0n) return { short: 0n, long: 0n };
  const used = least(-capitalGain, atLeastZero(taxableBeforeFloor - capitalGain));
  const shortLoss = atLeastZero(-short);
  const longLoss = atLeastZero(-long);
  return {
    short: atLeastZero(shortLoss - used - atLeastZero(long)),
    long: atLeastZero(longLoss - atLeastZero(short) - atLeastZero(used - shortLoss)),
  };
}
