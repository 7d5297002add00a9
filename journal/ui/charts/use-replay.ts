// Asks for a moment of a replay, and only for what is new: bars received earlier stay, so that a step costs the same after one bar and
// after two thousand. A step back asks nothing that was asked before.
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Problem } from '../client/problem.ts';

/** [time, open, high, low, close, volume] of each, as the answers have them. */
type Bars = number[][];

interface CachedReplay {
  readonly until: number;
  readonly bars: ReadonlyMap<string, Bars>;
}

interface Replay<Answer> {
  /** The key of the cached answer: the endpoint and what is replayed. */
  readonly key: readonly unknown[];
  /** In seconds; null while the start is unknown. */
  readonly until: number | null;
  /** `since` is the moment whose answer is known: bars that were over by then need not be sent again. */
  readonly ask: (query: { readonly until: string; readonly since?: string }, signal: AbortSignal) => Promise<Answer>;
  readonly barsOf: (answer: Answer) => ReadonlyMap<string, Bars>;
  readonly withBars: (answer: Answer, bars: ReadonlyMap<string, Bars>) => Answer;
}

/** A moment of the past does not change; what was stepped over a while ago is not gone back to. */
const CACHE_MS = 20_000;

/** So that times before 2001 are seconds, too. */
const secondsText = (seconds: number): string => String(seconds).padStart(10, '0');

export function useReplay<Answer>({
  key,
  until,
  ask,
  barsOf,
  withBars,
}: Replay<Answer>): UseQueryResult<Answer, Problem> {
  const farthest = useRef<CachedReplay>(null);
  return useQuery<Answer, Problem>({
    queryKey: [...key, until],
    queryFn: async ({ signal }) => {
      const at = until ?? 0;
      // A step back beyond the cache asks for all of it.
      const known = farthest.current !== null && farthest.current.until <= at ? farthest.current : null;
      const query = { until: secondsText(at), ...(known !== null && { since: secondsText(known.until) }) };
      const answer = await ask(query, signal);
      const bars = new Map<string, Bars>();
      for (const [name, newBars] of barsOf(answer)) bars.set(name, [...(known?.bars.get(name) ?? []), ...newBars]);
      farthest.current = { until: at, bars };
      return withBars(answer, bars);
    },
    enabled: until !== null,
    placeholderData: keepPreviousData,
    structuralSharing: false,
    staleTime: Infinity,
    gcTime: CACHE_MS,
  });
}
