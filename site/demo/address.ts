// The router's address, behind the #: a static host need not know the pages.
import { useSyncExternalStore } from 'react';
import { pathOf, searchOf } from './place.ts';

const changes = ['hashchange', 'popstate'] as const;
/** The browser tells of its own steps only. */
const MOVED = 'recorded-address';

function subscribe(listener: () => void): () => void {
  for (const change of [...changes, MOVED]) addEventListener(change, listener);
  return () => {
    for (const change of [...changes, MOVED]) removeEventListener(change, listener);
  };
}

interface Move {
  readonly replace?: boolean;
  readonly state?: unknown;
}

function navigate(to: string | URL, { replace = false, state = null }: Move = {}): void {
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${String(to)}`);
  dispatchEvent(new Event(MOVED));
}

export const useHashAddress = Object.assign(
  (): [string, typeof navigate] => [useSyncExternalStore(subscribe, pathOf), navigate],
  {
    hrefs: (href: string): string => `#${href}`,
    searchHook: (): string => useSyncExternalStore(subscribe, searchOf),
  },
);
