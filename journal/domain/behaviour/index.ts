export { type Mistake, type MistakeSummary, mistakeSummary } from './mistakes.ts';
export { planPrices } from './plan-prices.ts';
export { notionalOf, SizedTrips } from './sized-trips.ts';
export type { TripPlan } from './suspect-rules.ts';
export {
  firstSuspects,
  mistakeSuspects,
  type Suspect,
  SUSPECT_CONVENTION,
  type SuspectContext,
  type Suspects,
} from './suspects.ts';
