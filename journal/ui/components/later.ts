// Code that is fetched when it is needed, or ahead of it.
import { type ComponentType, createElement, lazy, useState } from 'react';

export interface Later {
  readonly page: ComponentType;
  /** Fetches the code ahead of the click that needs it. */
  readonly load: () => Promise<unknown>;
}

/**
 * Drawn immediately where the code is already loaded. `lazy` alone would wait even then, and React leaves what is shown in
 * the meantime standing for 0.3 s, so that it does not flicker.
 */
export function later(fetch: () => Promise<ComponentType>): Later {
  let loaded: ComponentType | null = null;
  const load = async () => ({ default: (loaded ??= await fetch()) });
  const Waiting = lazy(load);
  return {
    load,
    // Once for the time it is shown: another component would be another page, without what was typed into it.
    page: () => createElement(useState<ComponentType>(() => loaded ?? Waiting)[0]),
  };
}
