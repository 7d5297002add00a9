export { dayOf, isDateOnly, isDay, parseInstant } from './instant.ts';
