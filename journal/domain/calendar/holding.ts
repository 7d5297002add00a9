// How long property was held, as the tax law counts it.

import type { Term } from '@zorivest/vocabulary';
import { type Day, DAY_MS } from './day.ts';

/**
 * The first day on which a sale is long-term. Holding counts from the day after acquisition and must exceed one year
 * (IRC 1222), so it is the same date one year after that first day: bought 2024-02-29 or 2023-02-28, long-term from
 * 1 March (Rev. Rul. 66-7).
 */
export function longTermFrom(acquired: Day): Day {
  const first = new Date((acquired + 1) * DAY_MS);
  // A first day of 29 February has its anniversary on 1 March, which is what Date makes of a 29th in a common year.
  return Date.UTC(first.getUTCFullYear() + 1, first.getUTCMonth(), first.getUTCDate()) / DAY_MS;
}

export function termOf(acquired: Day, sold: Day): Term {
  // Most trades last days; only a holding near a year or more needs the calendar.
  if (sold - acquired <= 365) return 'short';
  return sold >= longTermFrom(acquired) ? 'long' : 'short';
}
