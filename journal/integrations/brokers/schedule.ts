// When a broker is synced automatically: after New York's close, or every few hours.
import { nextFiring } from '../pipelines/cron.ts';

const HOUR = 3_600_000;
/** Half an hour after the close, when the day's last fills are available. */
const AFTER_CLOSE = { cron: '30 16 * * 1-5', zone: 'America/New_York' };

/** The next time after the last; null when it is not synced automatically. */
export function nextSync(schedule: string, last: Date): Date | null {
  if (schedule === 'after_close') return nextFiring(AFTER_CLOSE.cron, AFTER_CLOSE.zone, last);
  const hours = /^([1-9]\d{0,2})h$/.exec(schedule)?.[1];
  return hours === undefined ? null : new Date(last.getTime() + Number(hours) * HOUR);
}
