// The wall clock of a time zone, fast enough to ask a million times.

interface WallClock {
  /** `YYYY-MM-DD` where the trader is. */
  readonly day: string;
  readonly hour: number;
  readonly minute: number;
  /** 0 = Sunday … 6 = Saturday. */
  readonly weekday: number;
}

/** Null when the zone is unknown. Offsets are looked up once per quarter of an hour: no zone changes in between. */
export function wallClockIn(timeZone: string): ((instant: number) => WallClock) | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const offsets = new Map<number, number>();
  return (instant) => {
    const quarter = Math.floor(instant / 900_000);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = offsetAt(format, quarter * 900_000);
      offsets.set(quarter, offset);
    }
    const local = new Date(instant + offset);
    return {
      day: local.toISOString().slice(0, 10),
      hour: local.getUTCHours(),
      minute: local.getUTCMinutes(),
      weekday: local.getUTCDay(),
    };
  };
}

function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
