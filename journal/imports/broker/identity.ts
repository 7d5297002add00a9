// Who a fill is when its broker gives it no id: what it says, and which of several equal ones it is. Two truly equal
// fills of one file stay two, and the same file read again gives the same ids.

/** How far a hash has come. */
export interface HashState {
  readonly high: number;
  readonly low: number;
  readonly length: number;
}

/**
 * A hash of 64 bits of what a row says, made as two of MurmurHash3's 32-bit lanes side by side. A row is hashed in less
 * than a tenth of the time SHA-256 takes; there is no gain in two rows of one's own book looking alike, and if two did,
 * they would only be numbered as equal ones.
 */
export class ContentHash {
  high = 0;
  low = 0;
  #length = 0;

  start(): this {
    this.high = SEED_HIGH;
    this.low = SEED_LOW;
    this.#length = 0;
    return this;
  }

  /** Continues from where another hash was when `state` was taken. */
  resume(state: HashState): this {
    this.high = state.high;
    this.low = state.low;
    this.#length = state.length;
    return this;
  }

  state(): HashState {
    return { high: this.high, low: this.low, length: this.#length };
  }

  text(text: string): this {
    return this.rest(text, 0);
  }

  /** The first characters of a text that `rest` continues. */
  head(text: string, to: number): this {
    this.#mix(text, 0, to);
    return this;
  }

  /** A text from a place on, and its end: so that "AB" and "C" are not "A" and "BC". */
  rest(text: string, from: number): this {
    this.#mix(text, from, text.length);
    return this.#word(-1);
  }

  #mix(text: string, from: number, to: number): void {
    let { high, low } = this;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      high = mixHigh(high, code);
      low = mixLow(low, code);
    }
    this.high = high;
    this.low = low;
    this.#length += to - from;
  }

  /** A number of at most eight decimals. */
  number(value: number): this {
    const units = Math.round(value * 1e8);
    return this.#word(units | 0).#word(Math.floor(units / 0x1_0000_0000) | 0);
  }

  end(): this {
    this.high = finish(this.high ^ this.#length);
    this.low = finish(this.low ^ this.#length);
    return this;
  }

  /** The first 4 of the 16 hex digits. */
  firstDigits(): string {
    const { high } = this;
    return String.fromCharCode(digit(high >>> 28), digit(high >>> 24), digit(high >>> 20), digit(high >>> 16));
  }

  /** The other 12 and a count, `9f03c2a1b4d6-1`, made in one go: every id without a broker's name ends with them. */
  otherDigits(count: number): string {
    const { high, low } = this;
    const text = String.fromCharCode(
      digit(high >>> 12),
      digit(high >>> 8),
      digit(high >>> 4),
      digit(high),
      digit(low >>> 28),
      digit(low >>> 24),
      digit(low >>> 20),
      digit(low >>> 16),
      digit(low >>> 12),
      digit(low >>> 8),
      digit(low >>> 4),
      digit(low),
      0x2d,
      0x30 + (count % 10),
    );
    return count < 10 ? text : `${text.slice(0, -1)}${count}`;
  }

  #word(word: number): this {
    this.high = mixHigh(this.high, word);
    this.low = mixLow(this.low, word);
    this.#length++;
    return this;
  }
}

function mixHigh(lane: number, word: number): number {
  const k = Math.imul(word, 0xcc9e_2d51);
  const h = Math.imul((k << 15) | (k >>> 17), 0x1b87_3593) ^ lane;
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe654_6b64) | 0;
}

function mixLow(lane: number, word: number): number {
  const k = Math.imul(word, 0x239b_961b);
  const h = Math.imul((k << 16) | (k >>> 16), 0xab0e_9789) ^ lane;
  return (Math.imul((h << 17) | (h >>> 15), 5) + 0x561c_cd1b) | 0;
}

const SEED_HIGH = 0x5a6f_7269;
const SEED_LOW = 0x7665_7374;

/** MurmurHash3's last step: every bit of the input turns about half of the bits. */
function finish(lane: number): number {
  let h = lane ^ (lane >>> 16);
  h = Math.imul(h, 0x85eb_ca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The digit of four bits. `toString(16)` would be most of what a row's id costs. */
function digit(bits: number): number {
  const nibble = bits & 15;
  return nibble < 10 ? 0x30 + nibble : 0x57 + nibble;
}

/**
 * Counts how often each content hash has occurred. Open addressing in typed arrays: a Map of a million strings would
 * take a hundred megabytes where this takes twenty.
 */
export class Occurrences {
  /** Three words a slot, so that one is one line of the processor's cache: the hash's two lanes and its count. */
  #slots: Uint32Array;
  #size = 0;

  /** `room` is the capacity at first, a power of two. */
  constructor(room = 1024) {
    this.#slots = new Uint32Array(room * WORDS);
  }

  /** 1 for the first time a digest (16 hex digits or more) is seen, 2 for the second, … */
  next(digest: string): number {
    return this.count(Number.parseInt(digest.slice(0, 8), 16), Number.parseInt(digest.slice(8, 16), 16));
  }

  /** The same for a hash in two lanes of 32 bits. */
  count(high: number, low: number): number {
    // Three quarters full: probes stay short, and a million rows take half the memory of a table half empty.
    if (this.#size * WORDS * 4 >= this.#slots.length * 3) this.#grow();
    const slots = this.#slots;
    const at = slotOf(slots, high, low);
    const count = (slots[at + 2] ?? 0) + 1;
    if (count === 1) {
      slots[at] = high;
      slots[at + 1] = low;
      this.#size++;
    }
    slots[at + 2] = count;
    return count;
  }

  #grow(): void {
    const old = this.#slots;
    const slots = new Uint32Array(old.length * 2);
    for (let from = 0; from < old.length; from += WORDS) {
      const count = old[from + 2] ?? 0;
      if (count === 0) continue;
      const [high, low] = [old[from] ?? 0, old[from + 1] ?? 0];
      const at = slotOf(slots, high, low);
      slots[at] = high;
      slots[at + 1] = low;
      slots[at + 2] = count;
    }
    this.#slots = slots;
  }
}

const WORDS = 3;

/** Where a hash stands, or would. */
function slotOf(slots: Uint32Array, high: number, low: number): number {
  const mask = slots.length / WORDS - 1;
  let slot = low & mask;
  for (;;) {
    const at = slot * WORDS;
    if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
    slot = (slot + 1) & mask;
  }
}
