// Which automatic backups may go: several of each of the last days, then one of each week and month. Pure, so that
// years of backups can be tried in a test. A person's backups are never among them.

const A_DAY = 4;
const DAYS = 5;
const WEEKS = 4;
const MONTHS = 3;
const MOST_PER_RUN = 3;
const DAY = 86_400_000;
/** A gap longer than this means that the clock jumped or the book was not used. Either way, no hurry. */
const LONG_GAP = 30 * DAY;
/** A book that lost this share of its size since has perhaps lost something else. */
const SHRUNK = 0.5;

export interface DatedBackup {
  readonly name: string;
  readonly at: number;
  readonly bytes: number;
}

const dayOf = (at: number) => Math.floor(at / DAY);
// 1970-01-01 was a Thursday: three days on, weeks begin on Monday.
const weekOf = (at: number) => Math.floor((dayOf(at) + 3) / 7);
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);
const quarterDayOf = (at: number) => Math.floor(at / (DAY / A_DAY));

/** The newest of each of the last periods that have one. */
function newestPer(
  backups: readonly DatedBackup[],
  period: (at: number) => number | string,
  count: number,
): DatedBackup[] {
  const newest = new Map<number | string, DatedBackup>();
  for (const backup of backups) if (!newest.has(period(backup.at))) newest.set(period(backup.at), backup);
  return [...newest.values()].slice(0, count);
}

/** The newest of each quarter of the last days that have one. */
function severalADay(newestFirst: readonly DatedBackup[]): DatedBackup[] {
  const days = new Set(newestPer(newestFirst, dayOf, DAYS).map(({ at }) => dayOf(at)));
  return newestPer(
    newestFirst.filter(({ at }) => days.has(dayOf(at))),
    quarterDayOf,
    DAYS * A_DAY,
  );
}

/** The newest one from before the book shrank, if it did: what was lost may be in it. */
function beforeShrinking(newestFirst: readonly DatedBackup[]): DatedBackup[] {
  const [newest] = newestFirst;
  const larger = newest && newestFirst.find(({ bytes }) => newest.bytes < bytes * SHRUNK);
  return larger ? [larger] : [];
}

/**
 * The names to delete, oldest first and few in one run. Age counts only once enough newer days have backups of their own,
 * so a clock that jumps ahead makes nothing old; one dated in the future says nothing about the others.
 */
export function findExpired(backups: readonly DatedBackup[], now: number, maxAgeDays: number): string[] {
  const newestFirst = backups.filter(({ at }) => at <= now).toSorted((a, b) => b.at - a.at);
  const [newest, before] = newestFirst;
  if (newest && before && newest.at - before.at > LONG_GAP) return [];
  const retained = new Set([
    ...newestFirst.slice(0, 1),
    ...severalADay(newestFirst),
    ...newestPer(newestFirst, weekOf, WEEKS),
    ...newestPer(newestFirst, monthOf, MONTHS),
  ]);
  const safe = new Set(beforeShrinking(newestFirst));
  const recentDays = newestPer(newestFirst, dayOf, DAYS);
  const oldestRecent = recentDays.length === DAYS ? recentDays.at(-1) : undefined;
  const isOld = (backup: DatedBackup) =>
    oldestRecent !== undefined && backup.at < oldestRecent.at && now - backup.at > maxAgeDays * DAY;
  return newestFirst
    .filter((backup) => !safe.has(backup) && (!retained.has(backup) || isOld(backup)))
    .toReversed()
    .slice(0, MOST_PER_RUN)
    .map(({ name }) => name);
}
