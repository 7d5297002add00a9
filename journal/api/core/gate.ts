// Requests share the database; locking, restoring and stopping need it alone. Those wait for the requests under way and
// hold new ones off meanwhile.

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

  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closing) await this.#closing;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#closing = promise;
    try {
      if (this.#inside > 0) {
        await new Promise<void>((emptied) => {
          this.#emptied = emptied;
        });
      }
      return await work();
    } finally {
      this.#emptied = undefined;
      this.#closing = undefined;
      resolve();
    }
  }
}
