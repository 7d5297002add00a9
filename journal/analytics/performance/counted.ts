// The trades of the book as they are counted, with what each has realised so far: cached, and after a change of single trades
// only those are counted again.
import {
  byClose,
  closedAmong,
  type ClosedTrip,
  closedTrip,
  type ClosedTrips,
  closedTrips,
  evenBand,
  realisedIn,
  SizedTrips,
  type DayResults,
  dayResultsIn,
  type TimeSlices,
  timeSlicesIn,
  tradeIn,
} from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { type Change, EditedList } from '@zorivest/records';
import type { ConvertedPositions } from './converted-positions.ts';
import { type CountedAs, computeIncrementally, type Trade } from './incremental.ts';
import { placesOf } from './rounding.ts';

export interface CountedBook {
  /** In the order they were opened. */
  readonly trades: readonly Trade[];
  /** Each that has realised something, in the order of the last exits. */
  readonly results: readonly Trade[];
  /** The results as breakdowns read them: what was read of a trade is cached with it. */
  readonly closed: () => ClosedTrips;
  /** Money changed for other money is among them. */
  readonly hasMoney: boolean;
  /** Some have costs with a day of their own. */
  readonly hasCosts: boolean;
}

interface CountedTrades extends CountedBook {
  readonly resultList: EditedList<Trade>;
  /** What breakdowns have read of the results; null until the first one asks. */
  readonly read: () => EditedList<ClosedTrip> | null;
}

/** Over the whole record; the days do not matter. */
export function countedOf(
  call: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: CountedAs,
): Promise<CountedBook> {
  return computeIncrementally<CountedTrades>(call, positions, asked, 'counted', {
    compute: countTrades,
    update: countedOn,
  });
}

/** What they brought, day by day in the zone that is asked for; over the whole record. */
export function dayResultsOf(
  call: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: CountedAs,
): Promise<DayResults> {
  const { zone } = asked;
  return computeIncrementally<DayResults>(call, positions, asked, `results by the days of ${zone}`, {
    compute: (trades) => dayResultsIn(trades, { time_zone: zone }),
    update: (last, { gone, fresh }) => last.with(gone, fresh),
  });
}

/** The results as the time breakdown slices them by the clocks of the zone that is asked for; over the whole record. */
export function timeSlicesOf(
  call: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: CountedAs,
): Promise<TimeSlices> {
  const { zone } = asked;
  return computeIncrementally<TimeSlices>(call, positions, asked, `slices of time in ${zone}`, {
    compute: (trades) => timeSlicesIn(closedTrips(resultsOf(trades)).closed, zone, evenBand(placesOf(asked.currency))),
    update: (last, { gone, fresh }) => last.with(resultsOf(gone), resultsOf(fresh)),
  });
}

/** What looking for suspects reads of them; over the whole record. */
export function sizedOf(
  call: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: CountedAs,
): Promise<SizedTrips> {
  return computeIncrementally<SizedTrips>(call, positions, asked, 'sized', {
    compute: sizedTrips,
    update: (last, { gone, fresh }) => last.with(gone, fresh),
  });
}

export function sizedTrips(trades: readonly Trade[]): SizedTrips {
  return SizedTrips.of(trades);
}

function countedOn(last: CountedTrades, { gone, fresh }: Change<Trade>, trades: readonly Trade[]): CountedTrades {
  const change = { gone: resultsOf(gone), fresh: resultsOf(fresh) };
  const read = last.read()?.with({ gone: readOf(change.gone), fresh: readOf(change.fresh) }) ?? null;
  // Where the last of it has gone it is looked for once too often, and not found.
  const hasMoney = last.hasMoney || fresh.some(isMoney);
  const hasCosts = last.hasCosts || fresh.some(hasOwnCosts);
  return withResults(last.resultList.with(change), read, { trades, hasMoney, hasCosts });
}

function countTrades(trades: readonly Trade[]): CountedTrades {
  const results = new EditedList(resultsOf(trades), byLastExit);
  return withResults(results, null, { trades, hasMoney: trades.some(isMoney), hasCosts: trades.some(hasOwnCosts) });
}

function withResults(
  resultList: EditedList<Trade>,
  known: EditedList<ClosedTrip> | null,
  others: Pick<CountedBook, 'trades' | 'hasMoney' | 'hasCosts'>,
): CountedTrades {
  let read = known;
  return {
    ...others,
    resultList,
    get results() {
      return resultList.all;
    },
    closed: () => {
      read ??= new EditedList(closedTrips(resultList.all).closed, byClose);
      return closedAmong(read.all, resultList.all.length);
    },
    read: () => read,
  };
}

function readOf(results: readonly Trade[]): ClosedTrip[] {
  return results.flatMap((result) => closedTrip(result) ?? []);
}

function isMoney({ asset_class }: Trade): boolean {
  return asset_class === 'FOREX';
}

function hasOwnCosts({ exits }: Trade): boolean {
  return exits?.some(({ is_cost }) => is_cost === true) ?? false;
}

/** What each has realised so far, in the order of the last exits. */
function resultsOf(trades: readonly Trade[]): Trade[] {
  const results: Trade[] = [];
  for (const trade of trades) {
    // Nearly every trade has one exit, which is its close: then it is its own result.
    if (trade.exits !== null) {
      const one = realisedIn(trade, () => true);
      if (one !== null) results.push(tradeIn(one));
    } else if (trade.closed_at !== null && trade.exit_exec_ids.length > 0) results.push(trade);
  }
  return results.toSorted(byLastExit);
}

function byLastExit(a: Trade, b: Trade): number {
  const one = lastExit(a);
  const other = lastExit(b);
  if (one !== other) return one < other ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

function lastExit({ exits, closed_at }: Trade): string {
  return exits?.at(-1)?.time ?? closed_at ?? '';
}
