/**
 * The guard lives in the service, so that a restart or a second server cannot forget a lock. This process keeps only a
 * latch: the emergency stop must take effect here immediately, also while the service is down.
 */
import type { JournalClient } from '@zorivest/contract';
import { KernelError, type Guard, type Recording, type Session } from '@zorivest/kernel';
import type { Clients } from './clients.ts';
import { translate } from './errors.ts';
import { isSignedIn } from './sign-in.ts';
import type { Standings } from './standing.ts';

export interface Latch {
  /** Why this process is locked; null when it is not. */
  readonly reason: string | null;
  /** The service has not been notified yet. */
  readonly isPending: boolean;
  /**
   * Locks this process immediately, and the service through `lock`: now, or, when it cannot be reached, as soon as it
   * answers again. Rejects with the reason when it could not be notified now.
   */
  stop(reason: string, lock: () => Promise<unknown>): Promise<void>;
  /** Before anything else is asked of the service: a stop it has not heard of yet. */
  handOver(): Promise<void>;
  clear(): void;
}

interface PendingLock {
  readonly reason: string;
  readonly lock: () => Promise<unknown>;
  /** Whether the service holds the lock too; from then on it says when it ends. */
  handed: boolean;
}

const HAND_OVER_EVERY = 500;

export function createLatch(): Latch {
  let held: PendingLock | null = null;
  let handing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  const hand = async (latch: PendingLock): Promise<void> => {
    await latch.lock();
    latch.handed = true;
  };
  const handOver = (): Promise<void> => {
    const latch = held;
    if (latch === null || latch.handed) return Promise.resolve();
    // The error that prevents it also meets the next call to the service, and is reported there.
    handing ??= hand(latch)
      .catch(() => {})
      .finally(() => (handing = undefined));
    return handing;
  };
  const stopTrying = () => {
    clearInterval(retry);
    retry = undefined;
  };
  return {
    get reason() {
      return held?.reason ?? null;
    },
    get isPending() {
      return held !== null && !held.handed;
    },
    async stop(reason, lock) {
      stopTrying();
      const latch: PendingLock = { reason, lock, handed: false };
      held = latch;
      try {
        await hand(latch);
      } catch (error) {
        retry ??= setInterval(() => {
          if (held === null || held.handed) stopTrying();
          else void handOver();
        }, HAND_OVER_EVERY).unref();
        throw error;
      }
    },
    handOver,
    clear: () => {
      stopTrying();
      held = null;
    },
  };
}

const CHECK_MS = 5000;
export const WAYS_OUT = 'Lift it with Resume in the app, with `zorivest resume` or with zorivest_emergency_unlock.';
const FOR_THE_PERSON = 'Only the person can lift it, with Resume in the app or with `zorivest resume`.';

/** The start of a call rides on the check. */
function startOf(tool: string, { client }: Session, recording: Recording | undefined) {
  return {
    tool: tool.slice(0, 500),
    ...(client && { client: client.name.slice(0, 100) }),
    ...(recording && { call_id: recording.id, kind: recording.kind }),
  };
}

/** The advice never names a tool that would refuse the caller. */
async function adviceOn(guard: JournalClient['guard'], signal: AbortSignal): Promise<string> {
  const { lifted_by } = await guard.status(undefined, { signal, timeoutMs: CHECK_MS });
  return lifted_by === 'person' ? FOR_THE_PERSON : WAYS_OUT;
}

/** A book that only its person can open: a client that can sends them to where they do. */
function sendToApp(error: unknown, page: string): unknown {
  if (!(error instanceof KernelError) || error.code !== 'locked_by_person') return error;
  return error.mendedAt({
    id: 'unlock',
    message: 'The book is locked. Open it in the app with your passphrase.',
    url: page,
  });
}

export function serviceGuard(clients: Clients, latch: Latch, standings: Standings, page: string): Guard {
  return {
    async check({ tool, session, signal, recording }) {
      const refuse = () => ({ allowed: false, reason: latch.reason ?? 'manual', advice: WAYS_OUT }) as const;
      try {
        const { guard } = clients.of(session.principal);
        const verdict = await guard.check({ body: startOf(tool, session, recording) }, { signal, timeoutMs: CHECK_MS });
        const { allowed, reason } = verdict;
        standings.note(session.principal, {
          asks: verdict.mode === 'ask' || isSignedIn(session.principal),
          appOpen: verdict.app_open === true,
        });
        // The service was notified of the stop before it was asked: its verdict applies here too, even if another lifted it.
        if (!allowed) return { allowed: false, reason, advice: await adviceOn(guard, signal) };
        if (latch.isPending) return refuse();
        latch.clear();
        return { allowed: true };
      } catch (error) {
        // The service cannot be asked: the stop pressed here holds.
        if (latch.reason !== null) return refuse();
        throw sendToApp(translate(tool, error), page);
      }
    },
  };
}
