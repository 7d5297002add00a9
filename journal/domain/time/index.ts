export { DAY_MS, dayNumber, dayOf, isDateOnly, isDay, parseInstant } from './instant.ts';
export { wallClockIn } from './zone.ts';
