// Whether a process that does not react is ended.

export interface Timing {
  /** How long a process may not react while no request waits for what it does. */
  readonly graceMs: number;
  /** How long it may not react at all, of its processor time where that is known: a busy machine is not its fault. */
  readonly stuckMs: number;
}

export const usualTiming: Timing = { graceMs: 2000, stuckMs: 60_000 };

/** One that neither reacts nor works: this many times as long by the clock. */
const STANDING_STILL = 12;

interface Observation {
  /** Since it last reacted. */
  readonly silentMs: number;
  /** What it has worked since then; the same as above where the system does not say. */
  readonly workedMs: number;
  /** No request waits any more for what it does. */
  readonly isLeft: boolean;
}

/** Null: it may go on. */
export function verdictOn({ silentMs, workedMs, isLeft }: Observation, timing: Timing): 'left' | 'too_long' | null {
  if (isLeft && silentMs > timing.graceMs) return 'left';
  return workedMs > timing.stuckMs || silentMs > timing.stuckMs * STANDING_STILL ? 'too_long' : null;
}
