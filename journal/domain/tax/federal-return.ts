// One federal return: Schedule D netting, Form 1040 with the standard deduction, Form 6251, 8960 and 8959.

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  atLeastZero,
  least,
  minus,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  plus,
  type Problem,
  roundAmountToCents,
  roundToCents,
} from '../money/index.ts';
import { alternativeMinimumTax } from './amt.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { worksheetTax } from './income-tax.ts';
import { dollars, TaxInput } from './input.ts';
import { carryforward, type Carryforward, collectiblesGain, netGains, type Netting } from './netting.ts';
import type { YearParameters } from './parameters.ts';
import { additionalMedicareTax, netInvestmentTax, netInvestmentTaxBase } from './surtaxes.ts';

export interface FederalReturnInput {
  readonly year: number;
  readonly status: FilingStatus;
  readonly wages: Num;
  readonly shortTermGain: Num;
  readonly longTermGain: Num;
  readonly qualifiedDividends: Num;
  /** Losses left from earlier years, as positive amounts. */
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
  /** How many of these hold, for both spouses together: 65 or older, blind. */
  readonly agedOrBlind?: number;
}

export interface FederalReturn {
  /** After the yearly limit on losses. */
  readonly capital_gain: number | null;
  readonly agi: number | null;
  readonly standard_deduction: number | null;
  readonly taxable_income: number | null;
  readonly income_tax: number | null;
  readonly amt: number | null;
  readonly niit: number | null;
  readonly additional_medicare: number | null;
  readonly total_tax: number | null;
  readonly short_carryforward: number | null;
  readonly long_carryforward: number | null;
  /** Schedule D lines 7 and 15, after last year's carryforwards. */
  readonly net_short_term: number | null;
  readonly net_long_term: number | null;
  /** The part of taxable income taxed at 0, 15 and 20 %. */
  readonly preferential_income: number | null;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** The same return on exact amounts, for what-if and quarterly computations that run many of them. */
interface ReturnAmounts {
  readonly wages: Amount;
  /** Ordinary income that is not wages: trading under section 475. Counts as investment income. */
  readonly otherIncome?: Amount;
  /** After carryforwards. */
  readonly shortTerm: Amount;
  readonly longTerm: Amount;
  readonly qualifiedDividends: Amount;
  /** Of `longTerm`, what is on collectibles, after carryforwards. */
  readonly collectibles?: Amount;
  readonly agedOrBlind?: number;
}

export interface ReturnResult {
  readonly netting: Netting;
  readonly agi: Amount;
  readonly deduction: Amount;
  readonly taxable: Amount;
  readonly preferential: Amount;
  /** Of it, what is taxed at up to 28 %: line 18 of Schedule D. */
  readonly collectibles: Amount;
  readonly incomeTax: Amount;
  readonly amt: Amount;
  readonly niit: Amount;
  readonly additionalMedicare: Amount;
  readonly total: Amount;
  readonly carryforward: Carryforward;
}

export function computeReturn(amounts: ReturnAmounts, year: YearParameters, status: FilingStatus): ReturnResult {
  const netting = netGains(amounts.shortTerm, amounts.longTerm, status);
  const other = amounts.otherIncome ?? NO_AMOUNT;
  const agi = plus(plus(plus(amounts.wages, other), amounts.qualifiedDividends), netting.capitalGain);
  const { standardDeduction, additionalDeduction } = year.status[status];
  const deduction = dollars(standardDeduction + additionalDeduction * (amounts.agedOrBlind ?? 0));
  const taxable = atLeastZero(minus(agi, deduction));
  const preferential = plus(amounts.qualifiedDividends, netting.preferentialGain);
  const collectibles = least(netting.preferentialGain, collectiblesGain(amounts.collectibles ?? NO_AMOUNT, netting));
  const tax = roundAmountToCents(worksheetTax(taxable, preferential, year.status[status], 'auto', collectibles).tax);
  // Form 6251 takes the gains without these: they are taxed at its own rates.
  const lower = minus(preferential, collectibles);
  const amt = roundAmountToCents(
    alternativeMinimumTax(
      {
        minimumTaxableIncome: agi,
        preferential: lower,
        ordinaryTaxable: atLeastZero(minus(taxable, lower)),
        regularTax: tax,
      },
      year,
      status,
    ),
  );
  // Form 8960 takes the gain as it stands on Form 1040, so a deductible loss reduces other investment income too.
  const investmentIncome = plus(plus(amounts.qualifiedDividends, netting.capitalGain), other);
  const niit = roundAmountToCents(netInvestmentTax(netInvestmentTaxBase(status, agi, investmentIncome)));
  const additionalMedicare = roundAmountToCents(additionalMedicareTax(status, amounts.wages));
  return {
    netting,
    agi,
    deduction,
    taxable,
    preferential,
    collectibles,
    incomeTax: tax,
    amt,
    niit,
    additionalMedicare,
    total: plus(plus(plus(tax, amt), niit), additionalMedicare),
    carryforward: carryforward(netting, minus(agi, deduction)),
  };
}

export function federalReturn(asked: FederalReturnInput): FederalReturn {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const year = read.parameters(input.year);
  const status = read.status(input.status);
  const wages = read.nonNegative('wages', read.expectAmount('wages', input.wages));
  const short = read.amountOrNone('shortTermGain', read.expectAmount('shortTermGain', input.shortTermGain));
  const long = read.amountOrNone('longTermGain', read.expectAmount('longTermGain', input.longTermGain));
  const dividends = read.nonNegative(
    'qualifiedDividends',
    read.expectAmount('qualifiedDividends', input.qualifiedDividends),
  );
  const shortCarry = read.nonNegative('shortCarryforward', input.shortCarryforward);
  const longCarry = read.nonNegative('longCarryforward', input.longCarryforward);
  const agedOrBlind = read.agedOrBlind(input.agedOrBlind);
  const incomplete =
    year === null ||
    status === null ||
    wages === null ||
    short === null ||
    long === null ||
    dividends === null ||
    shortCarry === null ||
    longCarry === null ||
    agedOrBlind === null;
  const result = incomplete
    ? null
    : computeReturn(
        {
          wages,
          shortTerm: minus(short, shortCarry),
          longTerm: minus(long, longCarry),
          qualifiedDividends: dividends,
          agedOrBlind,
        },
        year,
        status,
      );
  const roundOrNull = (amount: Amount | undefined): number | null =>
    amount === undefined ? null : roundToCents(amount);
  return {
    capital_gain: roundOrNull(result?.netting.capitalGain),
    agi: roundOrNull(result?.agi),
    standard_deduction: roundOrNull(result?.deduction),
    taxable_income: roundOrNull(result?.taxable),
    income_tax: roundOrNull(result?.incomeTax),
    amt: roundOrNull(result?.amt),
    niit: roundOrNull(result?.niit),
    additional_medicare: roundOrNull(result?.additionalMedicare),
    total_tax: roundOrNull(result?.total),
    short_carryforward: roundOrNull(result?.carryforward.short),
    long_carryforward: roundOrNull(result?.carryforward.long),
    net_short_term: roundOrNull(result?.netting.short),
    net_long_term: roundOrNull(result?.netting.long),
    preferential_income: roundOrNull(result?.preferential),
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}
