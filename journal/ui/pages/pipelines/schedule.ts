// A schedule as a person says it: `0 17 * * 5` is Fridays at 17:00.

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const OWN = 'on a custom schedule';

const two = (number: number): string => String(number).padStart(2, '0');

/** The numbers a field names; null for more than a list or a range says. */
function numbersIn(field: string, names: readonly string[] = []): number[] | null {
  const found = field.split(',').map((part) => {
    const [from, to = from] = part.split('-').map((text) => {
      const at = names.indexOf(text.toLowerCase().slice(0, 3));
      return at === -1 ? Number(text) : at;
    });
    if (from === undefined || to === undefined || !Number.isInteger(from) || !Number.isInteger(to) || to < from)
      return null;
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  return found.some((part) => part === null) ? null : found.flatMap((part) => part ?? []);
}

function daysText(days: string, weekdays: string): string | null {
  if (days === '*' && weekdays === '*') return 'every day';
  if (days === '*') {
    const named = numbersIn(weekdays, NAMES)?.map((day) => day % 7);
    if (named === undefined) return null;
    if (named.toSorted((a, b) => a - b).join() === '1,2,3,4,5') return 'Monday to Friday';
    return named.map((day) => WEEKDAYS[day] ?? '').join(', ');
  }
  const numbers = weekdays === '*' ? numbersIn(days) : null;
  return numbers === null ? null : `on day ${numbers.join(', ')} of the month`;
}

/** A schedule without a short description is called custom: its cron text is shown where it is changed. */
export function scheduleText(cron: string): string {
  const [minute = '', hour = '', days = '', months = '', weekdays = ''] = cron.trim().split(/\s+/);
  const on = months === '*' ? daysText(days, weekdays) : null;
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  const isAllDay = on === 'every day' && hour === '*';
  if (isAllDay && every !== undefined) return `every ${every} minutes`;
  const [minutes, hours] = [numbersIn(minute), numbersIn(hour)];
  if (on === null || minutes?.length !== 1) return isAllDay && minute === '*' ? 'every minute' : OWN;
  const [at = 0] = minutes;
  if (isAllDay) return at === 0 ? 'every hour' : `every hour at ${two(at)} past`;
  if (hours === null) return OWN;
  return `${on} at ${hours.map((each) => `${two(each)}:${two(at)}`).join(', ')}`;
}

const DAYS = ['* * *', '* * 1-5', ...[1, 2, 3, 4, 5, 6, 0].map((day) => `* * ${day}`), '1 * *'];

/** The days a form offers, each with its words; none of them is a schedule that only its text can tell. */
export const scheduleDays: readonly (readonly [value: string, label: string])[] = DAYS.map((each) => {
  const text = daysOf(each) ?? OWN;
  return [each, text[0]?.toUpperCase() + text.slice(1)];
});

function daysOf(signs: string): string | null {
  const [days = '', months = '', weekdays = ''] = signs.split(' ');
  return months === '*' ? daysText(days, weekdays) : null;
}

/** What a form shows of it: at one time on days that it offers; null where only its text can tell. */
export function scheduleParts(cron: string): { readonly days: string; readonly at: string } | null {
  const [minute = '', hour = '', ...rest] = cron.trim().split(/\s+/);
  const dayText = daysOf(rest.join(' '));
  const days = DAYS.find((each) => daysOf(each) === dayText);
  if (days === undefined || !/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return null;
  return { days, at: `${two(Number(hour))}:${two(Number(minute))}` };
}

export function scheduleOf({ days, at }: { readonly days: string; readonly at: string }): string {
  const [hour, minute] = at.split(':').map(Number);
  return `${minute} ${hour} ${days}`;
}
