// What the figures of some executions are of: the days they lie on, in the person's zone.
import { calendarIn, DAY_MS, dayText, type RoundTrip } from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import { DOLLARS, settingOf } from '@zorivest/records';

interface Fills {
  readonly unit: 'structure' | 'leg' | 'execution';
  readonly currency: string;
  /** Their times; of an open trade also the moment it is. */
  readonly times: readonly { readonly time: string; readonly time_known?: boolean | undefined }[];
}

/** From its opening to its last exit, or to now while it is open; in the money it was traded in. */
export function spanOf(trip: RoundTrip, now: Date): Pick<Fills, 'currency' | 'times'> {
  return {
    currency: trip.currency ?? DOLLARS,
    times: [
      { time: trip.opened_at, time_known: trip.opened_time_known },
      trip.closed_at === null
        ? { time: now.toISOString() }
        : { time: trip.closed_at, time_known: trip.closed_time_known },
    ],
  };
}

export async function basisOfFills(call: Call, { unit, currency, times }: Fills) {
  const time_zone = await settingOf(call, 'display.time_zone');
  const dayOf = calendarIn(time_zone) ?? (() => null);
  const days = times
    .flatMap(({ time, time_known }) => dayOf(time, time_known) ?? [])
    .toSorted((a, b) => a - b)
    .map((day) => dayText(day * DAY_MS));
  return { unit, currency, period: `${days[0] ?? ''}..${days.at(-1) ?? ''}`, time_zone };
}
