import { contract } from '@zorivest/contract';
import type { Actor } from '../core/call.ts';
import { Fault } from '../core/fault.ts';
import { route } from '../core/route.ts';

/** Those who may remove backups by other means too: what they ask for is kept until they do. */
const isOwner = (role: Actor['role']) => role === 'person' || role === 'admin';

export const backupRoutes = [
  // The backup takes its own place at the gate: holding another here would deadlock with whoever waits to be alone.
  route(
    contract.backups.create,
    async (_input, call) => {
      const result = await call.app.backups.create(isOwner(call.actor.role) ? 'person' : 'auto');
      const { status, error } = result;
      await call.app.gate.share(() =>
        call.write(async ({ audit }) =>
          audit({ resource: 'backup', id: result.backup_path ?? '', after: { status, error } }),
        ),
      );
      return result;
    },
    { gate: 'open' },
  ),
  route(contract.backups.list, (_input, { app }) => app.backups.list()),
  route(contract.backups.verify, ({ body }, { app }) => app.backups.verify(body.path)),
  route(contract.backups.drill, async (_input, call) => {
    const drill = await call.app.backups.drill();
    if (drill === null) throw new Fault(404, 'there is no backup yet; make one with `zorivest backup`');
    await call.write(async ({ audit }) => audit({ resource: 'backup', id: drill.filename, after: drill }));
    return drill;
  }),
  route(contract.backups.lastDrill, (_input, { app }) => app.backups.lastDrill),
  route(
    contract.backups.restore,
    async ({ body }, call) => {
      const result = await call.app.backups.restore(body.path);
      const { status, error } = result;
      await call.write(async ({ audit }) => audit({ resource: 'backup', id: body.path, after: { status, error } }));
      return result;
    },
    { gate: 'alone' },
  ),
];
