import { DAY_MS } from '../calendar/day.ts';

/** The first day on which trades in the United States settled on the next one. */
const NEXT_DAY_SINCE = Date.UTC(2024, 4, 28) / DAY_MS;

/** The day a trade settles: one business day later, two before May 2024; feasts are not known here. */
export function settlementDay(day: number): number {
  let [settled, left] = [day, day >= NEXT_DAY_SINCE ? 1 : 2];
  while (left > 0) {
    settled += 1;
    // 1970-01-01 was a Thursday.
    const weekday = (((settled + 4) % 7) + 7) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return settled;
}
