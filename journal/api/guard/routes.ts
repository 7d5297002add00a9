import { contract } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { given } from '../core/given.ts';
import { route } from '../core/route.ts';
import type { Db } from '../store/index.ts';
import { RATE_LIMIT, type GuardStatus } from './guard.ts';

/** Changes the guard and notes who did it, in one transaction. */
async function change(call: Call, work: (db: Db) => Promise<void>, action?: string): Promise<GuardStatus> {
  const { guard } = call.app;
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

export const guardRoutes = [
  route(contract.guard.status, (_input, { app }) => app.guard.status()),
  route(contract.guard.configure, ({ body }, call) => change(call, (db) => call.app.guard.configure(db, given(body)))),
  route(contract.guard.lock, ({ body }, call) =>
    change(call, (db) => call.app.guard.lock(db, body?.reason ?? 'manual')),
  ),
  route(contract.guard.unlock, (_input, call) => change(call, (db) => call.app.guard.unlock(db))),
  route(contract.guard.check, ({ body }, call) => {
    const { app, db, actor } = call;
    const who = { tool: body?.tool ?? actor.tool, client: body?.client ?? null, actor: actor.name };
    return app.guard.check(db, who, () => change(call, (tx) => app.guard.lock(tx, RATE_LIMIT), 'guard.auto_lock'));
  }),
];
