import { contract } from '@zorivest/contract';
import type { Activity } from '../activity/activity.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Control } from '../control/control.ts';
import {
  type Actor,
  type EventBus,
  Fault,
  type FrontCall,
  frontRoute,
  originOf,
  type RequestsInProgress,
  withoutUndefined,
} from '@zorivest/store';
import type { Pipelines } from '@zorivest/integrations';
import type { KeyModes } from '../vault/modes.ts';
import type { Vault } from '../vault/vault.ts';
import { RATE_LIMIT, type Guard, type GuardStatus } from './guard.ts';

interface Step {
  readonly action: string;
  readonly before?: GuardStatus;
  readonly work: () => unknown;
}

/** Changes the guard and notes who did it, in one transaction. */
function change({ guard, control }: GuardParts, call: FrontCall, { action, work, before = guard.status() }: Step) {
  try {
    control.write(originOf(call, action), (audit) => {
      work();
      audit({ resource: 'guard', id: 1, before, after: guard.status() });
    });
  } catch (error) {
    guard.fallBackTo(before);
    throw error;
  }
  guard.noteStored();
  return guard.status();
}

/** A stop holds although nothing of it can be stored; the answer says for how long. */
function keepStop(parts: GuardParts, work: () => void): 'stored' | 'marked' | 'until_restart' {
  try {
    work();
    return 'stored';
  } catch (error) {
    // The vault has just been locked: nothing is left to stop.
    if (error instanceof Fault) throw error;
    return parts.guard.keep();
  }
}

interface GuardParts {
  readonly guard: Guard;
  readonly control: Control;
  readonly modes: KeyModes;
  readonly approvals: Approvals;
  readonly events: EventBus;
  readonly activity: Activity;
  readonly vault: Pick<Vault, 'refuseStale'>;
  readonly inProgress: RequestsInProgress;
  readonly pipelines: Pick<Pipelines, 'stopRuns'>;
}

const lockedBy = ({ role }: Actor) => (role === 'person' ? 'person' : 'key');

// None of them waits for the book: a stop must not wait for what it stops.
const open = { gate: 'open' } as const;

export const guardRoutes = (parts: GuardParts) => {
  const { guard, modes, approvals, events, activity, vault, inProgress, pipelines } = parts;
  return [
    frontRoute(contract.guard.status, () => guard.status()),
    frontRoute(contract.guard.calls, () => guard.calls(), open),
    frontRoute(
      contract.guard.configure,
      ({ body }, call) =>
        change(parts, call, { action: 'guard.configure', work: () => guard.configure(withoutUndefined(body)) }),
      open,
    ),
    frontRoute(
      contract.guard.lock,
      ({ body }, call) => {
        const [reason, by, before] = [body?.reason ?? 'manual', lockedBy(call.actor), guard.status()] as const;
        const isAlreadyStopped = by === 'key' && guard.holdsAlready;
        // In memory first: nothing new begins and running requests end, also when the lock cannot be stored.
        guard.hold(reason, by);
        const { aborted, finished } = inProgress.stopKeys(call.requestId);
        const runs = pipelines.stopRuns();
        const storage = keepStop(parts, () => {
          approvals.endAll();
          if (!isAlreadyStopped)
            change(parts, call, { action: 'guard.lock', before, work: () => guard.lock(reason, by) });
          else if (guard.status().lock_reason !== before.lock_reason) guard.lock(reason, by);
        });
        return { ...guard.status(), kept: storage, aborted: [...aborted, ...runs], finished };
      },
      open,
    ),
    frontRoute(
      contract.guard.unlock,
      (_input, call) => {
        const { keyId } = call.actor;
        if (keyId !== null && !guard.isLocked) return guard.status();
        return change(parts, call, {
          action: 'guard.unlock',
          work: () => {
            const { lifted_by } = guard.status();
            // What a key or a limit has locked is lifted with one press.
            if (lifted_by === 'person') vault.refuseStale(call.actor);
            if (guard.unlock(keyId)) return;
            const why =
              lifted_by === 'person'
                ? 'the person has stopped the assistants, and only the person can lift it'
                : 'this key has lifted stops again and again within the hour; the person can lift this one';
            throw new Fault(403, why, { code: 'locked_by_person' });
          },
        });
      },
      open,
    ),
    frontRoute(
      contract.guard.check,
      ({ body }, call) => {
        const { actor } = call;
        const verdict = guard.check(actor.keyId, () =>
          change(parts, call, { action: 'guard.auto_lock', work: () => guard.lock(RATE_LIMIT, 'limit') }),
        );
        activity.started(
          actor,
          {
            callId: body?.call_id ?? call.requestId,
            isReported: body?.call_id !== undefined,
            kind: body?.kind ?? 'tool',
            tool: body?.tool ?? actor.tool ?? 'unknown',
            client: body?.client ?? null,
          },
          verdict.allowed,
        );
        const asks = actor.keyId !== null && modes.of(actor.keyId) === 'ask';
        return {
          ...verdict,
          ...(asks && { mode: 'ask' as const }),
          ...(events.isAppOpen && { app_open: true as const }),
        };
      },
      open,
    ),
  ] as const;
};
