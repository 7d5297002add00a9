// How trading is judged.

/** From best to worst. */
export const grades = ['A', 'B', 'C', 'D', 'F'] as const;
export type Grade = (typeof grades)[number];

export const mistakeCategories = [
  'early_exit',
  'late_exit',
  'oversized',
  'no_stop',
  'revenge_trade',
  'fomo_entry',
  'ignored_plan',
  'overtrading',
  'chasing',
  'other',
] as const;
export type MistakeCategory = (typeof mistakeCategories)[number];

/** A review of one trade, or of its week. */
export const reviewTypes = ['single', 'weekly'] as const;
export type ReviewType = (typeof reviewTypes)[number];
