// Alternative minimum tax, Form 6251, for a return with the standard deduction and no other adjustments.

import type { FilingStatus } from '@zorivest/vocabulary';
import { type Amount, atLeastZero, fractionOf, isZero, least, minus, most, plus } from '../money/index.ts';
import { gainBands } from './income-tax.ts';
import { dollars, percentOf } from './input.ts';
import type { YearParameters } from './parameters.ts';

export interface AmtInput {
  /** Line 4: the standard deduction is added back (line 2a), so this is the adjusted gross income. */
  readonly minimumTaxableIncome: Amount;
  /** Net long-term gain + qualified dividends. */
  readonly preferential: Amount;
  /** Taxable income without the preferential part, as on the regular worksheet. */
  readonly ordinaryTaxable: Amount;
  readonly regularTax: Amount;
}

export function alternativeMinimumTax(input: AmtInput, year: YearParameters, status: FilingStatus): Amount {
  const income = incomeForExemption(input.minimumTaxableIncome, year, status);
  const base = atLeastZero(minus(income, exemption(income, year, status)));
  return atLeastZero(minus(tentativeTax(base, input, year, status), input.regularTax));
}

/** Part III: gains keep their own rates, the rest is taxed at 26 and 28 %. */
function tentativeTax(base: Amount, input: AmtInput, year: YearParameters, status: FilingStatus): Amount {
  const flat = flatTax(base, year, status);
  const gains = least(base, input.preferential);
  if (isZero(gains)) return flat;
  const bands = gainBands(input.ordinaryTaxable, gains, year.status[status].gains);
  return least(plus(flatTax(minus(base, gains), year, status), bands.tax), flat);
}

function flatTax(income: Amount, year: YearParameters, status: FilingStatus): Amount {
  const upperFrom = dollars(status === 'married_separate' ? year.amtUpperRateFrom / 2 : year.amtUpperRateFrom);
  return plus(percentOf(least(income, upperFrom), 26), percentOf(atLeastZero(minus(income, upperFrom)), 28));
}

function exemption(income: Amount, year: YearParameters, status: FilingStatus): Amount {
  const { amtExemption, amtPhaseOut } = year.status[status];
  return atLeastZero(
    minus(dollars(amtExemption), percentOf(atLeastZero(minus(income, dollars(amtPhaseOut))), year.amtPhaseOutPercent)),
  );
}

/**
 * Married filing separately: once the exemption is used up, income is raised by the same percentage of the excess, at
 * most by the exemption, so that two separate returns cannot beat one joint one (IRC 55(d)(3), last sentence).
 */
function incomeForExemption(income: Amount, year: YearParameters, status: FilingStatus): Amount {
  if (status !== 'married_separate') return income;
  const { amtExemption, amtPhaseOut } = year.status[status];
  const exemptionGone = plus(dollars(amtPhaseOut), fractionOf(dollars(amtExemption), 100, year.amtPhaseOutPercent));
  const raise = percentOf(atLeastZero(minus(income, exemptionGone)), year.amtPhaseOutPercent);
  return most(income, plus(income, least(raise, dollars(amtExemption))));
}
