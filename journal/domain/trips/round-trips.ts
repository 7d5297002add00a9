import { Holdings, type PositionEvent, readEvents } from '../events/index.ts';
import { type Execution, type Fill, lastDay, readExecutions } from '../executions/index.ts';
import type { Places } from '../ledger/index.ts';
import { type Problem, Problems } from '../money/index.ts';
import { InstrumentTrips } from './instrument-trips.ts';
import { dayOf, parseInstant } from '../time/index.ts';
import { TRIP_METHODS, type TripMethod } from './lot-queue.ts';
import type { RoundTrip } from './trip.ts';

export interface RoundTripOptions {
  readonly method?: TripMethod;
  /** What changed positions without a trade. */
  readonly events?: readonly PositionEvent[];
  /** Whether money leaves in whole cents (when absent), or with up to eight decimals for who adds it up. */
  readonly places?: Places;
  /** The day to judge expiry by, `YYYY-MM-DD`; absent: the day of the newest execution. */
  readonly as_of?: string;
}

export interface RoundTrips {
  readonly round_trips: RoundTrip[];
  readonly problems: Problem[];
}

/** Positions from flat to flat, per account and instrument. The order of the input does not matter. */
export function roundTrips(executions: readonly Execution[], asked?: RoundTripOptions | null): RoundTrips {
  const options = asked ?? {};
  const problems = new Problems();
  const read = readExecutions(executions, problems);
  const { steps, deliveries } = readEvents(options.events ?? [], problems, read);
  const fills = deliveries.length === 0 ? read : [...read, ...deliveries];
  // Only an option that is still open asks for the day.
  let day = dayAskedFor(options.as_of, problems);
  const asOf = (): string | null => (day ??= lastDay(fills));
  const method = methodAskedFor(options.method, problems);
  const places = options.places === 'exact' ? 'exact' : 'cents';
  const holdings = new Holdings(fills, steps, {
    feeDecimals: 12,
    make: (input) => new InstrumentTrips(input, { method, places }, problems),
  });
  const trips: { readonly trip: RoundTrip; readonly second: number }[] = [];
  const found: InstrumentTrips[] = [];
  holdings.run((holding) => found.push(holding));
  // A trip that an event took to another book is final only when that one is.
  for (const holding of found) {
    for (const trip of holding.trips) if (!trip.isEmpty) trips.push({ trip: trip.finish(), second: trip.first.second });
    reportExpired(holding, asOf, problems);
    reportCurrencies(holding.fills, problems);
  }
  trips.sort((a, b) => a.second - b.second || (a.trip.id < b.trip.id ? -1 : 1));
  return { round_trips: trips.map(({ trip }) => trip), problems: problems.list() };
}

function methodAskedFor(method: TripMethod | undefined | null, problems: Problems): TripMethod {
  if (method === undefined || method === null) return 'fifo';
  if (TRIP_METHODS.includes(method)) return method;
  problems.add('unknown_method', `Unknown matching method: use ${TRIP_METHODS.join(', ')}. fifo is used.`);
  return 'fifo';
}

function dayAskedFor(day: string | undefined | null, problems: Problems): string | null {
  if (day === undefined || day === null) return null;
  const instant = parseInstant(day);
  if (instant === null) problems.add('invalid_date', 'The day to judge expiry by (as_of) is not a real date.');
  return instant === null ? null : dayOf(instant);
}

function reportExpired(holding: InstrumentTrips, asOf: () => string | null, problems: Problems): void {
  const trip = holding.open;
  const expiry = trip?.first.facts.expiry ?? null;
  if (trip !== null && expiry !== null && expiry < (asOf() ?? expiry))
    problems.addAll(
      'expired_option_open',
      `${trip.instrument} expired on ${expiry} with no close, expiry, exercise or assignment; add the one that happened.`,
      trip.entryIds,
    );
}

/** The fills of one account in one instrument. */
function reportCurrencies(fills: readonly Fill[], problems: Problems): void {
  let known: string | undefined;
  for (const { currency, instrument } of fills) {
    if (currency !== undefined && known !== undefined && currency !== known) {
      problems.add('mixed_currency', `${instrument} was traded in more than one currency; its P&L mixes them.`);
      return;
    }
    known ??= currency;
  }
}
