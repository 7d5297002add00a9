// How much begins in one turn of the loop. A new connection is accepted once a turn: a client that holds many and asks again as soon
// as it is answered makes each turn long, and one that comes then, the person's with a stop, waits for as many turns as there are
// connections before it. So few requests a turn are begun, one while connections come, and the others wait for the next.

const MOST = 8;

export class Turns {
  readonly #arrived: () => number;
  #seen = 0;
  #begun = 0;
  /** Oldest first. */
  readonly #waiting = new Set<() => void>();

  /** `arrived`: how many connections have come so far. */
  constructor(arrived: () => number) {
    this.#arrived = arrived;
  }

  /** Begins it in this turn or in one of the next. */
  take(begin: () => void): void {
    if (this.#begun === 0) setImmediate(() => this.#next());
    if (this.#begun >= this.#most || this.#waiting.size > 0) return void this.#waiting.add(begin);
    this.#begun += 1;
    return begin();
  }

  get #most(): number {
    return this.#arrived() === this.#seen ? MOST : 1;
  }

  #next(): void {
    const most = this.#most;
    this.#seen = this.#arrived();
    this.#begun = 0;
    for (const begin of this.#waiting) {
      if (this.#begun >= most) break;
      this.#waiting.delete(begin);
      this.#begun += 1;
      begin();
    }
    if (this.#begun > 0) setImmediate(() => this.#next());
  }
}
