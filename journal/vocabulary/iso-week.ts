// Weeks as ISO 8601 counts them: from Monday on, and of the year that has their Thursday. Days are since 1970.

const DAY_MS = 86_400_000;

/** 1970-01-01 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** `2026-W46`. */
export function isoWeekOf(day: number): string {
  const thursday = mondayOf(day) + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** `2026-W46` as it is read: `Week 46 of 2026`. */
export const nameWeek = (week: string): string => week.replace(/^(\d{4})-W0?(\d+)$/, 'Week $2 of $1');

/** Its Monday and its Sunday; null for what is no week, such as the 53rd of a year that has 52. */
export function daysOfIsoWeek(week: string): { readonly from: number; readonly to: number } | null {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(week) ?? [];
  if (year === undefined || number === undefined) return null;
  // The fourth of January is always in the first week of its year.
  const from = mondayOf(Date.UTC(Number(year), 0, 4) / DAY_MS) + (Number(number) - 1) * 7;
  return isoWeekOf(from) === week ? { from, to: from + 6 } : null;
}
