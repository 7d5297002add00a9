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

/** As a person says them. */
export const mistakeNames: Readonly<Record<MistakeCategory, string>> = {
  early_exit: 'Left too early',
  late_exit: 'Left too late',
  oversized: 'Too large',
  no_stop: 'No stop',
  revenge_trade: 'Revenge',
  fomo_entry: 'FOMO',
  ignored_plan: 'Ignored the plan',
  overtrading: 'Traded too much',
  chasing: 'Chased the price',
  other: 'Other',
};

export const mistakeName = (category: string): string =>
  (mistakeNames as Readonly<Record<string, string>>)[category] ?? category.replaceAll('_', ' ');

/** A review of one trade, or of its week. */
export const reviewTypes = ['single', 'weekly'] as const;
export type ReviewType = (typeof reviewTypes)[number];
