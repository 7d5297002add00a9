import { contract } from '@zorivest/contract';
import { route } from '../core/route.ts';

export const backupRoutes = [
  // The backup takes its own place at the gate: holding another here would deadlock with whoever waits to be alone.
  route(
    contract.backups.create,
    async (_input, call) => {
      const result = await call.app.backups.create();
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
