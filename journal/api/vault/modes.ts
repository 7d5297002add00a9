// What a key may do besides its role: a switch that the person sets per key. Role and mode both bind.
import { isWrite, keyModes, type AnyEndpoint, type KeyMode, type Role } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { type Actor, Fault } from '@zorivest/store';
import { startingMode } from '../control/starting-mode.ts';

const weaker = (a: KeyMode, b: KeyMode): KeyMode => (keyModes.indexOf(a) < keyModes.indexOf(b) ? a : b);

const isMode = (text: string | undefined): text is KeyMode =>
  (keyModes as readonly (string | undefined)[]).includes(text);

export class KeyModes {
  readonly #control: Control;

  constructor(control: Control) {
    this.#control = control;
  }

  /** A key that nothing is known of is off. */
  of(keyId: string): KeyMode {
    const mode = this.#known(keyId);
    return isMode(mode) ? mode : 'off';
  }

  /** Null for the person. Who comes for somebody else may say that they may do less, never more. */
  #ofActor({ keyId, atMost }: Actor): KeyMode | null {
    if (keyId === null) return null;
    return atMost === undefined ? this.of(keyId) : weaker(this.of(keyId), atMost);
  }

  #known(keyId: string): string | undefined {
    const { db } = this.#control;
    return this.#control.first(db.selectFrom('key_modes').select('mode').where('key_id', '=', keyId))?.mode;
  }

  /** A key made by a key never has a stronger mode than the one that made it. */
  start(keyId: string, role: Role, maker: Actor): KeyMode {
    const own = startingMode(role);
    const mode = maker.keyId === null ? own : weaker(own, this.of(maker.keyId));
    this.set(keyId, mode);
    return mode;
  }

  set(keyId: string, mode: KeyMode): void {
    const row = { key_id: keyId, mode };
    const { db } = this.#control;
    this.#control.run(
      db
        .insertInto('key_modes')
        .values(row)
        .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ mode })),
    );
  }

  forget(keyId: string): void {
    this.#control.run(this.#control.db.deleteFrom('key_modes').where('key_id', '=', keyId));
  }

  refuseOff(keyId: string): void {
    const mode = this.#known(keyId);
    if (isMode(mode) && mode !== 'off') return;
    const why =
      mode === 'off'
        ? `the person has switched the API key ${keyId} off`
        : `control.db was lost, and with it what the person lets the API key ${keyId} do: it is off until the person sets ` +
          `it again with \`zorivest keys mode ${keyId} write\``;
    throw new Fault(403, why, { code: 'key_off' });
  }

  /**
   * Before anything of the request is read: a caller without the right is refused, any other is returned as handlers know it. A key
   * that the person lets only read is a reader to every handler, whatever its role; one that must ask is known by it, and never
   * makes a write by a request of its own.
   */
  admit(endpoint: AnyEndpoint, actor: Actor): Actor {
    const mode = this.#ofActor(actor);
    this.#refuse(mode, endpoint, actor);
    if (mode !== 'ask' || !isWrite(endpoint)) return asMode(mode, actor);
    throw new Fault(
      403,
      'every write of this key waits for the person: ask for it with POST /approvals, and the service does it when they agree',
      { code: 'approval_required' },
    );
  }

  /** The same of a write that the person has agreed to. */
  admitAsked(endpoint: AnyEndpoint, actor: Actor): Actor {
    const mode = this.#ofActor(actor);
    this.#refuse(mode, endpoint, actor);
    return asMode(mode, actor);
  }

  #refuse(mode: KeyMode | null, endpoint: AnyEndpoint, { keyId }: Actor): void {
    if (keyId === null) return;
    if (mode === 'off') this.refuseOff(keyId);
    if (mode === 'read' && isWrite(endpoint))
      throw new Fault(403, `the person lets the API key ${keyId} only read`, { code: 'key_reads_only' });
  }
}

function asMode(mode: KeyMode | null, actor: Actor): Actor {
  if (mode === 'read') return { ...actor, role: 'read-only' };
  return mode === 'ask' ? { ...actor, asks: true } : actor;
}
