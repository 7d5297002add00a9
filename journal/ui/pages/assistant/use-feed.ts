// The feed as it is kept by the service, fetched again whenever something of it happens.
import { useEffect, useMemo, useState } from 'react';
import { useLive } from '../../frame/live.tsx';
import { queries, useEndpoint } from '../../service/cache.ts';
import type { Problem } from '../../service/problem.ts';
import { feedOf, type FeedRow } from './feed.ts';

/** Several things of one call arrive together. */
const GATHER_MS = 60;
const heard = new Set(['call_ended', 'write', 'guard', 'approval']);

export interface Feed {
  readonly rows: readonly FeedRow[];
  readonly isPending: boolean;
  readonly error: Problem | null;
}

export function useFeed(limit: number): Feed {
  const calls = useEndpoint('activity', 'list', { query: { limit } });
  const writes = useEndpoint('audit', 'list', { query: { limit } });
  const keys = useEndpoint('auth', 'listKeys');
  const now = useMinute();
  useRefresh();
  const rows = useMemo(
    () =>
      feedOf({
        calls: calls.data?.items ?? [],
        writes: writes.data?.items ?? [],
        labels: new Map(keys.data?.map(({ key_id, label }) => [key_id, label])),
        now,
      }),
    [calls.data, writes.data, keys.data, now],
  );
  return { rows, isPending: calls.isPending || writes.isPending, error: calls.error ?? writes.error };
}

function useRefresh(): void {
  const { events } = useLive();
  const newest = events.find(({ type }) => heard.has(type))?.id;
  useEffect(() => {
    if (newest === undefined) return undefined;
    const timer = setTimeout(() => {
      void queries.invalidateQueries({ queryKey: ['activity'] });
      void queries.invalidateQueries({ queryKey: ['audit'] });
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [newest]);
}

/** Changes when a minute ends. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), 60_000 - (Date.now() % 60_000));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
