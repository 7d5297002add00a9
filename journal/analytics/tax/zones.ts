// Whose calendar tax is dated by: that of the exchange where it is known, which is that of New York for what is listed in
// the United States; else the person's (`display.time_zone`).
import { calendarIn, clockTimeIn, DAY_MS, type DayOf, dayText, type PositionEvent } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { type BookExecution, DOLLARS, positionsOf, settingOf } from '@zorivest/records';

const NEW_YORK = 'America/New_York';

const newYork = calendar(NEW_YORK);

type ZoneCall = Pick<Call, 'results' | 'db' | 'now'>;

/** Coins and currencies trade everywhere, and what is priced in other money is listed somewhere else. */
function isListedInAmerica({ asset_class, currency }: Pick<BookExecution, 'asset_class' | 'currency'>): boolean {
  return currency === DOLLARS && asset_class !== 'CRYPTO' && asset_class !== 'FOREX';
}

export function personsZone(call: Pick<Call, 'results' | 'db'>): Promise<string> {
  return settingOf(call, 'display.time_zone');
}

/** Whose days the tax of this book is dated by, and in words where some of it is dated otherwise. */
export async function zoneOfTax(call: ZoneCall): Promise<{ readonly time_zone: string; readonly exception: string }> {
  const own = await personsZone(call);
  if (own === NEW_YORK) return { time_zone: own, exception: '' };
  const { executions } = await positionsOf(call);
  const american = executions.filter(isListedInAmerica).length;
  if (american === 0) return { time_zone: own, exception: '' };
  if (american === executions.length) return { time_zone: NEW_YORK, exception: '' };
  return { time_zone: own, exception: ` What is listed in the United States is dated in ${NEW_YORK}.` };
}

/** The day it is: where an instrument is traded, or for the person where none is asked about. */
export async function todayOf(call: ZoneCall, instrument?: string): Promise<string> {
  const known = instrument === undefined ? undefined : (await positionsOf(call)).executions.find(isOf(instrument));
  const zone = known !== undefined && isListedInAmerica(known) ? NEW_YORK : await personsZone(call);
  return dayText((calendar(zone)(call.now().toISOString()) ?? 0) * DAY_MS);
}

export async function thisYear(call: ZoneCall): Promise<number> {
  return Number((await todayOf(call)).slice(0, 4));
}

function isOf(wanted: string) {
  return ({ instrument }: BookExecution): boolean => instrument === wanted;
}

function calendar(zone: string): DayOf {
  const dayOf = calendarIn(zone);
  if (dayOf === null) throw new Error(`there is no calendar of ${zone} here`);
  return dayOf;
}

/** The day of a time as tax reads it: with a zone that of New York, without one as it is written. */
export const writtenDay: DayOf = (time, known = true) => {
  if (time === null) return null;
  return known && time.endsWith('Z') ? newYork(time) : Math.floor(Date.parse(time.slice(0, 10)) / DAY_MS);
};

/**
 * Executions and events as the person's clock shows them where no exchange dates them: a time without a zone is dated as
 * it is written. In New York they are what they were.
 */
export function asDated<T extends BookExecution>(
  executions: readonly T[],
  events: readonly PositionEvent[],
  zone: string,
): { executions: readonly T[]; events: readonly PositionEvent[] } {
  const clock = zone === NEW_YORK ? null : clockTimeIn(zone);
  if (clock === null) return { executions, events };
  const elsewhere = new Set<string>();
  const local = (time: string) => (time.length > 10 ? clock(Date.parse(time)) : time);
  const dated = executions.map((execution) => {
    if (isListedInAmerica(execution)) return execution;
    elsewhere.add(execution.instrument);
    return execution.time_known === 1 ? { ...execution, time: local(execution.time) } : execution;
  });
  return {
    executions: dated,
    events: events.map((event) => (elsewhere.has(event.instrument) ? { ...event, time: local(event.time) } : event)),
  };
}
