// Files on their way in lie on the disk before anybody can look at them: what those of one key take together has a limit, over
// all of its requests.
import { Fault } from '@zorivest/store';

/** Room for the largest statement, and small ones in addition. */
const MOST_OF_KEY = 256 * 1024 ** 2;

export interface ArrivingFiles {
  /** The same pieces, counted as they come. */
  through(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** They are gone from where they lay. */
  release(): void;
}

export class Arriving {
  readonly #bytes = new Map<string, number>();
  readonly #most: number;

  constructor(most: number = MOST_OF_KEY) {
    this.#most = most;
  }

  /** For one request; the person's are not counted. */
  of(keyId: string | null): ArrivingFiles {
    if (keyId === null) return { through: (content) => content, release: () => {} };
    const bytes = this.#bytes;
    const most = this.#most;
    let own = 0;
    const add = (more: number) => {
      own += more;
      const all = (bytes.get(keyId) ?? 0) + more;
      if (all > 0) bytes.set(keyId, all);
      else bytes.delete(keyId);
      return all;
    };
    return {
      async *through(content) {
        for await (const piece of content) {
          if (add(piece.length) > most) {
            throw new Fault(413, `files of one key take at most ${most / 1024 ** 2} MB together while they are sent`, {
              code: 'too_large',
            });
          }
          yield piece;
        }
      },
      release: () => void add(-own),
    };
  }
}
