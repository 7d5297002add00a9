export { DAY_MS, dayNumber, dayOf, isDateOnly, isDay, parseInstant } from './instant.ts';
export { calendarIn, type DayOf, daysIn, wallClockIn } from './zone.ts';
