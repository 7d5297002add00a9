/** The hours of the New York Stock Exchange: weekdays 9:30–16:00, its holidays and its early closes at 13:00. */

const NEW_YORK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const OPENS = 9 * 60 + 30;
const CLOSES = 16 * 60;
const CLOSES_EARLY = 13 * 60;

export function isMarketOpen(at: Date): boolean {
  const parts = Object.fromEntries(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, value]));
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  const minute = Number(parts.hour) * 60 + Number(parts.minute);
  const session = sessionOf(date);
  return session !== 'closed' && minute >= OPENS && minute < (session === 'early' ? CLOSES_EARLY : CLOSES);
}

/** What kind of a trading day a date in New York is. */
export function sessionOf(date: string): 'full' | 'early' | 'closed' {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6) return 'closed';
  const year = Number(date.slice(0, 4));
  if (holidays(year).has(date)) return 'closed';
  return earlyCloses(year).has(date) ? 'early' : 'full';
}

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

const weekdayOf = (year: number, month: number, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

/** The n-th given weekday of a month; n = -1 is the last. */
function nth(year: number, month: number, weekday: number, n: number): string {
  if (n > 0) return iso(year, month, 1 + ((weekday - weekdayOf(year, month, 1) + 7) % 7) + (n - 1) * 7);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return iso(year, month, last - ((weekdayOf(year, month, last) - weekday + 7) % 7));
}

/** A fixed date, moved to Friday from a Saturday and to Monday from a Sunday. */
function observeHoliday(year: number, month: number, day: number): string {
  const weekday = weekdayOf(year, month, day);
  return iso(year, month, weekday === 6 ? day - 1 : weekday === 0 ? day + 1 : day);
}

/** Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher). */
function easter(year: number): Date {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const m = Math.floor((a + 11 * h) / 319);
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - (c % 4) - h + m) % 7;
  const month = Math.floor((h - m + l + 90) / 25);
  const day = (h - m + l + month + 19) % 32;
  return new Date(Date.UTC(year, month - 1, day));
}

function holidays(year: number): Set<string> {
  const goodFriday = new Date(easter(year).getTime() - 2 * 86_400_000).toISOString().slice(0, 10);
  const newYear = observeHoliday(year, 1, 1);
  return new Set([
    // A New Year's Day on a Saturday is not made up for: the Friday before closes the books of the old year.
    ...(newYear.startsWith(String(year)) ? [newYear] : []),
    nth(year, 1, 1, 3),
    nth(year, 2, 1, 3),
    goodFriday,
    nth(year, 5, 1, -1),
    ...(year >= 2022 ? [observeHoliday(year, 6, 19)] : []),
    observeHoliday(year, 7, 4),
    nth(year, 9, 1, 1),
    nth(year, 11, 4, 4),
    observeHoliday(year, 12, 25),
    ...MOURNING.filter((date) => date.startsWith(String(year))),
  ]);
}

/** Days of mourning, which no rule foretells. */
const MOURNING = ['2018-12-05', '2025-01-09'];

function earlyCloses(year: number): Set<string> {
  const thanksgiving = nth(year, 11, 4, 4);
  const after = new Date(Date.parse(`${thanksgiving}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return new Set([iso(year, 7, 3), after, iso(year, 12, 24)]);
}
