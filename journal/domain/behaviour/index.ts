export { type Mistake, type MistakeSummary, mistakeSummary } from './mistakes.ts';
export {
  mistakeSuspects,
  type Suspect,
  SUSPECT_CONVENTION,
  type SuspectContext,
  type Suspects,
  suspiciousTrips,
  suspectOf,
  type TripPlan,
} from './suspects.ts';
