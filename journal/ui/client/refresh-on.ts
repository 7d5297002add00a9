// Fetches again what an event of the live feed may have changed, for pages that show more than the frame keeps fresh.
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from './cache.ts';
import { useLive } from './live-provider.tsx';

/** Several things of one call arrive together. */
const GATHER_MS = 60;

/** Both lists are constants of the caller's file. */
export function useRefreshOn(types: ReadonlySet<string>, keys: readonly QueryKey[]): void {
  const { events } = useLive();
  const newest = events.find(({ type }) => types.has(type))?.id;
  // One wait at a time, never restarted: an assistant that calls without a pause would put it off for ever.
  const isWaiting = useRef(false);
  useEffect(() => {
    if (newest === undefined || isWaiting.current) return;
    isWaiting.current = true;
    setTimeout(() => {
      isWaiting.current = false;
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
    }, GATHER_MS);
  }, [newest, keys]);
}
