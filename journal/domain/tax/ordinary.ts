// Tax on ordinary income: the brackets, and the IRS tax table that replaces them below 100,000.

import { divideRounded, type Fixed, ONE } from '../money/index.ts';
import { atLeastZero, dollars, percentOf } from './input.ts';
import { ORDINARY_RATES, TAX_TABLE_ENDS } from './statute.ts';

export interface BracketShare {
  readonly rate: number;
  readonly amount: Fixed;
  readonly tax: Fixed;
}

/** How much of the income falls into each bracket and what it costs there; brackets not reached are left out. */
export function bracketShares(income: Fixed, brackets: readonly number[]): BracketShare[] {
  const shares: BracketShare[] = [];
  let from = 0n;
  for (const [index, rate] of ORDINARY_RATES.entries()) {
    const end = brackets[index];
    const upTo = end === undefined || income < dollars(end) ? income : dollars(end);
    const amount = atLeastZero(upTo - from);
    if (amount > 0n) shares.push({ rate: rate / 100, amount, tax: percentOf(amount, rate) });
    from = upTo;
  }
  return shares;
}

/** The tax computation worksheet: the exact sum over the brackets. */
function formulaTax(income: Fixed, brackets: readonly number[]): Fixed {
  return bracketShares(income, brackets).reduce((sum, share) => sum + share.tax, 0n);
}

/**
 * The IRS tax table: tax at the middle of the row the income falls in, in whole dollars, halves up. Rows: 0–5, 5–15,
 * 15–25, then 25 wide to 3,000, then 50 wide.
 */
function tableTax(income: Fixed, brackets: readonly number[]): Fixed {
  const [from, to] = tableRow(income);
  const middle = (dollars(from) + dollars(to)) / 2n;
  return divideRounded(formulaTax(middle, brackets), ONE) * ONE;
}

function tableRow(income: Fixed): [from: number, to: number] {
  const whole = Number(income / ONE);
  if (whole < 5) return [0, 5];
  if (whole < 15) return [5, 15];
  if (whole < 25) return [15, 25];
  const width = whole < 3_000 ? 25 : 50;
  const from = whole - (whole % width);
  return [from, from + width];
}

export type TaxMethod = 'table' | 'formula';

/** Which of the two the IRS has people use for this income. */
export function prescribedMethod(income: Fixed): TaxMethod {
  return income < dollars(TAX_TABLE_ENDS) ? 'table' : 'formula';
}

export function ordinaryTax(income: Fixed, brackets: readonly number[], method: TaxMethod): Fixed {
  return method === 'table' ? tableTax(income, brackets) : formulaTax(income, brackets);
}
