// The book's trades with their amounts in one currency, each fill and fee at the rate of its own day.
import {
  convert,
  type Problem,
  type Rates,
  type RoundTrip,
  roundTrips,
  type Structure,
  structuresOf,
  type DayOf,
} from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { ratesOf } from '../fx/rates.ts';
import type { Positions } from '../positions/matching.ts';
import { positionsOf } from '../positions/positions.ts';
import type { BookExecution } from '../trades/columns.ts';

export interface BookIn {
  readonly executions: readonly BookExecution[];
  readonly trips: readonly RoundTrip[];
  readonly structures: readonly Structure[];
  readonly problems: readonly Problem[];
  /** Executions that no rate could convert. */
  readonly missing: ReadonlySet<string>;
  /** The rate of each execution that was converted. */
  readonly rateOf: ReadonlyMap<string, number>;
  readonly rates: Rates;
  /** The same in the currencies they were traded in; itself where nothing was converted. */
  readonly native: Positions;
  readonly isConverted: boolean;
}

export async function bookIn(call: Call, currency: string, zone: string, dayOf: DayOf): Promise<BookIn> {
  const native = await positionsOf(call);
  const rates = await ratesOf(call);
  return call.results.of(`book in ${currency} by the days of ${zone}`, () => converted(native, currency, rates, dayOf));
}

function converted(native: Positions, currency: string, rates: Rates, dayOf: DayOf): BookIn {
  const { executions, trips, structures, problems, families, asOf, choices } = native;
  const plain = { native, rates, missing: new Set<string>(), rateOf: new Map<string, number>() };
  if ([...native.currencies].every((own) => own === currency))
    return { ...plain, executions, trips, structures, problems, isConverted: false };
  const events = [...families.values()].flatMap((family) => family.events);
  const found = convert(executions, events, { currency, rates, dayOf });
  const byId = new Map(found.executions.map((execution) => [execution.exec_id, execution]));
  const eventsById = new Map(found.events.map((event) => [event.id, event]));
  const again = new Map<string, RoundTrip>();
  for (const family of families.values()) {
    if ([...family.currencies].every((own) => own === currency)) continue;
    const own = family.executions.map((execution) => byId.get(execution.exec_id) ?? execution);
    const happened = family.events.map((event) => eventsById.get(event.id) ?? event);
    for (const trip of roundTrips(own, { events: happened, as_of: asOf }).round_trips) again.set(trip.id, trip);
  }
  // Amounts change what a trip brought, never which fills it is made of: it has the name it had.
  const inCurrency = trips.map((trip) => again.get(trip.id) ?? trip);
  return {
    native,
    rates,
    executions: found.executions,
    trips: inCurrency,
    structures: structuresOf(inCurrency, executions, choices),
    problems: [...problems, ...found.problems],
    missing: found.missing,
    rateOf: found.rates,
    isConverted: true,
  };
}
