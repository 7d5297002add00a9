// Guessing slows down: after a few wrong attempts each further one has to wait, longer every time. A right one clears it.

const FREE_ATTEMPTS = 3;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 60_000;

export class Throttle {
  #failures = 0;
  #nextAllowed = 0;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds until another attempt is looked at; 0 when it may come now. */
  get wait(): number {
    return Math.max(0, this.#nextAllowed - this.#now());
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures < FREE_ATTEMPTS) return;
    const wait = Math.min(FIRST_WAIT * 2 ** (this.#failures - FREE_ATTEMPTS), LONGEST_WAIT);
    this.#nextAllowed = this.#now() + wait;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#nextAllowed = 0;
  }
}
