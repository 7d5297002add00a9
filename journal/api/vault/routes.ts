import { contract } from '@zorivest/contract';
import { route } from '../core/route.ts';
import type { KeyEntry } from './bootstrap.ts';

function present(entry: KeyEntry) {
  const { key_id, label, role, hint, created_at, last_used_at, expires_at, revoked_at } = entry;
  return { key_id, label, role, masked_key: `zrv_sk_...${hint}`, created_at, last_used_at, expires_at, revoked_at };
}

export const vaultRoutes = [
  route(contract.auth.unlock, async ({ body }, { app }) => {
    const grant = await app.vault.unlockWithKey(body.api_key);
    app.events.emit('vault', { state: 'unlocked' });
    return grant;
  }),
  route(contract.system.unlock, async ({ body }, { app, actor }) => {
    const grant = await app.vault.unlockWithPassphrase(body.passphrase, actor.isLocal);
    app.events.emit('vault', { state: 'unlocked' });
    return grant;
  }),
  route(
    contract.auth.lock,
    async (_input, call) => {
      await call.write(async ({ audit }) => audit({ resource: 'vault', id: 'vault' }));
      call.app.events.emit('vault', { state: 'locked' });
      await call.app.vault.lock();
      return { status: 'locked' as const };
    },
    { gate: 'alone' },
  ),
  route(contract.auth.status, (_input, { app }) => ({
    locked: app.vault.state !== 'unlocked',
    active_sessions: app.vault.sessions.count,
  })),
  route(contract.auth.createKey, async ({ body }, call) => {
    const name = body.name ?? body.label ?? '';
    const { entry, apiKey } = await call.app.vault.createKey(name, body.role, body.expires_in ?? null);
    await call.write(async ({ audit }) => audit({ resource: 'key', id: entry.key_id, after: present(entry) }));
    return { key_id: entry.key_id, name, role: entry.role, raw_key: apiKey };
  }),
  route(contract.auth.listKeys, (_input, { app }) => app.vault.bootstrap.keys.map(present)),
  route(contract.auth.revokeKey, async ({ params }, call) => {
    const entry = call.app.vault.revokeKey(params.key_id);
    await call.write(async ({ audit }) => audit({ resource: 'key', id: entry.key_id, after: present(entry) }));
  }),
];
