// Tries at the passphrase, for one group of callers. Deriving a key costs a tenth of a second and 64 MB, so there is one
// at a time; a try takes its place before it is checked, so that a hundred simultaneous ones are no cheaper than one after
// another; a right one gives its place back.
import { Fault } from '@zorivest/store';

const PLACES = 5;
const WINDOW = 60_000;

export class Attempts {
  readonly #now: () => number;
  #taken: number[] = [];
  #last: Promise<unknown> = Promise.resolve();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `look` gives null for a wrong one. Refused immediately, unchecked, when the places of this minute are taken. */
  async take<T>(look: () => Promise<T | null>): Promise<T | null> {
    const now = this.#now();
    this.#taken = this.#taken.filter((at) => at > now - WINDOW);
    const [oldest] = this.#taken;
    if (oldest !== undefined && this.#taken.length >= PLACES) {
      const seconds = Math.ceil((oldest + WINDOW - now) / 1000);
      throw new Fault(429, `too many tries at the passphrase; try again in ${seconds} s`, {
        retryAfterSeconds: seconds,
      });
    }
    this.#taken.push(now);
    const turn = this.#last.then(look);
    this.#last = turn.catch(() => null);
    const found = await turn;
    if (found !== null) this.#giveBack(now);
    return found;
  }

  #giveBack(at: number): void {
    const index = this.#taken.indexOf(at);
    if (index !== -1) this.#taken.splice(index, 1);
  }
}
