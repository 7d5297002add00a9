// Who keeps a connection when there are too many. Nobody can tell whose a new one is before it has asked something, so one
// can always be opened: those that have proved nothing lately go first, then those of the key that has most; the person's
// stay.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A session proved itself on it within this. */
const RECENT_MS = 60_000;

/** So many are always free: a burst arrives before anything of it can be looked at. */
const reserveOf = (most: number): number => Math.ceil(most / 16);

interface Held {
  provedAt: number;
  /** Requests with a session that are being answered on it: a feed, an upload. */
  busy: number;
  /** Undefined: nobody has asked on it yet. Null: the person. */
  keyId: string | null | undefined;
}

export class Connections {
  /** Oldest first. */
  readonly #held = new Map<Socket, Held>();
  readonly #room: number;

  constructor(most: number) {
    this.#room = most - reserveOf(most);
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.#held.set(socket, { provedAt: -Infinity, busy: 0, keyId: undefined });
      socket.once('close', () => this.#held.delete(socket));
      if (this.#held.size > this.#room) this.#endOne(socket);
    });
  }

  /** A request with a session was taken on it; gives what to call when it was answered. */
  note(socket: Socket, keyId: string | null): () => void {
    const held = this.#held.get(socket);
    if (held === undefined) return () => {};
    held.busy += 1;
    held.keyId = keyId;
    return () => {
      held.busy -= 1;
      held.provedAt = performance.now();
    };
  }

  #endOne(newest: Socket): void {
    const since = performance.now() - RECENT_MS;
    let unproved: Socket | undefined;
    const byKey = new Map<string, Socket[]>();
    for (const [socket, { provedAt, busy, keyId }] of this.#held) {
      if (socket === newest) continue;
      if (busy === 0 && provedAt < since) {
        unproved = socket;
        break;
      }
      if (typeof keyId === 'string') byKey.set(keyId, [...(byKey.get(keyId) ?? []), socket]);
    }
    const [most] = [...byKey.values()].toSorted((a, b) => b.length - a.length);
    const ended = unproved ?? most?.[0];
    if (ended === undefined) return;
    this.#held.delete(ended);
    ended.destroy();
  }
}
