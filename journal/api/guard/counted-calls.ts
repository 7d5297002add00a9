// The calls that the guard counted in the last hour, oldest first, and whose they were.

export const MINUTE = 60_000;
export const HOUR = 3_600_000;
const MINUTES = HOUR / MINUTE;

export interface CountedCall {
  readonly at: number;
  /** Null where the person made it, or where a service that did not write down the key counted it. */
  readonly keyId: string | null;
}

/** The calls after a moment: the same list where all are. */
export function callsAfter(calls: CountedCall[], moment: number): CountedCall[] {
  const first = calls.findIndex(({ at }) => at > moment);
  return first === -1 ? [] : first === 0 ? calls : calls.slice(first);
}

/** As many as the highest limit of an hour: more of them than that say nothing more. */
const MOST = 100_000;

/** With one more; beyond the limit the oldest go, many in one step and so seldom. */
export function withCall(calls: CountedCall[], call: CountedCall): CountedCall[] {
  const recent = calls.length >= 1.1 * MOST ? calls.slice(calls.length - MOST) : calls;
  recent.push(call);
  return recent;
}

export interface CallsOfKey {
  readonly key_id: string | null;
  readonly last_hour: number;
  /** Oldest first; the last is the minute that ends now. */
  readonly by_minute: number[];
}

/** Minute by minute for each key that called; their sums are what the limits are compared with. */
export function callsByKey(calls: CountedCall[], now: number): CallsOfKey[] {
  const byKey = Map.groupBy(callsAfter(calls, now - HOUR), ({ keyId }) => keyId);
  return [...byKey].map(([key_id, its]) => {
    const by_minute = Array.from({ length: MINUTES }, () => 0);
    for (const { at } of its) {
      // A clock that was set back leaves calls in the future: they count as just now.
      const minute = MINUTES - 1 - Math.max(0, Math.floor((now - at) / MINUTE));
      by_minute[minute] = (by_minute[minute] ?? 0) + 1;
    }
    return { key_id, last_hour: its.length, by_minute };
  });
}
