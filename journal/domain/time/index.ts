export { DAY_MS, dayNumber, dayOf, isDateOnly, isDay, parseInstant } from './instant.ts';
export { calendarIn, type DayOf, clockTimeIn, daysIn, wallClockIn } from './zone.ts';
