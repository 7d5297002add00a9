// Amounts can be hidden from whoever looks over a shoulder. Hidden means: not in the page at all.
import { useSyncExternalStore } from 'react';

const KEY = 'zorivest.hide-amounts';
let hidden = localStorage.getItem(KEY) === 'yes';
const listeners = new Set<() => void>();

export function setHidden(value: boolean): void {
  hidden = value;
  localStorage.setItem(KEY, value ? 'yes' : 'no');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHidden = (): boolean => useSyncExternalStore(subscribe, () => hidden);

/** The same for every value, so that its width says nothing. */
export const HIDDEN = '•••••';
