import type { Writable } from 'node:stream';

/** Writes answers of one turn of the event loop in one go, and knows when the reader has fallen behind. */
export class Writer {
  readonly #output: Writable;
  readonly #onPressure: () => void;
  #waiting: string[] = [];
  #scheduled = false;
  #blocked = false;

  constructor(output: Writable, onPressure: () => void) {
    this.#output = output;
    this.#onPressure = onPressure;
  }

  /** The reader is slower than we are: nothing more should be taken in until it has caught up. */
  get blocked(): boolean {
    return this.#blocked;
  }

  write(text: string): void {
    this.#waiting.push(text);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  /** Resolves when all that was written has left the process, or cannot any more. */
  end(): Promise<void> {
    this.#flush();
    return new Promise((resolve) => {
      if (this.#output.destroyed || this.#output.writableEnded) return resolve();
      this.#output.once('error', () => resolve());
      this.#output.write('', () => resolve());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.length === 1 ? (this.#waiting[0] as string) : this.#waiting.join('');
    this.#waiting = [];
    if (this.#output.destroyed || this.#output.write(text) || this.#blocked) return;
    this.#blocked = true;
    this.#onPressure();
    this.#output.once('drain', () => {
      this.#blocked = false;
      this.#onPressure();
    });
  }
}
