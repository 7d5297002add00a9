// Form 2210: what each instalment lacked, for how long, and what that costs.

import { type Day } from '../calendar/day.ts';
import { type Amount, isZero, least, minus, NO_AMOUNT, plus, roundAmountToCents } from '../money/index.ts';
import { type UnderpaymentRates, underpaymentInterest } from './underpayment-rates.ts';

/** Money that reached the IRS: withholding on the due dates, or a payment on its day. */
export interface Credit {
  readonly day: Day;
  readonly amount: Amount;
}

export interface InstallmentPenalty {
  /** Null when a rate it needs is not known. */
  readonly penalty: Amount | null;
  /** Calendar quarters whose rate is not known. */
  readonly unknown: readonly string[];
}

/**
 * Credits go to the earliest instalment still open, whatever quarter they were meant for. What is still open bears
 * interest to `until`.
 */
export function installmentPenalties(
  required: readonly Amount[],
  dueDays: readonly Day[],
  credits: readonly Credit[],
  until: Day,
  rates: UnderpaymentRates,
): InstallmentPenalty[] {
  const left = credits.toSorted((a, b) => a.day - b.day).map(({ day, amount }) => ({ day, amount }));
  return required.map((amount, quarter) => {
    const due = dueDays[quarter] ?? 0;
    const unknown = new Set<string>();
    let open = amount;
    let penalty = NO_AMOUNT;
    const charge = (part: Amount, paid: Day): void => {
      if (isZero(part)) return;
      const interest = underpaymentInterest(part, due, Math.min(paid, until), rates);
      penalty = plus(penalty, interest.amount);
      for (const name of interest.unknown) unknown.add(name);
    };
    for (const credit of left) {
      if (isZero(open)) break;
      const part = least(open, credit.amount);
      credit.amount = minus(credit.amount, part);
      open = minus(open, part);
      charge(part, credit.day);
    }
    charge(open, until);
    return { penalty: unknown.size > 0 ? null : roundAmountToCents(penalty), unknown: [...unknown] };
  });
}
