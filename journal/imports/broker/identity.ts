// Who a fill is when its broker gives it no id: what it says, and which of several equal ones it is. Two truly equal
// fills of one file stay two, and the same file read again gives the same ids.
import { hash } from 'node:crypto';

/** The first 64 bits of the SHA-256 of a text, as 16 hex digits. */
export function contentHash(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 16);
}

/**
 * Counts how often each content hash has occurred. Open addressing in typed arrays: a Map of a million strings would
 * take a hundred megabytes where this takes twenty.
 */
export class Occurrences {
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #counts = new Uint32Array(1024);
  #size = 0;

  /** 1 for the first time this hash is seen, 2 for the second, … */
  next(digest: string): number {
    if (this.#size * 2 >= this.#counts.length) this.#grow();
    const high = Number.parseInt(digest.slice(0, 8), 16);
    const low = Number.parseInt(digest.slice(8, 16), 16);
    const slot = this.#slot(high, low);
    if (this.#counts[slot] === 0) {
      this.#high[slot] = high;
      this.#low[slot] = low;
      this.#size++;
    }
    const count = (this.#counts[slot] ?? 0) + 1;
    this.#counts[slot] = count;
    return count;
  }

  #slot(high: number, low: number): number {
    const mask = this.#counts.length - 1;
    let slot = low & mask;
    while (this.#counts[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [high, low, counts] = [this.#high, this.#low, this.#counts];
    const size = counts.length * 2;
    this.#high = new Uint32Array(size);
    this.#low = new Uint32Array(size);
    this.#counts = new Uint32Array(size);
    for (let i = 0; i < counts.length; i++) {
      const count = counts[i] ?? 0;
      if (count === 0) continue;
      const slot = this.#slot(high[i] ?? 0, low[i] ?? 0);
      this.#high[slot] = high[i] ?? 0;
      this.#low[slot] = low[i] ?? 0;
      this.#counts[slot] = count;
    }
  }
}
