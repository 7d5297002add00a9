// Tax on taxable income with long-term gains and qualified dividends inside it: the qualified dividends and capital
// gain tax worksheet of Form 1040.

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  atLeastZero,
  least,
  minus,
  most,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  plus,
  type Problem,
  roundToCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { dollars, percentOf, TaxInput } from './input.ts';
import { ordinaryTax, prescribedMethod, type TaxMethod } from './ordinary.ts';
import type { YearParameters } from './parameters.ts';
import { COLLECTIBLES_RATE, GAIN_RATES } from './statute.ts';

/** Preferential income on top of ordinary income, split across the 0, 15 and 20 % bands. */
export interface GainBands {
  readonly at0: Amount;
  readonly at15: Amount;
  readonly at20: Amount;
  readonly tax: Amount;
}

/** `ordinary` fills the bands first; `preferential` sits on top of it. */
export function gainBands(ordinary: Amount, preferential: Amount, [end0, end15]: readonly [number, number]): GainBands {
  const at0 = least(atLeastZero(minus(dollars(end0), ordinary)), preferential);
  const at15 = least(atLeastZero(minus(minus(dollars(end15), ordinary), at0)), minus(preferential, at0));
  const at20 = minus(minus(preferential, at0), at15);
  return { at0, at15, at20, tax: plus(percentOf(at15, GAIN_RATES[1]), percentOf(at20, GAIN_RATES[2])) };
}

/** Taxable income split as the Schedule D Tax Worksheet does: what is ordinary, and the gains by their rates. */
export interface GainParts extends GainBands {
  readonly ordinary: Amount;
  /** Collectibles that fit under no lower bracket. */
  readonly at28: Amount;
}

/** `collectibles` is part of `preferential`; it fills the brackets up to 24 % first, and what is left is taxed at 28 %. */
export function gainParts(
  taxable: Amount,
  preferential: Amount,
  collectibles: Amount,
  { brackets, gains }: Pick<YearParameters['status'][FilingStatus], 'brackets' | 'gains'>,
): GainParts {
  const others = minus(preferential, collectibles);
  const plain = atLeastZero(minus(taxable, preferential));
  const withMetal = atLeastZero(minus(taxable, others));
  // Lines 18 to 21: brackets[3] is where 24 % ends.
  const ordinary = most(plain, least(withMetal, dollars(brackets[3])));
  const bands = gainBands(withMetal, minus(taxable, withMetal), gains);
  // Line 28: the 15 % band is measured from the ordinary part, not from what collectibles add above it.
  const fits = least(
    minus(minus(taxable, withMetal), bands.at0),
    atLeastZero(minus(minus(dollars(gains[1]), ordinary), bands.at0)),
  );
  const at20 = minus(minus(minus(taxable, withMetal), bands.at0), fits);
  const at28 = minus(withMetal, ordinary);
  const tax = plus(
    plus(percentOf(fits, GAIN_RATES[1]), percentOf(at20, GAIN_RATES[2])),
    percentOf(at28, COLLECTIBLES_RATE),
  );
  return { ordinary, at0: bands.at0, at15: fits, at20, at28, tax };
}

export interface WorksheetTax {
  readonly tax: Amount;
  readonly ordinaryTax: Amount;
  readonly preferentialTax: Amount;
  readonly method: TaxMethod;
}

/** The worksheet on exact amounts. `method` forces table or formula; the table never reaches beyond its end. */
export function worksheetTax(
  taxable: Amount,
  preferential: Amount,
  parameters: YearParameters['status'][FilingStatus],
  method: TaxMethod | 'auto',
  collectibles: Amount = NO_AMOUNT,
): WorksheetTax {
  const taxOn = (income: Amount): [Amount, TaxMethod] => {
    const used = method === 'formula' ? 'formula' : prescribedMethod(income);
    return [ordinaryTax(income, parameters.brackets, used), used];
  };
  const parts = gainParts(taxable, preferential, collectibles, parameters);
  const ordinaryPart = parts.ordinary;
  const [ordinary, used] = taxOn(ordinaryPart);
  if (ordinaryPart === taxable)
    return { tax: ordinary, ordinaryTax: ordinary, preferentialTax: NO_AMOUNT, method: used };
  // The 15 % band starts a little below the 22 % bracket, so the gain is never taxed more than as ordinary income.
  const tax = least(plus(ordinary, parts.tax), taxOn(taxable)[0]);
  return { tax, ordinaryTax: ordinary, preferentialTax: minus(tax, ordinary), method: used };
}

export interface IncomeTaxInput {
  readonly year: number;
  readonly status: FilingStatus;
  readonly taxableIncome: Num;
  /** Net long-term gain + qualified dividends, inside `taxableIncome`. */
  readonly preferentialIncome?: Num;
  readonly method?: 'auto' | TaxMethod;
}

export interface IncomeTax {
  readonly tax: number | null;
  readonly ordinary_tax: number | null;
  readonly preferential_tax: number | null;
  /** How the tax on the ordinary part was found. */
  readonly method: TaxMethod;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

const METHODS: readonly unknown[] = ['auto', 'table', 'formula'];

export function incomeTax(asked: IncomeTaxInput): IncomeTax {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const parameters = read.parameters(input.year);
  const status = read.status(input.status);
  const taxable = read.amount('taxableIncome', input.taxableIncome);
  const preferential = read.nonNegative('preferentialIncome', input.preferentialIncome);
  if (input.method !== undefined && !METHODS.includes(input.method))
    read.problems.add('unknown_method', 'Unknown method: use auto, table or formula. auto is used.');
  const unknown = {
    tax: null,
    ordinary_tax: null,
    preferential_tax: null,
    method: input.method === 'table' ? 'table' : 'formula',
  } as const;
  if (parameters === null || status === null || taxable === null || preferential === null)
    return { ...unknown, disclaimer: TAX_DISCLAIMER, problems: read.problems.list() };
  const result = worksheetTax(atLeastZero(taxable), preferential, parameters.status[status], input.method ?? 'auto');
  if (input.method === 'table' && prescribedMethod(taxable) !== 'table')
    read.problems.add('table_ends', 'The tax table ends at 100,000: income from there on is computed by the formula.');
  return {
    tax: roundToCents(result.tax),
    ordinary_tax: roundToCents(result.ordinaryTax),
    preferential_tax: roundToCents(result.preferentialTax),
    method: result.method,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}
