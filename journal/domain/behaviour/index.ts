export { type Mistake, type MistakeSummary, mistakeSummary } from './mistakes.ts';
export { type Suspect, type SuspectContext, type Suspects, mistakeSuspects, type TripPlan } from './suspects.ts';
