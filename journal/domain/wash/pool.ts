// The positions that can replace, by the day they were entered. Losses are asked for in the order of disposition, so a
// position that is used up, sold or too old is so for every later loss as well: it is passed over once, then forgotten.
// That keeps the whole search linear, however many lots lie inside one window.

import type { Day } from '../calendar/day.ts';
import { type Candidate, isSoldNoLaterThan, type Position } from './position.ts';

export const WINDOW_DAYS = 30;

export class Pool {
  readonly #positions: readonly Candidate[];
  /** The next position that may still matter, at or after an index. */
  readonly #next: Int32Array;
  #oldest = 0;

  constructor(positions: readonly Candidate[]) {
    this.#positions = positions.toSorted(byEntry);
    this.#next = Int32Array.from({ length: positions.length + 1 }, (_, index) => index);
  }

  /** Forgets what was entered before the window of any loss from this day on. */
  advance(lossDay: Day): void {
    while ((this.#positions[this.#oldest]?.entered ?? Infinity) < lossDay - WINDOW_DAYS) this.#oldest += 1;
  }

  /** A walk over the possible replacements of one loss, earliest first. */
  walk(loss: Position): Walk {
    let at = this.#oldest;
    return {
      peek: () => {
        for (at = this.#find(at); at < this.#positions.length; at = this.#find(at + 1)) {
          const position = this.#positions[at];
          if (position === undefined || loss.left === null || position.entered > loss.left + WINDOW_DAYS) return null;
          if (position.free === 0 || isSoldNoLaterThan(position, loss)) this.#next[at] = at + 1;
          else if (position.group !== loss.group) return position;
        }
        return null;
      },
    };
  }

  #find(from: number): number {
    let root = from;
    while (this.#next[root] !== root && root < this.#positions.length) root = this.#next[root] ?? root;
    // Path compression: the next walk steps over the whole run in one go.
    for (let at = from; at < root;) {
      const next = this.#next[at] ?? root;
      this.#next[at] = root;
      at = next;
    }
    return root;
  }
}

export interface Walk {
  /** The earliest position that still can replace; null when there is none left in the window. */
  peek(): Candidate | null;
}

export function byEntry(a: Candidate, b: Candidate): number {
  return a.entered - b.entered || a.enteredAt - b.enteredAt || a.read.index - b.read.index;
}
