import { contract } from '@zorivest/contract';
import type { Actor } from '../core/actor.ts';
import type { Call } from '../core/call.ts';
import { Fault } from '../core/fault.ts';
import { given } from '../core/given.ts';
import { route, type Route } from '../core/route.ts';
import type { RequestsUnderWay } from '../core/under-way.ts';
import type { Pipelines } from '../pipelines/pipelines.ts';
import type { Db } from '../store/index.ts';
import { RATE_LIMIT, type Guard, type GuardStatus } from './guard.ts';

/** Changes the guard and notes who did it, in one transaction. */
async function change(
  guard: Guard,
  call: Call,
  work: (db: Db) => Promise<unknown>,
  { action, before = guard.status() }: { action?: string; before?: GuardStatus } = {},
): Promise<GuardStatus> {
  try {
    await call.write(async ({ db, audit }) => {
      await work(db);
      audit({ ...(action && { action }), resource: 'guard', id: 1, before, after: guard.status() });
    });
  } catch (error) {
    guard.fallBackTo(before);
    throw error;
  }
  return guard.status();
}

interface GuardParts {
  readonly guard: Guard;
  readonly underWay: RequestsUnderWay;
  readonly pipelines: Pick<Pipelines, 'stopRuns'>;
}

const lockedBy = ({ role }: Actor) => (role === 'person' ? 'person' : 'key');

export const guardRoutes = ({ guard, underWay, pipelines }: GuardParts): readonly Route[] => [
  route(contract.guard.status, () => guard.status()),
  route(contract.guard.configure, ({ body }, call) => change(guard, call, (db) => guard.configure(db, given(body)))),
  route(
    contract.guard.lock,
    async ({ body }, call) => {
      const [reason, by, before] = [body?.reason ?? 'manual', lockedBy(call.actor), guard.status()] as const;
      // In memory first: nothing new begins and what is under way ends, whatever storing the lock has to wait for.
      guard.hold(reason, by);
      const { aborted, finished } = underWay.stopKeys(call.requestId);
      const runs = pipelines.stopRuns();
      const locked = await change(guard, call, (db) => guard.lock(db, reason, by), { before });
      return { ...locked, aborted: [...aborted, ...runs], finished };
    },
    { gate: 'open' },
  ),
  route(contract.guard.unlock, (_input, call) =>
    change(guard, call, async (db) => {
      if (await guard.unlock(db, lockedBy(call.actor))) return;
      throw new Fault(403, 'the person has stopped the assistants, and only the person can lift it', {
        code: 'locked_by_person',
      });
    }),
  ),
  route(contract.guard.check, ({ body }, call) => {
    const { db, actor } = call;
    const who = { tool: body?.tool ?? actor.tool, client: body?.client ?? null, actor: actor.name };
    return guard.check(db, who, () =>
      change(guard, call, (tx) => guard.lock(tx, RATE_LIMIT, 'limit'), { action: 'guard.auto_lock' }),
    );
  }),
];
