import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@zorivest/contract';
import { LOCK_WITHIN, type Gate } from '../core/gate.ts';
import { route, type Route } from '../core/route.ts';
import type { EventBus } from '../events/bus.ts';
import type { KeyEntry } from './bootstrap.ts';
import type { Vault } from './vault.ts';

function present(entry: KeyEntry) {
  const { key_id, label, role, hint, created_at, last_used_at, expires_at, revoked_at } = entry;
  return { key_id, label, role, masked_key: `zrv_sk_...${hint}`, created_at, last_used_at, expires_at, revoked_at };
}

interface VaultParts {
  readonly vault: Vault;
  readonly events: EventBus;
  readonly gate: Gate;
}

const NOTE_WITHIN = 200;

export const vaultRoutes = ({ vault, events, gate }: VaultParts): readonly Route[] => [
  route(contract.auth.unlock, async ({ body }) => {
    const grant = await vault.unlockWithKey(body.api_key);
    events.emit('vault', { state: 'unlocked' });
    return grant;
  }),
  route(contract.system.unlock, async ({ body }, { actor }) => {
    const grant = await vault.unlockWithPassphrase(body.passphrase, actor.isLocal);
    events.emit('vault', { state: 'unlocked' });
    return grant;
  }),
  route(
    contract.auth.lock,
    async (_input, call) => {
      const by = call.actor.role === 'person' ? 'person' : 'others';
      // A write that takes long must not hold the lock up; then the log alone knows of it.
      const noted = call.write(async ({ audit }) => audit({ resource: 'vault', id: 'vault', after: { by } }));
      await Promise.race([noted.catch(() => {}), sleep(NOTE_WITHIN)]);
      events.emit('vault', { state: 'locked' });
      vault.sessions.endAll();
      await gate.alone(() => vault.lock(by), LOCK_WITHIN);
      return { status: 'locked' as const };
    },
    { gate: 'open' },
  ),
  route(contract.auth.status, () => ({
    locked: vault.state !== 'unlocked',
    active_sessions: vault.sessions.count,
  })),
  route(contract.auth.createKey, async ({ body }, call) => {
    const name = body.name ?? body.label ?? '';
    const { entry, apiKey } = await vault.createKey(name, body.role, body.expires_in ?? null);
    await call.write(async ({ audit }) => audit({ resource: 'key', id: entry.key_id, after: present(entry) }));
    return { key_id: entry.key_id, name, role: entry.role, raw_key: apiKey };
  }),
  route(contract.auth.listKeys, () => vault.bootstrap.keys.map(present)),
  route(contract.auth.revokeKey, async ({ params }, call) => {
    const entry = vault.revokeKey(params.key_id);
    await call.write(async ({ audit }) => audit({ resource: 'key', id: entry.key_id, after: present(entry) }));
  }),
];
