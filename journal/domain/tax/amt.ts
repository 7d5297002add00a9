// Alternative minimum tax, Form 6251, for a return with the standard deduction and no other adjustments.

import type { FilingStatus } from '@zorivest/words';
import { type Fixed, least, most } from '../money/index.ts';
import { gainBands } from './income-tax.ts';
import { atLeastZero, dollars, percentOf } from './input.ts';
import type { YearParameters } from './parameters.ts';

export interface AmtInput {
  /** Line 4: the standard deduction is added back (line 2a), so this is the adjusted gross income. */
  readonly minimumTaxableIncome: Fixed;
  /** Net long-term gain + qualified dividends. */
  readonly preferential: Fixed;
  /** Taxable income without the preferential part, as on the regular worksheet. */
  readonly ordinaryTaxable: Fixed;
  readonly regularTax: Fixed;
}

export function alternativeMinimumTax(input: AmtInput, year: YearParameters, status: FilingStatus): Fixed {
  const income = incomeForExemption(input.minimumTaxableIncome, year, status);
  const base = atLeastZero(income - exemption(income, year, status));
  return atLeastZero(tentativeTax(base, input, year, status) - input.regularTax);
}

/** Part III: gains keep their own rates, the rest is taxed at 26 and 28 %. */
function tentativeTax(base: Fixed, input: AmtInput, year: YearParameters, status: FilingStatus): Fixed {
  const flat = flatTax(base, year, status);
  const gains = least(base, input.preferential);
  if (gains === 0n) return flat;
  const bands = gainBands(input.ordinaryTaxable, gains, year.status[status].gains);
  return least(flatTax(base - gains, year, status) + bands.tax, flat);
}

function flatTax(income: Fixed, year: YearParameters, status: FilingStatus): Fixed {
  const upperFrom = dollars(status === 'married_separate' ? year.amtUpperRateFrom / 2 : year.amtUpperRateFrom);
  return percentOf(least(income, upperFrom), 26) + percentOf(atLeastZero(income - upperFrom), 28);
}

function exemption(income: Fixed, year: YearParameters, status: FilingStatus): Fixed {
  const { amtExemption, amtPhaseOut } = year.status[status];
  return atLeastZero(
    dollars(amtExemption) - percentOf(atLeastZero(income - dollars(amtPhaseOut)), year.amtPhaseOutPercent),
  );
}

/**
 * Married filing separately: once the exemption is used up, income is raised by the same percentage of the excess, at
 * most by the exemption, so that two separate returns cannot beat one joint one (IRC 55(d)(3), last sentence).
 */
function incomeForExemption(income: Fixed, year: YearParameters, status: FilingStatus): Fixed {
  if (status !== 'married_separate') return income;
  const { amtExemption, amtPhaseOut } = year.status[status];
  const exemptionGone = dollars(amtPhaseOut) + (dollars(amtExemption) * 100n) / BigInt(year.amtPhaseOutPercent);
  const raise = percentOf(atLeastZero(income - exemptionGone), year.amtPhaseOutPercent);
  return most(income, income + least(raise, dollars(amtExemption)));
}
