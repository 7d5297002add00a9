// Whether a row's own amount is what its quantity, price and costs come to. A statement says the same thing twice
// here, so that a wrong price, size or side shows before it is believed.
import type { Side } from './row-text.ts';

interface CheckedFill {
  readonly side: Side;
  readonly quantity: number;
  readonly price: number;
  /** Decimals the price was written with: what it was rounded to. */
  readonly decimals: number;
  readonly multiplier: number;
  /** In the price's currency. */
  readonly costs: number;
  /** Interest paid along with a bond, inside the amount. */
  readonly accrued: number;
  /** As stated; its sign says nothing here. */
  readonly amount: number;
  /** How much of the amount's currency one unit of the price's is. */
  readonly rate: number;
  /** The symbol says no more than that it is a security: it may be a bond, priced in percent. */
  readonly mayBeBond: boolean;
  /** It is a bond: what the amount has beyond the price may be interest. */
  readonly isBond?: boolean;
  /** The broker writes its costs nowhere but into the amount. */
  readonly costsInAmount: boolean;
}

export type Verdict =
  | { readonly is: 'right' }
  /** Priced in percent of its face value. */
  | { readonly is: 'percent'; readonly rest: Verdict }
  | { readonly is: 'costs'; readonly costs: number }
  /** Interest that was paid with a bond, which no column tells. */
  | { readonly is: 'interest'; readonly interest: number }
  | { readonly is: 'wrong'; readonly expected: number };

const RIGHT: Verdict = { is: 'right' };

/** Amounts are rounded to cents, and so may the costs in them be. */
const CENT = 0.0101;
/** A price is taken to have cents even where its zeros are left out. */
const FEWEST_DECIMALS = 2;
/** Costs are small compared with what was traded. */
const LARGEST_SHARE = 0.02;
const LARGEST_SMALL_COST = 10;
/** Half a year of the highest coupons there are. */
const LARGEST_INTEREST = 0.06;

export function checkAmount(row: CheckedFill): Verdict {
  const amount = Math.abs(row.amount) / row.rate;
  const gross = Math.abs(row.quantity * row.price * row.multiplier);
  const sign = row.side === 'BOT' ? 1 : -1;
  // What the rate's own rounding may come to.
  const cent = CENT / row.rate + (row.rate === 1 ? 0 : gross * 1e-4);
  const net = gross + row.accrued + sign * row.costs;
  if (!row.costsInAmount && (near(amount, gross, cent) || near(amount, net, cent))) return RIGHT;
  if (row.mayBeBond && isPercent(amount, gross))
    return {
      is: 'percent',
      rest: checkAmount({ ...row, multiplier: row.multiplier / 100, mayBeBond: false, isBond: true }),
    };
  if (row.costsInAmount) {
    const missing = sign * (amount - net);
    if (Math.abs(missing) <= CENT / 2) return RIGHT;
    if (missing > 0 && missing <= Math.max(gross * LARGEST_SHARE, Math.min(gross, LARGEST_SMALL_COST)))
      return { is: 'costs', costs: Math.round(missing * 1e8) / 1e8 };
  }
  const rounding = cent + 0.5 * 10 ** -Math.max(row.decimals, FEWEST_DECIMALS) * row.quantity * row.multiplier;
  if (near(amount, gross, rounding) || near(amount, net, rounding)) return RIGHT;
  const interest = amount - net;
  if (row.isBond === true && row.accrued === 0 && interest > 0 && interest <= gross * LARGEST_INTEREST)
    return { is: 'interest', interest: Math.round(interest * 100) / 100 };
  return { is: 'wrong', expected: net * row.rate };
}

function near(a: number, b: number, tolerance: number): boolean {
  return Math.abs(a - b) <= tolerance;
}

/** A hundredth, give or take the interest that is paid with a bond. */
function isPercent(amount: number, gross: number): boolean {
  return amount > 0 && gross / amount > 85 && gross / amount < 115;
}
