// What became of each row of a file so far: a byte a row, since files have millions.
type RowState = 'read' | 'left out' | 'unreadable';

const OPEN = 0;
const HELD = 1;
const CODES: Readonly<Record<RowState, number>> = { read: 2, 'left out': 3, unreadable: 4 };

export class RowStates {
  #codes = new Uint8Array(4096);
  #last = 0;

  isOpen(row: number): boolean {
    return (this.#codes[row] ?? OPEN) === OPEN;
  }

  isRead(row: number): boolean {
    return this.#codes[row] === CODES.read;
  }

  /** It waits for other rows. */
  hold(row: number): void {
    if (this.isOpen(row)) this.#set(row, HELD);
  }

  /** False where that was settled before. What was read of a row that then cannot be read to its end is spoilt. */
  settle(row: number, state: RowState): boolean {
    const known = this.#codes[row] ?? OPEN;
    if (known > HELD && !(known === CODES.read && state === 'unreadable')) return false;
    this.#set(row, CODES[state]);
    return true;
  }

  /** Rows that still wait. */
  *held(): Generator<number> {
    for (let row = 0; row <= this.#last; row++) if (this.#codes[row] === HELD) yield row;
  }

  #set(row: number, code: number): void {
    if (row >= this.#codes.length) {
      const longer = new Uint8Array(Math.max(row + 1, this.#codes.length * 2));
      longer.set(this.#codes);
      this.#codes = longer;
    }
    this.#codes[row] = code;
    if (row > this.#last) this.#last = row;
  }
}
