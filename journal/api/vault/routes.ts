import { contract } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { originOf } from '../core/actor.ts';
import { LOCK_WITHIN, type Gate } from '../core/gate.ts';
import { route, type Route } from '../core/route.ts';
import type { EventBus } from '../events/bus.ts';
import type { KeyEntry } from './bootstrap.ts';
import { startingMode } from './modes.ts';
import type { Vault } from './vault.ts';

function present(entry: KeyEntry) {
  const { key_id, label, role, hint, created_at, last_used_at, expires_at, revoked_at } = entry;
  return { key_id, label, role, masked_key: `zrv_sk_...${hint}`, created_at, last_used_at, expires_at, revoked_at };
}

interface VaultParts {
  readonly vault: Vault;
  readonly events: EventBus;
  readonly gate: Gate;
  readonly control: Control;
}

export const vaultRoutes = ({ vault, events, gate, control }: VaultParts): readonly Route[] => [
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
      try {
        control.write(originOf(call, 'vault.lock'), (audit) =>
          audit({ resource: 'vault', id: 'vault', after: { by } }),
        );
      } catch {
        // A full disk must not keep the vault open.
      }
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
    control.write(originOf(call, 'key.create'), (audit) => {
      const mode = startingMode(entry.role);
      control.run(control.db.insertInto('key_modes').values({ key_id: entry.key_id, mode }));
      audit({ resource: 'key', id: entry.key_id, after: present(entry) });
    });
    return { key_id: entry.key_id, name, role: entry.role, raw_key: apiKey };
  }),
  route(contract.auth.listKeys, () => vault.bootstrap.keys.map(present)),
  route(
    contract.auth.revokeKey,
    ({ params }, call) => {
      const entry = vault.revokeKey(params.key_id);
      control.write(originOf(call, 'key.revoke'), (audit) => {
        control.run(control.db.deleteFrom('key_modes').where('key_id', '=', entry.key_id));
        audit({ resource: 'key', id: entry.key_id, after: present(entry) });
      });
    },
    { gate: 'open' },
  ),
];
