// Decides which connection ends when there are too many. The owner of a new one is unknown before its first request, so one
// can always be opened: a key that holds more than its share goes first, else it would push out the newest ones; then
// those that have proved nothing lately, then those of the key that has most. The person's stay, and stay open: a connection that
// is opened in a flood is taken up after all of it, and a stop is pressed on a page that has asked nothing for a while.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A session proved itself on it within this. */
const RECENT_MS = 60_000;

/** How long one of the person's stays open without a request: as long as browsers keep theirs. */
export const PERSON_KEEP_ALIVE_MS = 5 * 60_000;

/** What one key may hold before it goes first. */
const SHARE = 64;

/** This many are always free: a burst arrives before anything of it can be looked at. */
const reserveOf = (most: number): number => Math.ceil(most / 16);

interface OpenConnection {
  readonly socket: Socket;
  provedAt: number;
  /** Requests with a session that are being answered on it: a feed, an upload. */
  busy: number;
  /** Undefined: no request has come on it yet. Null: the person. */
  keyId: string | null | undefined;
}

/** By its two ends: over TLS a request comes from another socket than the one that was taken up. */
const nameOf = ({ remoteAddress, remotePort, localAddress, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`;

/** One for all addresses on which the service listens. */
export class Connections {
  /** Oldest first. */
  readonly #held = new Map<string, OpenConnection>();
  readonly #room: number;
  /** How many have come so far. */
  arrived = 0;

  constructor(most: number) {
    this.#room = most - reserveOf(most);
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      const name = nameOf(socket);
      this.arrived += 1;
      this.#held.set(name, { socket, provedAt: -Infinity, busy: 0, keyId: undefined });
      socket.once('close', () => this.#held.delete(name));
      if (this.#held.size > this.#room) this.#endOne(name);
    });
  }

  /** A request with a session was taken on it; gives what to call when it was answered. */
  note(socket: Socket, keyId: string | null): () => void {
    const held = this.#held.get(nameOf(socket));
    if (held === undefined) return () => {};
    held.busy += 1;
    held.keyId = keyId;
    return () => {
      held.busy -= 1;
      held.provedAt = performance.now();
      // After Node has given it the time that everybody has.
      if (keyId === null) socket.setTimeout(PERSON_KEEP_ALIVE_MS);
    };
  }

  #endOne(newest: string): void {
    const since = performance.now() - RECENT_MS;
    let unproved: string | undefined;
    const byKey = new Map<string, { readonly oldest: string; count: number }>();
    for (const [name, { provedAt, busy, keyId }] of this.#held) {
      if (name === newest) continue;
      if (busy === 0 && keyId !== null && provedAt < since) unproved ??= name;
      else if (typeof keyId === 'string') {
        const own = byKey.get(keyId);
        if (own === undefined) byKey.set(keyId, { oldest: name, count: 1 });
        else own.count += 1;
      }
    }
    const [most] = [...byKey.values()].toSorted((a, b) => b.count - a.count);
    const ended = most !== undefined && most.count > SHARE ? most.oldest : (unproved ?? most?.oldest);
    if (ended === undefined) return;
    this.#held.get(ended)?.socket.destroy();
    this.#held.delete(ended);
  }
}
