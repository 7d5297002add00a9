import { contract, type KeyMode, operationOf } from '@zorivest/contract';
import type { Activity } from '../activity/activity.ts';
import { answerFor } from '../responses/errors.ts';
import type { Control } from '../control/control.ts';
import { type EventBus, Fault, frontRoute, originOf, sha256 } from '@zorivest/store';
import { LOCK_WITHIN, type Gate } from '../gate.ts';
import type { KeyEntry } from './bootstrap.ts';
import { entryOfKey } from './data-key.ts';
import type { KeyModes } from './modes.ts';
import { TICKET_SECONDS } from './sessions.ts';
import type { KeyUses } from './uses.ts';
import type { Vault } from './vault.ts';

function present(entry: KeyEntry, mode: KeyMode, last_used_at: string | null = null) {
  const { key_id, label, role, hint, created_at, expires_at, revoked_at } = entry;
  return {
    key_id,
    label,
    role,
    mode,
    masked_key: `zrv_sk_...${hint}`,
    created_at,
    last_used_at,
    expires_at,
    revoked_at,
  };
}

interface VaultParts {
  readonly vault: Vault;
  readonly events: EventBus;
  readonly gate: Gate;
  readonly control: Control;
  readonly modes: KeyModes;
  readonly uses: KeyUses;
  readonly activity: Pick<Activity, 'seen'>;
  /** What a program was given is taken from the home with its key. */
  readonly pairings: { forget(keyId: string): void };
  /** Ends what has been approved: of one key, or of all. */
  readonly approvals: { endAll(keyId?: string): void };
  /** Of sessions that keys open. */
  readonly sessionPace: { turn(keyId: string | null, signal: AbortSignal): Promise<void> };
}

const open = { gate: 'open' } as const;

export const vaultRoutes = ({
  vault,
  events,
  gate,
  control,
  modes,
  uses,
  activity,
  pairings,
  approvals,
  sessionPace,
}: VaultParts) =>
  [
    frontRoute(
      contract.auth.unlock,
      async ({ body }, call) => {
        const begun = performance.now();
        const note = (status: number) => {
          const entry = entryOfKey(vault.bootstrap, body.api_key);
          // An unknown key has no row.
          if (entry === undefined) return;
          activity.seen({
            actor: { ...call.actor, keyId: entry.key_id, label: entry.label },
            callId: null,
            requestId: call.requestId,
            clientRequestId: null,
            operation: operationOf(contract.auth.unlock),
            serves: true,
            status,
            milliseconds: Math.round((performance.now() - begun) * 10) / 10,
            bytes: 0,
            approvalId: null,
            usedToken: false,
          });
        };
        try {
          const { key_id = null } = entryOfKey(vault.bootstrap, body.api_key) ?? {};
          await sessionPace.turn(key_id, call.signal);
          const wasLocked = vault.state !== 'unlocked';
          const grant = await gate.share(() => vault.unlockWithKey(body.api_key));
          note(200);
          // Not for every session: a key that opens them without end would keep every page busy.
          if (wasLocked) events.emit('vault', { state: 'unlocked' });
          return grant;
        } catch (error) {
          note(answerFor(error).status);
          throw error;
        }
        // Outside of the gate: an unlock that waits for its turn blocks no other request.
      },
      open,
    ),
    frontRoute(contract.system.unlock, async ({ body }, { actor }) => {
      const wasLocked = vault.state !== 'unlocked';
      const grant = await vault.unlockWithPassphrase(body.passphrase, actor.isLocal);
      if (wasLocked) events.emit('vault', { state: 'unlocked' });
      return grant;
    }),
    frontRoute(
      contract.auth.lock,
      async (_input, call) => {
        const by = call.actor.role === 'person' ? 'person' : 'others';
        try {
          control.write(originOf(call, 'vault.lock'), (audit) =>
            audit({ resource: 'vault', id: 'vault', after: { by } }),
          );
          approvals.endAll();
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
    frontRoute(contract.auth.status, () => ({
      locked: vault.state !== 'unlocked',
      active_sessions: vault.sessions.count,
    })),
    frontRoute(contract.auth.createKey, async ({ body }, call) => {
      const name = body.name ?? body.label ?? '';
      const { entry, apiKey } = await vault.createKey(name, body.role, body.expires_in ?? null, call);
      const mode = control.write(originOf(call, 'key.create'), (audit) => {
        const started = modes.start(entry.key_id, entry.role, call.actor);
        audit({ resource: 'key', id: entry.key_id, after: present(entry, started) });
        return started;
      });
      return { key_id: entry.key_id, name, role: entry.role, mode, raw_key: apiKey };
    }),
    frontRoute(contract.auth.listKeys, () =>
      vault.bootstrap.keys.map((entry) => present(entry, modes.of(entry.key_id), uses.of(entry.key_id))),
    ),
    frontRoute(
      contract.auth.setMode,
      ({ params, body: { mode } }, call) => {
        const entry = vault.liveEntry(params.key_id);
        const before = modes.of(entry.key_id);
        control.write(originOf(call, 'key.mode'), (audit) => {
          modes.set(entry.key_id, mode);
          audit({ resource: 'key', id: entry.key_id, before: { mode: before }, after: { mode } });
        });
        if (mode === 'off') vault.sessions.endOfKey(entry.key_id);
        if (mode !== before) approvals.endAll(entry.key_id);
        return present(entry, mode, uses.of(entry.key_id));
      },
      open,
    ),
    frontRoute(
      contract.auth.issueTicket,
      (_input, call) => {
        const ticket = vault.sessions.issueTicket(call.actor.sessionId ?? '');
        if (ticket === null) throw new Fault(401, 'the session has ended');
        control.write(originOf(call, 'ticket.issue'), (audit) => audit({ resource: 'ticket', id: 'ticket' }));
        return { ticket, expires_in: TICKET_SECONDS };
      },
      open,
    ),
    frontRoute(contract.auth.redeemTicket, ({ body }) => {
      const redeemed = vault.sessions.redeem(body.ticket);
      if (redeemed === 'used') throw new Fault(410, 'this ticket has been used; get another with `zorivest open`');
      if (redeemed === 'unknown')
        throw new Fault(401, 'this ticket is not known or too old; get another with `zorivest open`');
      // The program that issued it may tidy up behind it; its digest alone is of no use to anyone.
      events.emit('vault', { state: 'unlocked', ticket: sha256(body.ticket).toString('hex') });
      return vault.grantOf(redeemed.token);
    }),
    frontRoute(
      contract.auth.renew,
      async ({ body }, { actor }) => {
        if (body?.passphrase !== undefined) {
          if (actor.keyId !== null) throw new Fault(403, 'a key has no passphrase to give');
          await vault.provePassphrase(actor, body.passphrase);
        }
        const token = vault.sessions.renew(actor.sessionId ?? '');
        if (token === null) {
          throw new Fault(401, 'the session cannot be renewed any more: give the passphrase or the key again');
        }
        return vault.grantOf(token);
      },
      open,
    ),
    frontRoute(
      contract.auth.end,
      (_input, { actor }) => {
        if (actor.sessionId !== null) vault.sessions.end(actor.sessionId);
      },
      open,
    ),
    frontRoute(
      contract.auth.revokeKey,
      async ({ params }, call) => {
        const entry = await vault.revokeKey(params.key_id);
        control.write(originOf(call, 'key.revoke'), (audit) => {
          modes.forget(entry.key_id);
          audit({ resource: 'key', id: entry.key_id, after: present(entry, 'off') });
        });
        pairings.forget(entry.key_id);
        approvals.endAll(entry.key_id);
      },
      open,
    ),
  ] as const;
