// Programs of this machine that want a key. What waits is held in memory: a program that still wants one asks again.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyMode, type PairingMode, type Role, visible } from '@zorivest/contract';
import {
  type Actor,
  conflict,
  type EventBus,
  Fault,
  type Home,
  notFound,
  originOf,
  type RandomBytes,
  sha256,
  writeFileAtomic,
} from '@zorivest/store';
import type { Control } from '../control/control.ts';
import type { KeyEntry } from '../vault/bootstrap.ts';
import type { KeyModes } from '../vault/modes.ts';

/** No more than this wait simultaneously: a person agrees unread to more cards than they can read. */
const MOST_WAITING = 5;
/** Of those that were decided, for programs that ask how it went. */
const MOST_DECIDED = 50;

export interface Pairing {
  readonly id: string;
  readonly client: string;
  readonly status: 'waiting' | 'allowed' | 'denied';
  readonly asked_at: string;
  readonly key_file: string;
}

export interface PairingParts {
  readonly home: Home;
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly events: Pick<EventBus, 'emit'>;
  readonly control: Control;
  readonly modes: KeyModes;
  /** Whether a key is there and not revoked. */
  readonly isLive: (keyId: string) => boolean;
  readonly createKey: (label: string, role: Role) => Promise<{ readonly entry: KeyEntry; readonly apiKey: string }>;
}

interface Caller {
  readonly actor: Actor;
  readonly requestId: string;
}

const FOLDER = 'pairings';

/**
 * Where the key of a program is put, from the home; in letters that any disk takes. Of a name in other letters they leave little or
 * nothing: two programs would have one key.
 */
function keyFileOf(client: string): string {
  const plain = client.normalize('NFC').toLowerCase();
  const name = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
  const isWhole = name !== '' && !/\P{ASCII}/u.test(plain);
  return `${FOLDER}/${name || 'program'}${isWhole ? '' : `-${sha256(plain).toString('hex').slice(0, 12)}`}.json`;
}

export class Pairings {
  readonly #parts: PairingParts;
  readonly #known = new Map<string, Pairing>();
  /** Agreed to, and its key is being made: the program sees it as waiting until the key is there. */
  readonly #deciding = new Set<string>();

  constructor(parts: PairingParts) {
    this.#parts = parts;
  }

  ask({ actor }: Caller, name: string): Pairing {
    if (!actor.isLocal)
      throw new Fault(403, 'only a program that can read the home may ask to connect; its file local.secret proves it');
    const client = visible(name).trim();
    const key_file = keyFileOf(client);
    const asked_at = this.#parts.now().toISOString();
    if (this.#hasLiveKey(key_file)) return { id: '', client, status: 'allowed', asked_at, key_file };
    const same = [...this.#known.values()].find((other) => other.status !== 'allowed' && other.key_file === key_file);
    if (same !== undefined) return same;
    if (this.list().length >= MOST_WAITING)
      throw new Fault(429, `${MOST_WAITING} programs wait to connect already; decide about them in the app`, {
        retryAfterSeconds: 60,
      });
    const asked: Pairing = {
      id: `pair_${this.#parts.random(6).toString('hex')}`,
      client,
      status: 'waiting',
      asked_at,
      key_file,
    };
    this.#note(asked);
    return asked;
  }

  list(): Pairing[] {
    return [...this.#known.values()].filter(({ status }) => status === 'waiting');
  }

  async allow(call: Caller, id: string, mode: PairingMode): Promise<Pairing> {
    const { home, control, modes, createKey } = this.#parts;
    const asked = this.#waiting(id);
    // Before anything is awaited: a second click makes no second key.
    this.#deciding.add(id);
    try {
      const { entry, apiKey } = await createKey(asked.client, mode === 'read' ? 'read-only' : 'read-write');
      control.write(originOf(call, 'pairing.decide'), (audit) => {
        modes.set(entry.key_id, mode satisfies KeyMode);
        audit({ resource: 'key', id: entry.key_id, after: { client: asked.client, role: entry.role, mode } });
      });
      mkdirSync(join(home.root, FOLDER), { recursive: true, mode: 0o700 });
      writeFileAtomic(
        join(home.root, asked.key_file),
        `${JSON.stringify({ key_id: entry.key_id, api_key: apiKey })}\n`,
      );
      const allowed = { ...asked, status: 'allowed' } as const;
      this.#note(allowed);
      return allowed;
    } finally {
      this.#deciding.delete(id);
    }
  }

  deny(call: Caller, id: string): Pairing {
    const asked = this.#waiting(id);
    this.#parts.control.write(originOf(call, 'pairing.decide'), (audit) =>
      audit({ resource: 'pairing', id, after: { client: asked.client, status: 'denied' } }),
    );
    const denied = { ...asked, status: 'denied' } as const;
    this.#note(denied);
    return denied;
  }

  /** The file of a key that no longer exists: the program may ask again. */
  forget(keyId: string): void {
    const folder = join(this.#parts.home.root, FOLDER);
    for (const name of filesIn(folder)) if (keyIdIn(join(folder, name)) === keyId) rmSync(join(folder, name));
  }

  #hasLiveKey(file: string): boolean {
    const keyId = keyIdIn(join(this.#parts.home.root, file));
    return typeof keyId === 'string' && this.#parts.isLive(keyId);
  }

  #waiting(id: string): Pairing {
    const found = this.#known.get(id);
    if (found === undefined) throw notFound('pairing', id);
    if (found.status !== 'waiting' || this.#deciding.has(id)) throw conflict('it was decided already');
    return found;
  }

  #note(pairing: Pairing): void {
    this.#known.set(pairing.id, pairing);
    const decided = [...this.#known.values()].filter(({ status }) => status !== 'waiting');
    for (const { id } of decided.slice(0, -MOST_DECIDED)) this.#known.delete(id);
    this.#parts.events.emit('pairing', { id: pairing.id, status: pairing.status });
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function keyIdIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { key_id?: unknown }).key_id;
  } catch {
    return null;
  }
}
