// One value that outlives every page, and a hook that follows it.
import { useSyncExternalStore } from 'react';

export interface Store<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  /** The value as a component sees it: drawn again when it changes. */
  readonly use: () => T;
}

/** `onChange` keeps the value where a reload finds it. */
export function createStore<T>(initial: T, onChange: (value: T) => void): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  return {
    get,
    set: (next) => {
      if (next === value) return;
      value = next;
      onChange(next);
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get),
  };
}
