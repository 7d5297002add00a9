// What the figures of some executions are of: the days they lie on, in the person's zone.
import { calendarIn, DAY_MS, dayText } from '@zorivest/domain';
import type { Call } from '../core/call.ts';
import { settingOf } from '../settings/read.ts';

interface Fills {
  readonly unit: 'structure' | 'leg' | 'execution';
  readonly currency: string;
  /** Their times; of an open trade also the moment it is. */
  readonly times: readonly { readonly time: string; readonly time_known?: boolean | undefined }[];
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
