// The words of a review, as a person reads them.
import type { Options } from '../../parts/field.tsx';
import type { Answer } from '../../service/client.ts';

type Trip = Answer<'roundTrips', 'get'>;

export const grades: Options = ['A', 'B', 'C', 'D', 'F'].map((grade) => [grade, grade] as const);

export const moods: Readonly<Record<NonNullable<Trip['report']>['emotional_state'], string>> = {
  neutral: 'Neutral',
  calm: 'Calm',
  confident: 'Confident',
  anxious: 'Anxious',
  fearful: 'Fearful',
  greedy: 'Greedy',
  frustrated: 'Frustrated',
  impulsive: 'Impulsive',
  hesitant: 'Hesitant',
};

export const mistakeNames: Readonly<Record<Trip['mistakes'][number]['category'], string>> = {
  early_exit: 'Left too early',
  late_exit: 'Left too late',
  oversized: 'Too large',
  no_stop: 'No stop',
  revenge_trade: 'Revenge',
  fomo_entry: 'Fear of missing out',
  ignored_plan: 'Ignored the plan',
  overtrading: 'Traded too much',
  chasing: 'Chased the price',
  other: 'Other',
};
