/** What stands between us and a stranger's server: how often, how long, and when to leave it alone. */

export interface Clock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A sliding window: never more than `limit` calls in any minute. */
export function rateLimit(limit: number, clock: Clock) {
  const calls: number[] = [];
  const forget = (now: number): void => {
    while (calls.length > 0 && (calls[0] ?? 0) <= now - 60_000) calls.shift();
  };
  return {
    /** Calls of the last minute. */
    used(): number {
      forget(clock.now());
      return calls.length;
    },
    /** Takes a place and returns 0, or the milliseconds until there will be one. */
    take(): number {
      const now = clock.now();
      forget(now);
      if (calls.length < limit) {
        calls.push(now);
        return 0;
      }
      return (calls[0] ?? now) + 60_000 - now;
    },
  };
}

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 60_000;

/** After five failures in a row a provider is left alone for a minute, then one call may try. */
export function circuitBreaker(clock: Clock) {
  let failures = 0;
  let openUntil = 0;
  return {
    /** Milliseconds until it may be tried again; 0 when it may. */
    wait: (): number => Math.max(0, openUntil - clock.now()),
    succeeded(): void {
      failures = 0;
      openUntil = 0;
    },
    failed(): void {
      failures++;
      if (failures >= FAILURES_TO_OPEN) openUntil = clock.now() + OPEN_MS;
    },
  };
}

export type RateLimit = ReturnType<typeof rateLimit>;
export type CircuitBreaker = ReturnType<typeof circuitBreaker>;
