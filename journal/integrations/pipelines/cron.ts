import { Cron } from 'croner';

/** Five fields as crontab means them: minute, hour, day, month, weekday (0 and 7 are Sunday). */
export function cronFault(expression: string, timezone: string): string | null {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) return `a cron expression has five fields, this has ${fields.length}`;
  if (!knownZone(timezone)) return `"${timezone}" is not a time zone; use a name like America/New_York`;
  try {
    const next = new Cron(expression, { timezone, paused: true }).nextRun(new Date());
    return next === null ? 'this cron expression never fires' : null;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : 'not a cron expression';
  }
}

/** The first time strictly after `after`; `null` when there is none. */
export function nextFiring(expression: string, timezone: string, after: Date): Date | null {
  return new Cron(expression, { timezone, paused: true }).nextRun(after);
}

/** Every firing in (after, until], oldest first, at most `most`. */
export function firingsBetween(expression: string, timezone: string, after: Date, until: Date, most: number): Date[] {
  const firings: Date[] = [];
  let at = nextFiring(expression, timezone, after);
  while (at !== null && at <= until && firings.length < most) {
    firings.push(at);
    at = nextFiring(expression, timezone, at);
  }
  return firings;
}

function knownZone(timezone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
