// Trades that look like a mistake, with the figures that make them look so. Suspects are shown, never recorded.

import type { MistakeCategory } from '@zorivest/words';
import { type Fixed, type Num, parseFixed } from '../money/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { DAY_MS, dayOf, daysIn, parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** What was intended, where a plan was linked to the trade. */
export interface TripPlan {
  readonly entry?: Num | null;
  readonly stop?: Num | null;
  readonly target?: Num | null;
}

export interface SuspectContext {
  readonly planOf?: (trip: RoundTrip) => TripPlan | null;
  /** The best the trade could have made, where excursions are known. */
  readonly bestOf?: (trip: RoundTrip) => Num | null;
  /** Of a structure its legs; absent: every trip is its own. */
  readonly legsOf?: (trip: RoundTrip) => readonly RoundTrip[];
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

/** A long record may hold thousands: evidence is written only for the page that is shown. */
export interface Suspicion {
  readonly category: MistakeCategory;
  readonly trip: RoundTrip;
  readonly describe: () => Evidence;
}

export interface Suspects {
  readonly suspects: Suspect[];
  readonly recorded: false;
  readonly trade_count: number;
  readonly convention: string;
}

const RULES = {
  revengeMinutes: 15,
  revengeSize: 1.2,
  oversizeFactor: 2,
  sizeHistory: 20,
  leastHistory: 10,
  badLossFactor: 2,
  keptOfBest: 0.4,
  keptOfTarget: 0.5,
  chaseShare: 0.25,
  overtradingDeviations: 2,
  overtradingFactor: 2,
  leastDays: 10,
};

interface SizedTrip {
  readonly trip: RoundTrip;
  readonly opened: number;
  readonly closed: number | null;
  readonly size: number;
  readonly pnl: number;
}

/** Looks at every trip against those before it. Trips are read in the order they were opened. */
export function mistakeSuspects(trips: readonly RoundTrip[], context: SuspectContext = {}): Suspects {
  return {
    suspects: suspiciousTrips(trips, context).map(suspectOf),
    recorded: false,
    trade_count: trips.length,
    convention: SUSPECT_CONVENTION,
  };
}

/** The same without evidence, for whoever shows a page of them. Sorted by the id of the trip, then by category. */
export function suspiciousTrips(trips: readonly RoundTrip[], context: SuspectContext = {}): Suspicion[] {
  const found: Suspicion[][] = [];
  const money = amountsIn(context.currency ?? 'USD');
  for (const account of Map.groupBy(trips, (trip) => trip.account_id).values()) {
    const sized = sizedTrips(account, context).toSorted((a, b) => a.opened - b.opened);
    const usual = usualSizes(sized);
    found.push(
      bySize(sized, usual, money),
      afterLosses(sized, usual, money),
      byPlan(sized, context, money),
      busyDays(sized, context.time_zone ?? 'America/New_York', money),
    );
  }
  return found.flat().toSorted((a, b) => {
    const [one, other] = [a.trip.id, b.trip.id];
    if (one !== other) return one < other ? -1 : 1;
    return a.category < b.category ? -1 : 1;
  });
}

/** A suspicion with its evidence as text and figures. */
export function suspectOf({ category, trip, describe }: Suspicion): Suspect {
  const [evidence, figures] = describe();
  return { category, trip_id: trip.id, exec_ids: trip.entry_exec_ids, evidence, figures };
}

export const SUSPECT_CONVENTION =
  `Revenge: opened within ${RULES.revengeMinutes} minutes of closing a loss, in the same instrument or ` +
  `${RULES.revengeSize} times the usual size. Oversized: more than ${RULES.oversizeFactor} times the median notional (an option by its strike) of the last ` +
  `${RULES.sizeHistory} trades. No stop: a loss beyond ${RULES.badLossFactor} times the average loss with no stop recorded. ` +
  `Early exit: a winner that kept less than ${RULES.keptOfTarget * 100} % of the way to its target, or less than ` +
  `${RULES.keptOfBest * 100} % of the best there was. Chasing: entered more than ${RULES.chaseShare * 100} % of the planned risk ` +
  `beyond the planned entry. Overtrading: a losing day with more trades than usual by ${RULES.overtradingDeviations} ` +
  `standard deviations and more than ${RULES.overtradingFactor} times as many.`;

/** How an amount is written in evidence. */
type Money = (value: number) => string;

/**
 * What a trade moves: shares and futures at their price, an option at the strike of the shares behind it, for its premium
 * says nothing about that. Legs of a structure hedge each other: the largest stands for it.
 */
function notionalOf(trip: RoundTrip, legsOf: SuspectContext['legsOf']): number {
  const legs = legsOf?.(trip) ?? [trip];
  let largest = 0;
  for (const leg of legs) largest = Math.max(largest, sizeOf(leg));
  return largest;
}

function sizeOf({ asset_class, instrument, entry_avg_price, quantity, multiplier, rate }: RoundTrip): number {
  const isOption = asset_class === 'OPTION' || asset_class === 'FUTURE_OPTION';
  const price = (isOption ? parseOptionSymbol(instrument)?.strike : undefined) ?? entry_avg_price;
  return Math.abs(quantity * price * multiplier * rate);
}

function sizedTrips(trips: readonly RoundTrip[], { legsOf }: SuspectContext): SizedTrip[] {
  const sized: SizedTrip[] = [];
  for (const trip of trips) {
    const opened = parseInstant(trip.opened_at);
    if (opened === null) continue;
    sized.push({
      trip,
      opened,
      closed: trip.status === 'closed' ? parseInstant(trip.closed_at) : null,
      size: notionalOf(trip, legsOf),
      pnl: trip.realized_pnl,
    });
  }
  return sized;
}

function suspect(category: MistakeCategory, { trip }: SizedTrip, describe: () => Evidence): Suspicion {
  return { category, trip, describe };
}

type Evidence = readonly [evidence: string, figures: Suspect['figures']];

/** For each trade the median size of those just before it; null while there are too few. One sorted window moves along. */
function usualSizes(trips: readonly SizedTrip[]): (number | null)[] {
  const window: number[] = [];
  return trips.map(({ size }, i) => {
    const middle = window.length >> 1;
    const median =
      window.length % 2 === 1 ? (window[middle] ?? 0) : ((window[middle - 1] ?? 0) + (window[middle] ?? 0)) / 2;
    const usual = window.length < RULES.leastHistory ? null : median;
    window.splice(placeOf(window, size), 0, size);
    const leaving = trips[i - RULES.sizeHistory];
    if (leaving !== undefined) window.splice(placeOf(window, leaving.size), 1);
    return usual;
  });
}

/** Where a value stands in a sorted list, or would stand. */
function placeOf(sorted: readonly number[], value: number): number {
  let place = 0;
  while (place < sorted.length && (sorted[place] ?? value) < value) place += 1;
  return place;
}

function bySize(trips: readonly SizedTrip[], usualSize: readonly (number | null)[], money: Money): Suspicion[] {
  const found: Suspicion[] = [];
  for (const [i, one] of trips.entries()) {
    const usual = usualSize[i] ?? null;
    if (usual === null || usual === 0 || one.size <= RULES.oversizeFactor * usual) continue;
    const factor = round(one.size / usual);
    found.push(
      suspect('oversized', one, () => [
        `${money(one.size)} is ${factor} times the median of the trades before it (${money(usual)}).`,
        { size: round(one.size), usual_size: round(usual), factor },
      ]),
    );
  }
  return found;
}

function afterLosses(trips: readonly SizedTrip[], usualSize: readonly (number | null)[], money: Money): Suspicion[] {
  const closes = trips
    .filter((one) => one.closed !== null && one.pnl < 0)
    .toSorted((a, b) => (a.closed ?? 0) - (b.closed ?? 0));
  const found: Suspicion[] = [];
  let next = 0;
  let lastLoss: SizedTrip | null = null;
  for (const [i, one] of trips.entries()) {
    for (let loss = closes[next]; loss !== undefined && (loss.closed ?? 0) <= one.opened; loss = closes[next]) {
      lastLoss = loss;
      next += 1;
    }
    // Minutes are known of times only.
    if (lastLoss === null || lastLoss === one || !one.trip.opened_time_known || !lastLoss.trip.closed_time_known)
      continue;
    const minutes = (one.opened - (lastLoss.closed ?? 0)) / 60_000;
    if (minutes > RULES.revengeMinutes) continue;
    const usual = usualSize[i] ?? null;
    const again = lastLoss.trip.instrument === one.trip.instrument;
    const larger = usual !== null && usual > 0 && one.size >= RULES.revengeSize * usual;
    if (!again && !larger) continue;
    const { pnl, trip } = lastLoss;
    found.push(
      suspect('revenge_trade', one, () => [
        `Opened ${round(minutes)} minutes after losing ${money(-pnl)} in ${trip.instrument}` +
          `${again ? ', in the same instrument' : ''}${larger ? `, at ${round(one.size / usual)} times the usual size` : ''}.`,
        { minutes: round(minutes), loss: round(-pnl), loss_trip: trip.id },
      ]),
    );
  }
  return found;
}

function byPlan(trips: readonly SizedTrip[], { planOf, bestOf }: SuspectContext, money: Money): Suspicion[] {
  const losses = trips.filter((one) => one.closed !== null && one.pnl < 0);
  const averageLoss = losses.length === 0 ? 0 : losses.reduce((sum, one) => sum - one.pnl, 0) / losses.length;
  const found: Suspicion[] = [];
  const keep = (looksWrong: Suspicion | null): void => {
    if (looksWrong !== null) found.push(looksWrong);
  };
  for (const one of trips) {
    const plan = planOf?.(one.trip) ?? null;
    const best = bestOf?.(one.trip) ?? null;
    keep(withoutStop(one, plan, { averageLoss, losses: losses.length, money }));
    keep(chased(one, plan));
    keep(leftEarly(one, plan, best === null ? null : parseFixed(best), money));
  }
  return found;
}

function withoutStop(
  one: SizedTrip,
  plan: TripPlan | null,
  { averageLoss, losses, money }: { averageLoss: number; losses: number; money: Money },
): Suspicion | null {
  const stop = plan?.stop ?? null;
  if (stop !== null || one.closed === null || losses < RULES.leastHistory) return null;
  if (-one.pnl <= RULES.badLossFactor * averageLoss) return null;
  return suspect('no_stop', one, () => [
    `Lost ${money(-one.pnl)}, ${round(-one.pnl / averageLoss)} times the average loss, and no stop is recorded.`,
    { loss: round(-one.pnl), average_loss: round(averageLoss) },
  ]);
}

function chased(one: SizedTrip, plan: TripPlan | null): Suspicion | null {
  const [entry, stop] = [numberOf(plan?.entry), numberOf(plan?.stop)];
  if (entry === null || stop === null || entry === stop) return null;
  const beyond = (one.trip.entry_avg_price - entry) * (one.trip.direction === 'long' ? 1 : -1);
  const share = beyond / Math.abs(entry - stop);
  if (share <= RULES.chaseShare) return null;
  return suspect('chasing', one, () => [
    `Entered at ${one.trip.entry_avg_price}, planned ${entry}: ${round(share * 100)} % of the planned risk was given away.`,
    { entry: one.trip.entry_avg_price, planned_entry: entry, share_of_risk: round(share) },
  ]);
}

function leftEarly(one: SizedTrip, plan: TripPlan | null, best: Fixed | null, money: Money): Suspicion | null {
  const { entry_avg_price: entry, exit_avg_price: exit } = one.trip;
  if (one.closed === null || one.pnl <= 0 || exit === null) return null;
  const target = numberOf(plan?.target);
  const sign = one.trip.direction === 'long' ? 1 : -1;
  if (target !== null) {
    const planned = (target - entry) * sign;
    const kept = ((exit - entry) * sign) / planned;
    if (planned > 0 && kept < RULES.keptOfTarget)
      return suspect('early_exit', one, () => [
        `Left at ${exit}, ${round(kept * 100)} % of the way to the target ${target}.`,
        { exit, target, share_of_target: round(kept) },
      ]);
  }
  const bestDollars = best === null ? null : Number(best) / 1e12;
  if (bestDollars === null || bestDollars <= 0 || one.pnl / bestDollars >= RULES.keptOfBest) return null;
  return suspect('early_exit', one, () => [
    `Kept ${money(one.pnl)} of the ${money(bestDollars)} there was to make.`,
    { kept: round(one.pnl), best: round(bestDollars) },
  ]);
}

function busyDays(trips: readonly SizedTrip[], zone: string, money: Money): Suspicion[] {
  const dayAt = daysIn(zone);
  const days = [
    ...Map.groupBy(trips, ({ opened, trip }) =>
      dayAt === null || !trip.opened_time_known ? Math.floor(opened / DAY_MS) : dayAt(opened),
    ),
  ];
  if (days.length < RULES.leastDays) return [];
  const counts = days.map(([, trips]) => trips.length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const deviation = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1));
  const limit = Math.max(mean + RULES.overtradingDeviations * deviation, RULES.overtradingFactor * mean);
  return days.flatMap(([dayNumber, trips]) => {
    const result = trips.reduce((sum, one) => sum + one.pnl, 0);
    if (trips.length <= limit || result >= 0) return [];
    const day = dayOf(dayNumber * DAY_MS);
    return trips
      .slice(Math.floor(limit))
      .map((one) =>
        suspect('overtrading', one, () => [
          `One of ${trips.length} trades on ${day}, which lost ${money(-result)}; the usual day has ${round(mean)}.`,
          { day, trades: trips.length, usual: round(mean), result: round(result) },
        ]),
      );
  });
}

function numberOf(value: Num | null | undefined): number | null {
  const parsed = value === undefined || value === null ? null : parseFixed(value);
  return parsed === null || parsed <= 0n ? null : Number(parsed) / 1e12;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Thousands are grouped by hand: the locale's formatter takes longer than the whole search. */
function amountsIn(currency: string): Money {
  return (value) => {
    const [sign, digits] = [value < 0 ? '-' : '', grouped(value)];
    return currency === 'USD' ? `${sign}$${digits}` : `${sign}${digits} ${currency}`;
  };
}

function grouped(value: number): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(2).split('.');
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3) text = `${whole.slice(Math.max(0, end - 3), end)},${text}`;
  return `${text}.${fraction}`;
}
