// The whole feed: its head is fetched again whenever something happens, and what is older as somebody scrolls to it.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { queries } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { type Ask, hasOlder, horizonOf, isCut, type LoadedRows, mergeRows, newest, older } from './loaded.ts';
import { type Feed, useFeedRefresh, useFeedRows } from './use-feed.ts';

type ActivityRow = Answer<'activity', 'list'>['items'][number];
type AuditRow = Answer<'audit', 'list'>['items'][number];

const CALLS = ['activity', 'loaded'];
const WRITES = ['audit', 'loaded'];
const askCalls: Ask<ActivityRow> = (query) => api.activity.list({ query });
const askWrites: Ask<AuditRow> = (query) => api.audit.list({ query });

function useLoaded<Row extends { readonly id: number; readonly at: string }>(key: string[], ask: Ask<Row>) {
  const loadedRows = () => queries.getQueryData<LoadedRows<Row>>(key);
  return useQuery<LoadedRows<Row>, Problem>({
    queryKey: key,
    // Asked for after the answer came: an older page may have been added meanwhile.
    queryFn: async () => {
      const head = await newest(loadedRows(), ask);
      return mergeRows(loadedRows(), head);
    },
    // Thousands of rows that are compared one by one at every call would cost more than they save.
    structuralSharing: false,
  });
}

async function addOlder<Row extends { readonly id: number; readonly at: string }>(
  key: string[],
  ask: Ask<Row>,
): Promise<void> {
  const known = queries.getQueryData<LoadedRows<Row>>(key);
  if (known === undefined) return;
  const page = await older(known, ask);
  const after = mergeRows(queries.getQueryData<LoadedRows<Row>>(key), page);
  queries.setQueryData(key, after);
  // All of them were known: as many as came have come at the head, and are fetched from there.
  if (after.rows.length <= known.rows.length) await queries.invalidateQueries({ queryKey: key });
}

export interface LongFeed extends Feed {
  readonly hasOlder: boolean;
  /** There is more than is loaded here. */
  readonly isCut: boolean;
  readonly loadOlder: () => void;
  readonly isLoadingOlder: boolean;
  /** Why the last try for older rows failed. */
  readonly olderError: Problem | null;
}

/** Where the person stopped it: nothing newer is shown, and the minute that was the current one stays it. */
export interface PausePoint {
  readonly until: string;
  readonly now: Date;
}

export function useLongFeed(paused: PausePoint | null): LongFeed {
  const calls = useLoaded(CALLS, askCalls);
  const writes = useLoaded(WRITES, askWrites);
  useFeedRefresh();
  const all = useFeedRows(calls.data?.rows, writes.data?.rows, paused?.now ?? null);
  const [isLoadingOlder, setLoading] = useState(false);
  const [olderError, setOlderError] = useState<Problem | null>(null);
  const loaded = [calls.data, writes.data].flatMap((log) => log ?? []);
  const horizon = horizonOf(loaded);
  const loadOlder = useCallback(() => {
    setLoading(true);
    setOlderError(null);
    // The one that is known less far back decides how far the feed goes.
    const reach = (log: LoadedRows<ActivityRow | AuditRow> | undefined) =>
      log !== undefined && hasOlder(log) ? (log.rows.at(-1)?.at ?? '') : '';
    const isCalls =
      reach(queries.getQueryData<LoadedRows<ActivityRow>>(CALLS)) >=
      reach(queries.getQueryData<LoadedRows<AuditRow>>(WRITES));
    (isCalls ? addOlder(CALLS, askCalls) : addOlder(WRITES, askWrites))
      .catch((problem: Problem) => setOlderError(problem))
      .finally(() => setLoading(false));
  }, []);
  return {
    rows: all.filter(({ at }) => at >= horizon && (paused === null || at <= paused.until)),
    isPending: calls.isPending || writes.isPending,
    error: calls.error ?? writes.error,
    hasOlder: loaded.some(hasOlder),
    isCut: loaded.some(isCut),
    loadOlder,
    isLoadingOlder,
    olderError,
  };
}
