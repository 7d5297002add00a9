// Tax on ordinary income: the brackets, and the IRS tax table that replaces them below 100,000.

import {
  type Amount,
  atLeastZero,
  fractionOf,
  isPositive,
  minus,
  NO_AMOUNT,
  plus,
  roundAmountToWhole,
  truncate,
} from '../money/index.ts';
import { dollars, percentOf } from './input.ts';
import { ORDINARY_RATES, TAX_TABLE_ENDS } from './statute.ts';

export interface BracketShare {
  readonly rate: number;
  readonly amount: Amount;
  readonly tax: Amount;
}

/** How much of the income falls into each bracket and what it costs there; brackets not reached are left out. */
export function bracketShares(income: Amount, brackets: readonly number[]): BracketShare[] {
  const shares: BracketShare[] = [];
  let from = NO_AMOUNT;
  for (const [index, rate] of ORDINARY_RATES.entries()) {
    const end = brackets[index];
    const upTo = end === undefined || income < dollars(end) ? income : dollars(end);
    const amount = atLeastZero(minus(upTo, from));
    if (isPositive(amount)) shares.push({ rate: rate / 100, amount, tax: percentOf(amount, rate) });
    from = upTo;
  }
  return shares;
}

/** The tax computation worksheet: the exact sum over the brackets. */
function formulaTax(income: Amount, brackets: readonly number[]): Amount {
  return bracketShares(income, brackets).reduce((sum, share) => plus(sum, share.tax), NO_AMOUNT);
}

/**
 * The IRS tax table: tax at the middle of the row the income falls in, in whole dollars, halves up. Rows: 0–5, 5–15,
 * 15–25, then 25 wide to 3,000, then 50 wide.
 */
function tableTax(income: Amount, brackets: readonly number[]): Amount {
  const [from, to] = tableRow(income);
  const middle = fractionOf(plus(dollars(from), dollars(to)), 1, 2);
  return roundAmountToWhole(formulaTax(middle, brackets));
}

function tableRow(income: Amount): [from: number, to: number] {
  const whole = truncate(income);
  if (whole < 5) return [0, 5];
  if (whole < 15) return [5, 15];
  if (whole < 25) return [15, 25];
  const width = whole < 3_000 ? 25 : 50;
  const from = whole - (whole % width);
  return [from, from + width];
}

export type TaxMethod = 'table' | 'formula';

/** Which of the two the IRS has people use for this income. */
export function prescribedMethod(income: Amount): TaxMethod {
  return income < dollars(TAX_TABLE_ENDS) ? 'table' : 'formula';
}

export function ordinaryTax(income: Amount, brackets: readonly number[], method: TaxMethod): Amount {
  return method === 'table' ? tableTax(income, brackets) : formulaTax(income, brackets);
}
