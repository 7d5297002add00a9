// The feed as stored by the service, fetched again with every event about it.
import { useEffect, useMemo, useState } from 'react';
import { useRefreshOn } from '../../client/refresh-on.ts';
import { useEndpoint } from '../../client/cache.ts';
import type { Problem } from '../../client/problem.ts';
import { feedOf, type FeedRow, type Write } from './feed.ts';
import { callsOf, type RecordRow } from './record.ts';

const heard = new Set(['call_ended', 'write', 'guard', 'approval']);
const refreshed = [['activity'], ['audit']];

export interface Feed {
  readonly rows: readonly FeedRow[];
  readonly isPending: boolean;
  readonly error: Problem | null;
}

/** The last of it; what a call wrote may be further back than the limit. */
export function useFeed(limit: number): Feed {
  const calls = useEndpoint('activity', 'list', { query: { limit } });
  const writes = useEndpoint('audit', 'list', { query: { limit } });
  useFeedRefresh();
  const rows = useFeedRows(calls.data?.items, writes.data?.items);
  return { rows, isPending: calls.isPending || writes.isPending, error: calls.error ?? writes.error };
}

export const useFeedRefresh = (): void => useRefreshOn(heard, refreshed);

/** `still` holds the minute that counts as the current one. */
export function useFeedRows(
  calls: readonly RecordRow[] = none,
  writes: readonly Write[] = none,
  still: Date | null = null,
): readonly FeedRow[] {
  const keys = useEndpoint('auth', 'listKeys');
  const minute = useMinute();
  const now = still ?? minute;
  return useMemo(
    () =>
      feedOf({
        calls: callsOf(calls),
        writes,
        labels: new Map(keys.data?.map(({ key_id, label }) => [key_id, label])),
        now,
      }),
    [calls, writes, keys.data, now],
  );
}

const none: readonly never[] = [];

/** Changes when a minute ends. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (Date.now() % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
