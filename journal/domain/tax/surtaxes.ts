// The two surtaxes on high incomes: net investment income tax (Form 8960) and Additional Medicare tax (Form 8959).

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  atLeastZero,
  least,
  minus,
  negate,
  type Num,
  objectOrEmpty,
  type Problem,
  roundToCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { dollars, percentOf, TaxInput } from './input.ts';
import { SURTAX_THRESHOLD } from './statute.ts';

const NIIT_PERCENT = 3.8;
const MEDICARE_PERCENT = 0.9;
/** From this share of the threshold on, a problem warns that the tax is near. */
const NEAR_PERCENT = 90;

export function netInvestmentTaxBase(status: FilingStatus, magi: Amount, investmentIncome: Amount): Amount {
  return least(atLeastZero(investmentIncome), atLeastZero(minus(magi, dollars(SURTAX_THRESHOLD[status]))));
}

export function netInvestmentTax(base: Amount): Amount {
  return percentOf(base, NIIT_PERCENT);
}

export function additionalMedicareTax(status: FilingStatus, wages: Amount): Amount {
  return percentOf(atLeastZero(minus(wages, dollars(SURTAX_THRESHOLD[status]))), MEDICARE_PERCENT);
}

export interface NiitInput {
  readonly status: FilingStatus;
  readonly magi: Num;
  readonly netInvestmentIncome: Num;
}

export interface Niit {
  readonly base: number | null;
  readonly tax: number | null;
  readonly rate: number;
  readonly threshold: number | null;
  /** Income above the threshold. */
  readonly magi_excess: number | null;
  /** True from 90 % of the threshold on. */
  readonly near_threshold: boolean;
  readonly distance_to_threshold: number | null;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function niit(asked: NiitInput): Niit {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const status = read.status(input.status);
  const magi = read.amount('magi', input.magi);
  const income = read.amount('netInvestmentIncome', input.netInvestmentIncome);
  const known = status !== null && magi !== null && income !== null;
  const threshold = status === null ? null : SURTAX_THRESHOLD[status];
  const base = known ? netInvestmentTaxBase(status, magi, income) : null;
  const away = threshold === null || magi === null ? null : minus(dollars(threshold), magi);
  return {
    base: base === null ? null : roundToCents(base),
    tax: base === null ? null : roundToCents(netInvestmentTax(base)),
    rate: NIIT_PERCENT / 100,
    threshold,
    magi_excess: away === null ? null : roundToCents(atLeastZero(negate(away))),
    near_threshold: threshold !== null && magi !== null && magi >= percentOf(dollars(threshold), NEAR_PERCENT),
    distance_to_threshold: away === null ? null : roundToCents(atLeastZero(away)),
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}
