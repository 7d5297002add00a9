// Requests share the database; locking, restoring and stopping need it alone. Those wait for the running requests and
// hold new ones off meanwhile.

/** A lock and the end of the service wait this long for running work; then it finds the book closed. */
export const LOCK_WITHIN = 1000;

export class Gate {
  #inside = 0;
  #closing: Promise<void> | undefined;
  #emptied: (() => void) | undefined;

  async share<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closing) await this.#closing;
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      if (this.#inside === 0) this.#emptied?.();
    }
  }

  /** `within` is how long those inside are waited for, in milliseconds; without it, for as long as they take. */
  async alone<T>(work: () => Promise<T>, within?: number): Promise<T> {
    while (this.#closing) await this.#closing;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closing = promise;
    let timer: NodeJS.Timeout | undefined;
    try {
      if (this.#inside > 0) {
        await new Promise<void>((emptied) => {
          this.#emptied = emptied;
          if (within !== undefined) timer = setTimeout(emptied, within);
        });
      }
      return await work();
    } finally {
      clearTimeout(timer);
      this.#emptied = undefined;
      this.#closing = undefined;
      resolve();
    }
  }
}
