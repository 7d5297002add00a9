/** When a connection reads: not while it is paused, while the peer does not take our answers, or with too many running calls. */
import type { Readable } from 'node:stream';

export interface FlowOptions {
  readonly input: Readable;
  /** Calls that may run concurrently; beyond them, reading waits. */
  readonly maxCalls: number;
  readonly isBlocked: () => boolean;
}

export class Flow {
  readonly #options: FlowOptions;
  #calls = 0;
  #isHeld = false;

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  get isIdle(): boolean {
    return this.#calls === 0;
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.update();
  }

  /** Counts a call while it runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#calls++;
    this.update();
    try {
      return await work();
    } finally {
      this.#calls--;
      this.update();
    }
  }

  update(): void {
    const { input, maxCalls, isBlocked } = this.#options;
    if (this.#isHeld || isBlocked() || this.#calls >= maxCalls) input.pause();
    else if (input.isPaused()) input.resume();
  }
}
