// Trades that look like a mistake, with the figures that make them look so. Suspects are shown, never recorded.

import type { Num } from '../money/index.ts';
import type { MistakeCategory } from '@zorivest/vocabulary';
import type { RoundTrip } from '../trips/index.ts';
import { FirstFound, type IsShown, type Suspicion } from './first-found.ts';
import { SizedTrips, withStatedRisks } from './sized-trips.ts';
import { afterLosses, amountsIn, busyDays, byPlan, bySize, RULES, type TripPlan, usualSizes } from './suspect-rules.ts';

export interface SuspectContext {
  readonly planOf?: (trip: RoundTrip) => TripPlan | null;
  /** The best the trade could have made, where excursions are known. */
  readonly bestOf?: (trip: RoundTrip) => Num | null;
  /** What was stated or planned to be at risk when a trade was opened, in the currency of the amounts. */
  readonly riskOf?: (trip: RoundTrip) => number | null;
  /** What amounts are in; dollars when absent. */
  readonly currency?: string;
  /** Whose days a busy day is one of; New York's when absent. */
  readonly time_zone?: string;
}

export interface Suspect {
  readonly category: MistakeCategory;
  readonly trip_id: string;
  readonly exec_ids: readonly string[];
  /** A sentence with the figures. */
  readonly evidence: string;
  readonly figures: Readonly<Record<string, number | string>>;
}

export interface Suspects {
  readonly suspects: Suspect[];
  readonly recorded: false;
  readonly trade_count: number;
  readonly convention: string;
}

/** Looks at every trip against those before it. Trips are read in the order they were opened. */
export function mistakeSuspects(trips: readonly RoundTrip[], context: SuspectContext = {}): Suspects {
  return {
    suspects: firstSuspects(SizedTrips.of(trips), context, { most: Infinity, isShown: () => true }),
    recorded: false,
    trade_count: trips.length,
    convention: SUSPECT_CONVENTION,
  };
}

/** The first of those that are shown, by the id of the trip and then by category. All trips say what is usual. */
export function firstSuspects(
  trips: SizedTrips,
  context: SuspectContext,
  page: { readonly most: number; readonly isShown: IsShown },
): Suspect[] {
  const found = new FirstFound(page);
  const money = amountsIn(context.currency ?? 'USD');
  for (const own of trips.byAccount.values()) {
    const account = withStatedRisks(own, context.riskOf);
    const usual = usualSizes(account);
    bySize(account, usual, found, money);
    afterLosses(account, usual, found, money);
    byPlan(account, context, found, money);
    busyDays(account, context.time_zone ?? 'America/New_York', found, money);
  }
  return found.list().map(suspectOf);
}

/** With its evidence as text and figures. */
function suspectOf({ category, trip, describe }: Suspicion): Suspect {
  const [evidence, figures] = describe();
  return { category, trip_id: trip.id, exec_ids: trip.entry_exec_ids, evidence, figures };
}

export const SUSPECT_CONVENTION =
  `Revenge: opened within ${RULES.revengeMinutes} minutes of closing a loss, in the same instrument or ` +
  `${RULES.revengeSize} times the usual size. Oversized: more than ${RULES.oversizeFactor} times the median of the last ${RULES.sizeHistory} trades in what can be lost ` +
  `(stated or planned risk, premium, width of a spread), or of shares without a stated risk in what they are worth. No stop: a loss beyond ${RULES.badLossFactor} times the average loss with no stop recorded. ` +
  `Early exit: a winner that captured less than ${RULES.captureOfTarget * 100} % of the way to its target, or less than ` +
  `${RULES.captureOfBest * 100} % of the best there was. Chasing: entered more than ${RULES.chaseShare * 100} % of the planned risk ` +
  `beyond the planned entry. Overtrading: a losing day with more trades than usual by ${RULES.overtradingDeviations} ` +
  `standard deviations and more than ${RULES.overtradingFactor} times as many.`;
