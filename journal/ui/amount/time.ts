// The only place where times become text: in one zone, named by the service, or the person's own.
import { type DateFormats, dateFormats } from '@zorivest/pictures/numbers';
import { currentLook } from '../client/look.ts';

/** The book's, as nothing of a page says otherwise: a trade and what was done about it have one clock. */
const own = (): string => currentLook().zone;

const made = new Map<string, Intl.DateTimeFormat>();

function formatter(options: Intl.DateTimeFormatOptions, zone: string | undefined): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = made.get(key);
  if (found === undefined)
    made.set(
      key,
      (found = new Intl.DateTimeFormat('en-CA', { ...options, ...(zone !== undefined && { timeZone: zone }) })),
    );
  return found;
}

const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const DAY_MS = 86_400_000;

const isDay = (text: string) => text.length === 10;

export function day(text: string | null | undefined, zone = own()): string {
  if (!text) return '–';
  return isDay(text) ? text : formatter(DAY, zone).format(new Date(text));
}

const written = new Map<string | undefined, DateFormats>();

/** As chats write them, too; in English, as all of the app. */
function datesIn(zone: string | undefined): DateFormats {
  let found = written.get(zone);
  if (found === undefined) written.set(zone, (found = dateFormats('en-GB', zone, 'h23')));
  return found;
}

/** Fri 6 Nov 2026 */
export const weekday = (text: string | null | undefined, zone = own()): string => datesIn(zone).day(text);

/** YYYY-MM in words: November 2026. */
export const monthText = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Fri 6 Nov 2026 16:30 */
export const moment = (text: string | null | undefined, zone = own()): string => datesIn(zone).moment(text);

/** What a clock in the zone shows, as an input for a day and a time holds it. */
export function wallClock(text: string, zone: string): string {
  const parts = formatter({ ...DAY, ...MINUTE, second: '2-digit' }, zone).formatToParts(new Date(text));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The instant at which a clock in the zone shows this: the first where it does so twice, an hour later where never. */
export function instantOf(wall: string, zone: string): string {
  const wanted = Date.parse(`${wall}Z`);
  const distanceAt = (at: number) => Date.parse(`${wallClock(new Date(at).toISOString(), zone)}Z`) - at;
  // Clocks change by far less than a day: the zone's distance from UTC is one of these two.
  const guesses = [wanted - distanceAt(wanted - DAY_MS), wanted - distanceAt(wanted + DAY_MS)].toSorted(
    (a, b) => a - b,
  );
  const shown = guesses.find((at) => at + distanceAt(at) === wanted);
  return new Date(shown ?? guesses.at(-1) ?? wanted).toISOString();
}

/** A day of the zone, from its midnight to the next. */
export function wholeDay(at: string, zone: string): { readonly from: string; readonly to: string } {
  const next = new Date(Date.parse(at) + DAY_MS).toISOString();
  const midnight = (text: string) => instantOf(`${text.slice(0, 10)}T00:00`, zone);
  return { from: midnight(at), to: midnight(next) };
}

/** A time zone by its place: New York, UTC. */
export const zoneName = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

export const clock = (text: string): string =>
  formatter({ ...MINUTE, second: '2-digit' }, own()).format(new Date(text));

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return '–';
  const [minutes, hours, days] = [seconds / 60, seconds / 3600, seconds / 86_400];
  if (days >= 2) return `${Math.round(days)} d`;
  if (hours >= 2) return `${Math.round(hours)} h`;
  if (minutes >= 2) return `${Math.round(minutes)} min`;
  return `${Math.round(seconds)} s`;
}
