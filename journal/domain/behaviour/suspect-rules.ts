// The rules themselves: each goes over the trips of one account in the order they were opened.
import { dayInWords } from '@zorivest/vocabulary';
import { type Amount, isPositive, type Num, parseAmount, toDouble } from '../money/index.ts';
import { DAY_MS, dayOf, daysIn } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import type { Evidence, FirstFound } from './first-found.ts';
import type { AccountTrips } from './sized-trips.ts';

/** What was intended, where a plan was linked to the trade. */
export interface TripPlan {
  readonly entry?: Num | null;
  readonly stop?: Num | null;
  readonly target?: Num | null;
  /** What it says of the underlying of an option: prices that are none of the trade's. */
  readonly on_underlying?: { readonly entry: Num; readonly stop: Num | null; readonly target: Num | null };
}

export const RULES = {
  revengeMinutes: 15,
  revengeSize: 1.2,
  oversizeFactor: 2,
  sizeHistory: 20,
  leastHistory: 10,
  badLossFactor: 2,
  captureOfBest: 0.4,
  captureOfTarget: 0.5,
  chaseShare: 0.25,
  overtradingDeviations: 2,
  overtradingFactor: 2,
  leastDays: 10,
};

/** How an amount is written in evidence. */
export type Money = (value: number) => string;

/** For each trade the median size of those of its kind just before it; NaN while there are too few. */
export function usualSizes({ sizes, atRisk }: Pick<AccountTrips, 'sizes' | 'atRisk'>): Float64Array {
  const usual = new Float64Array(sizes.length).fill(NaN);
  for (const kind of [0, 1]) addUsual(usual, sizes, (i) => atRisk[i] === kind && !Number.isNaN(sizes[i]));
  return usual;
}

/** One sorted window moves along. */
function addUsual(usual: Float64Array, sizes: Float64Array, isOfKind: (place: number) => boolean): void {
  const window: number[] = [];
  const places: number[] = [];
  for (let i = 0; i < sizes.length; i += 1) {
    if (!isOfKind(i)) continue;
    const middle = window.length >> 1;
    const median =
      window.length % 2 === 1 ? (window[middle] ?? 0) : ((window[middle - 1] ?? 0) + (window[middle] ?? 0)) / 2;
    if (window.length >= RULES.leastHistory) usual[i] = median;
    // The one that leaves makes room for the one that comes: everything between the two moves by a place.
    const size = sizes[i] ?? 0;
    const leaving = places.length - RULES.sizeHistory;
    let place = leaving < 0 ? window.push(size) - 1 : placeOf(window, sizes[places[leaving] ?? 0] ?? 0);
    for (; place > 0 && (window[place - 1] ?? 0) > size; place -= 1) window[place] = window[place - 1] ?? 0;
    for (; place + 1 < window.length && (window[place + 1] ?? 0) < size; place += 1)
      window[place] = window[place + 1] ?? 0;
    window[place] = size;
    places.push(i);
  }
}

/** Where a value stands in a sorted list. */
function placeOf(sorted: readonly number[], value: number): number {
  let place = 0;
  while (place < sorted.length && (sorted[place] ?? value) < value) place += 1;
  return place;
}

// The evidence of a suspect is made in functions of its own: closures made inside the loops would keep the loop's variables on
// the heap for every trip, and few trips are suspects.

export function bySize(
  { trips, sizes, atRisk }: AccountTrips,
  usualSize: Float64Array,
  found: FirstFound,
  money: Money,
): void {
  for (let i = 0; i < sizes.length; i += 1) {
    const size = sizes[i] ?? 0;
    const usual = usualSize[i] ?? NaN;
    // NaN, where too few came before, compares with nothing.
    if (usual === 0 || !(size > RULES.oversizeFactor * usual)) continue;
    const trip = trips[i];
    if (trip !== undefined && found.wants('oversized', trip))
      found.add('oversized', trip, explainOversized(size, usual, atRisk[i] === 1 ? 'at risk' : 'in shares', money));
  }
}

function explainOversized(size: number, usual: number, kind: string, money: Money): () => Evidence {
  return () => {
    const factor = round(size / usual);
    return [
      `${money(size)} ${kind} is ${factor} times the median of the trades before it (${money(usual)}).`,
      { size: round(size), usual_size: round(usual), factor },
    ];
  };
}

export function afterLosses(account: AccountTrips, usualSize: Float64Array, found: FirstFound, money: Money): void {
  const { trips, opened, closed, sizes } = account;
  const losses = lossesByClose(account);
  let next = 0;
  let last = -1;
  for (let i = 0; i < opened.length; i += 1) {
    const from = opened[i] ?? 0;
    while (next < losses.length && (closed[losses[next] ?? 0] ?? 0) <= from) {
      last = losses[next] ?? 0;
      next += 1;
    }
    if (last === -1 || last === i) continue;
    const minutes = (from - (closed[last] ?? 0)) / 60_000;
    if (minutes > RULES.revengeMinutes) continue;
    const trip = trips[i];
    const lost = trips[last];
    // Minutes are known of times only.
    if (trip === undefined || lost === undefined || !trip.opened_time_known || !lost.closed_time_known) continue;
    const size = sizes[i] ?? 0;
    const usual = usualSize[i] ?? NaN;
    const isLarger = usual > 0 && size >= RULES.revengeSize * usual;
    if (!isLarger && lost.instrument !== trip.instrument) continue;
    if (found.wants('revenge_trade', trip))
      found.add('revenge_trade', trip, revenge({ trip, lost, minutes, times: isLarger ? size / usual : null, money }));
  }
}

/** Their places, in the order they closed. */
function lossesByClose(account: AccountTrips): readonly number[] {
  const { closed } = account;
  const losses: number[] = [];
  for (let i = 0; i < closed.length; i += 1) if (isLoss(account, i)) losses.push(i);
  return losses.toSorted((a, b) => (closed[a] ?? 0) - (closed[b] ?? 0));
}

function revenge(one: {
  readonly trip: RoundTrip;
  readonly lost: RoundTrip;
  readonly minutes: number;
  /** The usual size, where it is more. */
  readonly times: number | null;
  readonly money: Money;
}): () => Evidence {
  return () => {
    const { trip, lost, minutes, times, money } = one;
    const loss = -lost.realized_pnl;
    return [
      [
        `Opened ${round(minutes)} minutes after losing ${money(loss)} in ${lost.instrument}`,
        ...(lost.instrument === trip.instrument ? ['in the same instrument'] : []),
        ...(times === null ? [] : [`at ${round(times)} times the usual size`]),
      ].join(', ') + '.',
      { minutes: round(minutes), loss: round(loss), loss_trip: lost.id },
    ];
  };
}

function isLoss({ closed, pnls }: AccountTrips, i: number): boolean {
  return !Number.isNaN(closed[i]) && (pnls[i] ?? 0) < 0;
}

interface PlanSource {
  readonly planOf?: ((trip: RoundTrip) => TripPlan | null) | undefined;
  readonly bestOf?: ((trip: RoundTrip) => Num | null) | undefined;
}

export function byPlan(account: AccountTrips, { planOf, bestOf }: PlanSource, found: FirstFound, money: Money): void {
  const { trips, closed, pnls } = account;
  let losses = 0;
  let lost = 0;
  for (let i = 0; i < pnls.length; i += 1)
    if (isLoss(account, i)) {
      losses += 1;
      lost -= pnls[i] ?? 0;
    }
  const averageLoss = losses === 0 ? 0 : lost / losses;
  const badLoss = losses < RULES.leastHistory ? Infinity : RULES.badLossFactor * averageLoss;
  for (let i = 0; i < trips.length; i += 1) {
    const trip = trips[i] as RoundTrip; // below its length
    const plan = planOf?.(trip) ?? null;
    const best = bestOf?.(trip) ?? null;
    const isClosed = !Number.isNaN(closed[i]);
    const loss = -(pnls[i] ?? 0);
    const isStopped = (plan?.stop ?? plan?.on_underlying?.stop ?? null) !== null;
    if (isClosed && loss > badLoss && !isStopped && found.wants('no_stop', trip))
      found.add('no_stop', trip, withoutStop(loss, averageLoss, money));
    if (plan !== null) findChase(trip, plan, found);
    if (isClosed && (plan !== null || best !== null))
      findEarlyExit(trip, plan, best === null ? null : parseAmount(best), found, money);
  }
}

function withoutStop(loss: number, averageLoss: number, money: Money): () => Evidence {
  return () => [
    `Lost ${money(loss)}, ${round(loss / averageLoss)} times the average loss, and no stop is recorded.`,
    { loss: round(loss), average_loss: round(averageLoss) },
  ];
}

function findChase(trip: RoundTrip, plan: TripPlan, found: FirstFound): void {
  const [entry, stop] = [numberOf(plan.entry), numberOf(plan.stop)];
  if (entry === null || stop === null || entry === stop) return;
  const { entry_avg_price: entered } = trip;
  const beyond = (entered - entry) * (trip.direction === 'long' ? 1 : -1);
  const share = beyond / Math.abs(entry - stop);
  if (share <= RULES.chaseShare || !found.wants('chasing', trip)) return;
  found.add('chasing', trip, () => [
    `Entered at ${priceText(entered)}, planned ${priceText(entry)}: ${round(share * 100)} % of the planned risk was given away.`,
    { entry: entered, planned_entry: entry, share_of_risk: round(share) },
  ]);
}

function findEarlyExit(
  trip: RoundTrip,
  plan: TripPlan | null,
  best: Amount | null,
  found: FirstFound,
  money: Money,
): void {
  const { entry_avg_price: entry, exit_avg_price: exit, realized_pnl: pnl } = trip;
  if (pnl <= 0 || exit === null || !found.wants('early_exit', trip)) return;
  const target = numberOf(plan?.target);
  const sign = trip.direction === 'long' ? 1 : -1;
  if (target !== null) {
    const planned = (target - entry) * sign;
    const captured = ((exit - entry) * sign) / planned;
    if (planned > 0 && captured < RULES.captureOfTarget) {
      found.add('early_exit', trip, () => [
        `Left at ${priceText(exit)}, ${round(captured * 100)} % of the way to the target ${priceText(target)}.`,
        { exit, target, share_of_target: round(captured) },
      ]);
      return;
    }
  }
  const bestDollars = best === null ? null : toDouble(best);
  if (bestDollars === null || bestDollars <= 0 || pnl / bestDollars >= RULES.captureOfBest) return;
  found.add('early_exit', trip, () => [
    `Captured ${money(pnl)} of the best result of ${money(bestDollars)}.`,
    { kept: round(pnl), best: round(bestDollars) },
  ]);
}

interface BusyDay {
  readonly places: number[];
  result: number;
}

export function busyDays({ trips, opened, pnls }: AccountTrips, zone: string, found: FirstFound, money: Money): void {
  const dayAt = daysIn(zone);
  const days = new Map<number, BusyDay>();
  let today: BusyDay | undefined;
  let todayIs = NaN;
  for (let i = 0; i < opened.length; i += 1) {
    const instant = opened[i] ?? 0;
    const number =
      dayAt === null || trips[i]?.opened_time_known !== true ? Math.floor(instant / DAY_MS) : dayAt(instant);
    // Trips come in the order they were opened, so a day's are mostly together.
    if (number !== todayIs || today === undefined) {
      today = days.get(number) ?? { places: [], result: 0 };
      todayIs = number;
      days.set(number, today);
    }
    today.places.push(i);
    today.result += pnls[i] ?? 0;
  }
  if (days.size < RULES.leastDays) return;
  const counts = [...days.values()].map(({ places }) => places.length);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const deviation = Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1));
  const limit = Math.max(mean + RULES.overtradingDeviations * deviation, RULES.overtradingFactor * mean);
  for (const [number, { places, result }] of days) {
    if (places.length <= limit || result >= 0) continue;
    for (const place of places.slice(Math.floor(limit))) {
      const trip = trips[place];
      if (trip === undefined || !found.wants('overtrading', trip)) continue;
      found.add('overtrading', trip, overtrading({ number, trades: places.length, result, usual: mean, money }));
    }
  }
}

function overtrading(one: {
  /** Days since 1970. */
  readonly number: number;
  readonly trades: number;
  readonly result: number;
  readonly usual: number;
  readonly money: Money;
}): () => Evidence {
  return () => {
    const { trades, result, usual, money } = one;
    const day = dayOf(one.number * DAY_MS);
    return [
      `One of ${trades} trades on ${dayInWords(day)}, which lost ${money(-result)}; the usual day has ${round(usual)}.`,
      { day, trades, usual: round(usual), result: round(result) },
    ];
  };
}

export function numberOf(value: Num | null | undefined): number | null {
  const parsed = value === undefined || value === null ? null : parseAmount(value);
  return parsed === null || !isPositive(parsed) ? null : toDouble(parsed);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Two to four places, as pages write an average; of what costs less than a dime eight digits. */
function priceText(value: number): string {
  return Math.abs(value) < 0.1 ? String(Number(value.toPrecision(8))) : value.toFixed(4).replace(/0{1,2}$/, '');
}

/** Thousands are grouped by hand: the locale's formatter takes longer than the whole search. */
export function amountsIn(currency: string): Money {
  return (value) => {
    const [sign, digits] = [value < 0 ? '-' : '', groupThousands(value)];
    return currency === 'USD' ? `${sign}$${digits}` : `${sign}${digits} ${currency}`;
  };
}

function groupThousands(value: number): string {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(2).split('.');
  let text = whole.slice(-3);
  for (let end = whole.length - 3; end > 0; end -= 3) text = `${whole.slice(Math.max(0, end - 3), end)},${text}`;
  return `${text}.${fraction}`;
}
