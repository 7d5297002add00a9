// How much assistants call: what the guard counted, of its limits and key by key.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { Sparkline } from '../../charts/sparkline.tsx';
import { useRefreshOn } from '../../client/refresh-on.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

const heard = new Set(['call_started', 'call_ended']);
// Both stand on one page, and each refreshes its own.
const callers = [
  ['guard', 'calls'],
  ['auth', 'listKeys'],
];
const limits = [['guard', 'status']];

/** Calls leave the last minute and the last hour without an event. */
const AGAIN_MS = 15_000;

/** For a place that shows who calls and how much: fresh as calls are made, and as they grow old. */
export function useGuardCalls(): Answer<'guard', 'calls'>['items'] {
  useRefreshOn(heard, callers);
  return useEndpoint('guard', 'calls', undefined, { refetchInterval: AGAIN_MS }).data?.items ?? [];
}

export function CallsOfLastHour({ by_minute, last_hour }: ReturnType<typeof useGuardCalls>[number]): ReactNode {
  const most = Math.max(...by_minute);
  return (
    <div className="calls">
      <Sparkline label={`Calls per minute in the last hour, ${most} at most`} values={by_minute} />
      <span className="quiet">{`${count(last_hour)} in the last hour`}</span>
    </div>
  );
}

/** All assistants together, as the limits are. */
export function CallsUsed(): ReactNode {
  useRefreshOn(heard, limits);
  const status = useEndpoint('guard', 'status', undefined, { refetchInterval: AGAIN_MS }).data;
  if (status === undefined) return null;
  const { is_enabled, recent_calls_1min, recent_calls_1hr, calls_per_minute_limit, calls_per_hour_limit } = status;
  return (
    <ul className="calls-used" aria-label="Call counts">
      <LimitUse of="minute" used={recent_calls_1min} {...(is_enabled && { limit: calls_per_minute_limit })} />
      <LimitUse of="hour" used={recent_calls_1hr} {...(is_enabled && { limit: calls_per_hour_limit })} />
    </ul>
  );
}

interface UsedProps {
  readonly of: 'minute' | 'hour';
  readonly used: number;
  readonly limit?: number;
}

function LimitUse({ of, used, limit }: UsedProps): ReactNode {
  return (
    <li>
      {limit !== undefined && <meter aria-label={`Of the limit, last ${of}`} min={0} max={limit} value={used} />}{' '}
      {`${count(used)}${limit === undefined ? '' : ` of ${count(limit)}`} in the last ${of}`}
    </li>
  );
}
