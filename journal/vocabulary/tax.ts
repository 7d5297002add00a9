// The words of the tax forms.

export const filingStatuses = ['single', 'married_joint', 'married_separate', 'head_of_household'] as const;
export type FilingStatus = (typeof filingStatuses)[number];

/** Whose taxes an account belongs to. */
export const accountKinds = ['taxable', 'ira', 'roth_ira', 'spouse'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Which lots a sale takes first. */
export const lotMethods = [
  'fifo',
  'lifo',
  'hifo',
  'specific_id',
  'avg_cost',
  'max_lt_gain',
  'max_lt_loss',
  'max_st_gain',
  'max_st_loss',
] as const;
export type LotMethod = (typeof lotMethods)[number];

export const lotStatuses = ['open', 'closed'] as const;
export type LotStatus = (typeof lotStatuses)[number];

export const lotOrders = ['acquired_date', 'cost_basis', 'gain_loss'] as const;
export type LotOrder = (typeof lotOrders)[number];

/** How a quarter's payment is asked for. */
export const estimationMethods = ['annualized', 'actual', 'prior_year'] as const;
export type EstimationMethod = (typeof estimationMethods)[number];

/**
 * How a quarter's payment was computed. `regular`, asked for as `actual`: a quarter of the smaller of 90 % of this year's
 * tax and 100 or 110 % of last year's. `prior_year`: of last year's alone, safe before this year's tax is known.
 */
export const installmentMethods = ['annualized', 'regular', 'prior_year'] as const;
export type InstallmentMethod = (typeof installmentMethods)[number];

/** What ends a position: a long one is sold, a short one covered. */
export const closingActions = ['sell', 'cover'] as const;
export type ClosingAction = (typeof closingActions)[number];

/** Held up to a year, or longer. */
export const terms = ['short', 'long'] as const;
export type Term = (typeof terms)[number];

/** What an account's broker reports of sales: with the basis, without it, or nothing at all (a broker abroad). */
export const reportsBasis = ['yes', 'no', 'no_1099'] as const;
export type ReportsBasis = (typeof reportsBasis)[number];

/** The boxes of Form 8949: short-term A to C and G to I, long-term D to F and J to L; from G on of digital assets. */
export const formBoxes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'] as const;
export type FormBox = (typeof formBoxes)[number];

/** A broker's form of a year's sales: of securities, of digital assets. */
export const forms1099 = ['1099-B', '1099-DA'] as const;
export type Form1099 = (typeof forms1099)[number];

/** One sale as such a form states it. */
export interface StatedSale {
  /** Of the file, counted from 1; of a TXF file its first line. */
  readonly row: number;
  readonly description: string;
  readonly quantity: number | null;
  /** Null: various, or not stated. */
  readonly acquired: string | null;
  readonly sold: string;
  readonly proceeds: number;
  /** Null where the form states none: a security that is not covered. */
  readonly cost_basis: number | null;
  /** Null where the form has no such column. */
  readonly wash: number | null;
  readonly box: FormBox | null;
  readonly term: Term | null;
}

/** In what such a form and the book may differ. */
export const form1099Kinds = [
  'box',
  'basis',
  'wash',
  'proceeds',
  'acquired',
  'sold',
  'quantity',
  'not_in_book',
  'not_on_form',
] as const;
export type Form1099Kind = (typeof form1099Kinds)[number];
