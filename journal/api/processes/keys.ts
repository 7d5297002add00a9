// The data key of the open book, where the book is: for secrets sealed in it and for connections of its own.
import { Fault, type KeySource, subkey } from '@zorivest/store';

export class BookKeys implements KeySource {
  #dataKey: Buffer | undefined;

  /** Takes a copy; the caller's own is the caller's to wipe. */
  hold(dataKey: Uint8Array): void {
    this.#dataKey = Buffer.from(dataKey);
  }

  forget(): void {
    this.#dataKey?.fill(0);
    this.#dataKey = undefined;
  }

  subkey(purpose: string): Buffer {
    return subkey(this.#held(), purpose);
  }

  /** Lends the data key to one piece of work. */
  withDataKey<T>(work: (dataKey: Uint8Array) => T): T {
    return work(this.#held());
  }

  #held(): Buffer {
    if (!this.#dataKey) throw new Fault(403, 'the vault is locked', { code: 'locked' });
    return this.#dataKey;
  }
}
