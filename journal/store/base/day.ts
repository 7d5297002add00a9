import { calendarIn, DAY_MS, dayText } from '@zorivest/domain';

/** The day of a moment, `YYYY-MM-DD`, where clocks show the time of a zone. */
export function today(now: Date, zone = 'UTC'): string {
  const day = calendarIn(zone)?.(now.toISOString()) ?? null;
  return day === null ? now.toISOString().slice(0, 10) : dayText(day * DAY_MS);
}
