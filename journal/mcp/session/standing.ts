/** What the service last reported of each caller: it comes with every answer of the guard, so it is never older than that. */
import type { Principal } from '@zorivest/kernel';

interface Standing {
  /** Every write of this key waits for the person. */
  readonly asks: boolean;
  /** The person has the app open. */
  readonly appOpen: boolean;
}

const UNKNOWN: Standing = { asks: false, appOpen: false };

/** More keys than a household has. */
const MOST = 64;

export interface Standings {
  of(principal: Principal): Standing;
  note(principal: Principal, standing: Standing): void;
}

export function createStandings(): Standings {
  const known = new Map<string, Standing>();
  return {
    of: ({ id }) => known.get(id) ?? UNKNOWN,
    note: ({ id }, standing) => {
      if (known.size >= MOST && !known.has(id)) known.clear();
      known.set(id, standing);
    },
  };
}
