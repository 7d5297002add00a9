// Requests that are sent before the previous one was answered. No honest client sends many: a browser sends none, and
// each of a thousand in one packet would be begun before anything else is looked at, a stop included.
import type { Socket } from 'node:net';

const MOST = 8;

export class PipelineLimit {
  readonly #open = new WeakMap<Socket, number>();

  /** Whether one more may be taken on this connection; where not, it is ended. */
  take(socket: Socket): boolean {
    if (socket.destroyed) return false;
    const open = (this.#open.get(socket) ?? 0) + 1;
    if (open > MOST) {
      socket.destroy();
      return false;
    }
    this.#open.set(socket, open);
    return true;
  }

  answered(socket: Socket): void {
    this.#open.set(socket, (this.#open.get(socket) ?? 1) - 1);
  }
}
