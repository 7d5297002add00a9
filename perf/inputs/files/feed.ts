// A log read in pieces of any size, one record at a time: the buffer that grows with the longest record and shrinks again.

/** Few enough bytes that they are still in a core's own cache when they are scanned. */
const SMALL = 1 << 19;
const LARGE = 1 << 25;

export interface ScanNotes {
  /** Records longer than the buffer: statements are classed by their beginning. */
  oversized: number;
  /** Lines that belong to no record: the log was cut out of a longer one. */
  orphanLines: number;
  banners: number;
  /** Why a gzip log ended before its end: its data is damaged, or it inflates beyond the cap. */
  cut: 'damaged' | 'cap' | null;
  /** A time zone of the log is not known; its times were read as UTC. */
  unknownZone?: boolean;
  /** Lines with a duration, of any kind; only logs that hold other lines too count them. */
  durations?: number;
}

export abstract class Feed {
  readonly notes: ScanNotes = { oversized: 0, orphanLines: 0, banners: 0, cut: null };
  protected bytes = Buffer.allocUnsafeSlow(SMALL);
  protected length = 0;

  /** Where the next bytes may be read into. */
  room(): Buffer {
    if (this.length === this.bytes.length) this.#grow();
    return this.bytes.subarray(this.length);
  }

  /** The number of bytes that were written into the free space. */
  filled(count: number): void {
    this.length += count;
    if (this.length === this.bytes.length) this.#consume(false);
  }

  push(chunk: Uint8Array): void {
    let offset = 0;
    while (offset < chunk.length) {
      const room = this.room();
      const part = chunk.subarray(offset, offset + room.length);
      room.set(part);
      offset += part.length;
      this.filled(part.length);
    }
  }

  end(): void {
    this.#consume(true);
    this.finish();
  }

  /** Reads one record at `start`. Returns the index after it, or -1 when its end is not there yet. */
  protected abstract record(start: number, final: boolean): number;

  /** After the last record. */
  protected finish(): void {}

  /** The largest buffer holds not even one record: what there is is read as one. Returns the index to go on from. */
  protected oversized(): number {
    this.notes.oversized++;
    this.record(0, true);
    return this.length;
  }

  #grow(): void {
    const grown = Buffer.allocUnsafeSlow(this.bytes.length * 2);
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  #consume(final: boolean): void {
    let at = 0;
    while (at < this.length) {
      const next = this.record(at, final);
      if (next === -1) break;
      at = next;
    }
    if (at === 0 && !final && this.length >= LARGE) at = this.oversized();
    this.bytes.copyWithin(0, at, this.length);
    this.length -= at;
    if (this.bytes.length > SMALL && this.length < SMALL / 2) {
      const small = Buffer.allocUnsafeSlow(SMALL);
      this.bytes.copy(small, 0, 0, this.length);
      this.bytes = small;
    }
  }
}
