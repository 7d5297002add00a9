import { contract } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { given } from '../core/given.ts';
import { route, type Route } from '../core/route.ts';
import type { Db } from '../store/index.ts';
import { RATE_LIMIT, type Guard, type GuardStatus } from './guard.ts';

/** Changes the guard and notes who did it, in one transaction. */
async function change(
  guard: Guard,
  call: Call,
  work: (db: Db) => Promise<void>,
  action?: string,
): Promise<GuardStatus> {
  const before = guard.status();
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

export const guardRoutes = ({ guard }: { readonly guard: Guard }): readonly Route[] => [
  route(contract.guard.status, () => guard.status()),
  route(contract.guard.configure, ({ body }, call) => change(guard, call, (db) => guard.configure(db, given(body)))),
  route(contract.guard.lock, ({ body }, call) => change(guard, call, (db) => guard.lock(db, body?.reason ?? 'manual'))),
  route(contract.guard.unlock, (_input, call) => change(guard, call, (db) => guard.unlock(db))),
  route(contract.guard.check, ({ body }, call) => {
    const { db, actor } = call;
    const who = { tool: body?.tool ?? actor.tool, client: body?.client ?? null, actor: actor.name };
    return guard.check(db, who, () => change(guard, call, (tx) => guard.lock(tx, RATE_LIMIT), 'guard.auto_lock'));
  }),
];
