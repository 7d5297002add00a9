// Which backups may go: grandfather, father, son. Pure, so that a year of backups can be tried in a test.

const DAILY = 5;
const WEEKLY = 4;
const MONTHLY = 3;
const DAY = 86_400_000;

export interface Dated {
  readonly name: string;
  readonly at: number;
}

const dayOf = (at: number) => Math.floor(at / DAY);
// 1970-01-01 was a Thursday: three days on, weeks begin on Monday.
const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7);
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

/** The newest of each of the last periods that have one. */
function newestPer(backups: readonly Dated[], period: (at: number) => number | string, count: number): Dated[] {
  const newest = new Map<number | string, Dated>();
  for (const backup of backups) if (!newest.has(period(backup.at))) newest.set(period(backup.at), backup);
  return [...newest.values()].slice(0, count);
}

/** The names to delete. The newest backup is kept whatever its age. */
export function expired(backups: readonly Dated[], now: number, maxAgeDays: number): string[] {
  const newestFirst = backups.toSorted((a, b) => b.at - a.at);
  const kept = new Set([
    ...newestPer(newestFirst, dayOf, DAILY),
    ...newestPer(newestFirst, weekOf, WEEKLY),
    ...newestPer(newestFirst, monthOf, MONTHLY),
  ]);
  return newestFirst
    .filter((backup, index) => index > 0 && (!kept.has(backup) || now - backup.at > maxAgeDays * DAY))
    .map(({ name }) => name);
}
