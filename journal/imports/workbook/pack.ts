// A zip written member by member, as their bytes come: the same members always give the same bytes, and what is held in memory is
// the packed zip, never a member whole.
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** The earliest day a zip can name: the days that matter stand inside. */
const DAY = new Date(1980, 0, 1);

export class ZipWriter {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.#chunks.push(chunk);
  });

  /** One member; `isPacked` where its own format packs it already. */
  add(name: string, bytes: Iterable<Uint8Array>, isPacked = false): void {
    const member = this.open(name, isPacked);
    for (const chunk of bytes) member.write(chunk);
    member.end();
  }

  /** A member whose bytes are still to come; it ends before the next one is opened. */
  open(name: string, isPacked = false): { write(bytes: Uint8Array): void; end(): void } {
    const member = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    member.mtime = DAY;
    this.#zip.add(member);
    return {
      write: (bytes) => member.push(bytes),
      end: () => member.push(new Uint8Array(), true),
    };
  }

  /** The whole zip; nothing can be added any more. */
  end(): Uint8Array {
    this.#zip.end();
    return Buffer.concat(this.#chunks);
  }
}
