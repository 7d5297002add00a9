// The words of a review, as a person reads them.
import type { Options } from '../../components/field.tsx';
import type { Answer } from '../../client/client.ts';

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
