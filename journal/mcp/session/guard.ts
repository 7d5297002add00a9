/**
 * The guard lives in the service, so that a restart or a second server cannot forget a lock. This process keeps only a
 * latch: the emergency stop must hold here at once, also while the service is down.
 */
import type { Guard } from '@zorivest/kernel';
import type { Clients } from './clients.ts';
import { translate } from './errors.ts';

export interface Latch {
  readonly reason: string | null;
  set(reason: string): void;
  clear(): void;
}

export function createLatch(): Latch {
  let reason: string | null = null;
  return {
    get reason() {
      return reason;
    },
    set: (why) => (reason = why),
    clear: () => (reason = null),
  };
}

const CHECK_MS = 5000;
const ADVICE = 'Unlock in the app (Settings, MCP Guard) or with zorivest_emergency_unlock.';

export function serviceGuard(clients: Clients, latch: Latch): Guard {
  return {
    async check({ tool, session, signal }) {
      if (latch.reason !== null) return { allowed: false, reason: latch.reason, advice: ADVICE };
      try {
        const { guard } = clients.of(session.principal);
        const { allowed, reason } = await guard.check({ body: { tool } }, { signal, timeoutMs: CHECK_MS });
        return allowed ? { allowed: true } : { allowed: false, reason, advice: ADVICE };
      } catch (error) {
        throw translate(tool, error);
      }
    },
  };
}
