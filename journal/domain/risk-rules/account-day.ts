import { clockTimeIn, dayNumber } from '../time/index.ts';

/** When an account's day ends, on the clocks of a zone. */
export interface DayEnds {
  /** Such as 17:00; 00:00 is midnight. */
  readonly time: string;
  readonly zone: string;
}

/** The account's own day of an instant, in days since 1970: from its end on, the next. Null where the zone is unknown. */
export function accountDays({ time, zone }: DayEnds): ((instant: number) => number) | null {
  const clockAt = clockTimeIn(zone);
  if (clockAt === null) return null;
  const isMidnight = time === '00:00' || time === '24:00';
  return (instant) => {
    const clock = clockAt(instant);
    const day = dayNumber(Number(clock.slice(0, 4)), Number(clock.slice(5, 7)), Number(clock.slice(8, 10)));
    return !isMidnight && clock.slice(11, 16) >= time ? day + 1 : day;
  };
}
