// Figures fixed by statute rather than by the yearly revenue procedure, in whole dollars.
import type { FilingStatus } from '@zorivest/vocabulary';

type PerStatus = Readonly<Record<FilingStatus, number>>;

/** Percent, lowest bracket first (IRC 1(j)). */
export const ORDINARY_RATES = [10, 12, 22, 24, 32, 35, 37] as const;

/** Percent on long-term gains and qualified dividends (IRC 1(h)). */
export const GAIN_RATES = [0, 15, 20] as const;

/** Percent, at most, on long-term gains on collectibles (IRC 1(h)(4)). */
export const COLLECTIBLES_RATE = 28;

/** Net capital loss that may be set against other income in one year (IRC 1211(b)). */
export const CAPITAL_LOSS_LIMIT: PerStatus = {
  single: 3_000,
  married_joint: 3_000,
  married_separate: 1_500,
  head_of_household: 3_000,
};

/** Above these, 3.8 % of net investment income (IRC 1411) and 0.9 % of wages (IRC 3101(b)(2)). Not indexed. */
export const SURTAX_THRESHOLD: PerStatus = {
  single: 200_000,
  married_joint: 250_000,
  married_separate: 125_000,
  head_of_household: 200_000,
};

/** Last year's AGI above which its safe harbour is 110 % of its tax instead of 100 % (IRC 6654(d)(1)(C)). */
export const HIGH_INCOME_AGI: PerStatus = {
  single: 150_000,
  married_joint: 150_000,
  married_separate: 75_000,
  head_of_household: 150_000,
};

/** Income from which the IRS gives a formula instead of a table. */
export const TAX_TABLE_ENDS = 100_000;
