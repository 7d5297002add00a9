import { contract } from '@zorivest/contract';
import { route, type Route } from '../core/route.ts';
import type { Actor } from '../core/actor.ts';
import { Fault } from '../core/fault.ts';
import type { Gate } from '../core/gate.ts';
import type { Backups } from './backups.ts';

/** Those who may remove backups by other means too: what they ask for is kept until they do. */
const isOwner = (role: Actor['role']) => role === 'person' || role === 'admin';

interface BackupParts {
  readonly backups: Backups;
  readonly gate: Gate;
}

export const backupRoutes = ({ backups, gate }: BackupParts): readonly Route[] => [
  // The backup takes its own place at the gate: holding another here would deadlock with whoever waits to be alone.
  route(
    contract.backups.create,
    async (_input, call) => {
      const result = await backups.create(isOwner(call.actor.role) ? 'person' : 'auto');
      const { status, error } = result;
      await gate.share(() =>
        call.write(async ({ audit }) =>
          audit({ resource: 'backup', id: result.backup_path ?? '', after: { status, error } }),
        ),
      );
      return result;
    },
    { gate: 'open' },
  ),
  route(contract.backups.list, () => backups.list()),
  route(contract.backups.verify, ({ body }) => backups.verify(body.path)),
  route(contract.backups.drill, async (_input, call) => {
    const drill = await backups.drill();
    if (drill === null) throw new Fault(404, 'there is no backup yet; make one with `zorivest backup`');
    await call.write(async ({ audit }) => audit({ resource: 'backup', id: drill.filename, after: drill }));
    return drill;
  }),
  route(contract.backups.lastDrill, () => backups.lastDrill),
  route(
    contract.backups.restore,
    async ({ body }, call) => {
      const result = await backups.restore(body.path);
      const { status, error } = result;
      await call.write(async ({ audit }) => audit({ resource: 'backup', id: body.path, after: { status, error } }));
      return result;
    },
    { gate: 'alone' },
  ),
];
