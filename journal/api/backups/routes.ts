import { contract } from '@zorivest/contract';
import { type Actor, Fault, type FrontCall, frontRoute, originOf } from '@zorivest/store';
import type { Control } from '../control/control.ts';
import type { Backups } from './backups.ts';

/** Roles that may remove backups by other means too: the backups they ask for are retained until they remove them. */
const isOwner = (role: Actor['role']) => role === 'person' || role === 'admin';

interface BackupParts {
  readonly backups: Backups;
  readonly control: Control;
}

export const backupRoutes = ({ backups, control }: BackupParts) => {
  /** Outside of the book's turns: a backup is no change of the book, and making one must not wait for a write. */
  const note = (call: FrontCall, label: string, id: string, after: object) =>
    control.write(originOf(call, label), (audit) => audit({ resource: 'backup', id, after }));
  return [
    // The backup takes its own place at the gate: a second one here would deadlock with a request that waits to be alone.
    frontRoute(
      contract.backups.create,
      async (_input, call) => {
        const result = await backups.create(isOwner(call.actor.role) ? 'person' : 'auto');
        const { status, error } = result;
        note(call, 'backup.create', result.backup_path ?? '', { status, error });
        return result;
      },
      { gate: 'open' },
    ),
    frontRoute(contract.backups.list, () => backups.list()),
    frontRoute(contract.backups.verify, ({ body }) => backups.verify(body.path)),
    frontRoute(contract.backups.drill, async (_input, call) => {
      const drill = await backups.drill();
      if (drill === null) throw new Fault(404, 'there is no backup yet; make one with `zorivest backup`');
      note(call, 'backup.drill', drill.filename, drill);
      return drill;
    }),
    frontRoute(contract.backups.lastDrill, () => backups.lastDrill),
    frontRoute(
      contract.backups.restore,
      async ({ body }, call) => {
        const result = await backups.restore(body.path, call.storing);
        const { status, error } = result;
        note(call, 'backup.restore', body.path, { status, error });
        return result;
      },
      { gate: 'alone' },
    ),
  ] as const;
};
