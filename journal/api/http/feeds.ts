// Live feeds stay open for as long as somebody looks. Each key has a few, and one more ends its own oldest; those of all keys
// together have a count, and the person's another: however many a key opens, the app gets its own.
import { Fault } from '@zorivest/store';
import type { HttpLimits } from './limits.ts';
import { Pace } from './pace.ts';

interface Feed {
  readonly keyId: string | null;
  readonly end: AbortController;
}

export class Feeds {
  readonly #limits: Pick<HttpLimits, 'feeds' | 'feedsOfKey'>;
  /** Oldest first. */
  readonly #open = new Set<Feed>();
  readonly #pace = new Pace();

  constructor(limits: Pick<HttpLimits, 'feeds' | 'feedsOfKey'>) {
    this.#limits = limits;
  }

  /** A place for one more, in its turn; `ended` fires when its key has opened too many. Null is the person. */
  async take(
    keyId: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly ended: AbortSignal; readonly close: () => void }> {
    await this.#pace.turn(keyId, signal);
    const { feeds, feedsOfKey } = this.#limits;
    const own = [...this.#open].filter((feed) => feed.keyId === keyId);
    if (keyId !== null) for (const oldest of own.splice(0, own.length - feedsOfKey + 1)) this.#end(oldest);
    const alike = [...this.#open].filter((feed) => (feed.keyId === null) === (keyId === null));
    if (alike.length >= feeds)
      throw new Fault(503, `at most ${feeds} live feeds can be open; close one first`, { retryAfterSeconds: 10 });
    const feed = { keyId, end: new AbortController() };
    this.#open.add(feed);
    return { ended: feed.end.signal, close: () => void this.#open.delete(feed) };
  }

  /** How many a key may have. */
  get ofKey(): number {
    return this.#limits.feedsOfKey;
  }

  countOf(keyId: string): number {
    return [...this.#open].filter((feed) => feed.keyId === keyId).length;
  }

  #end(feed: Feed): void {
    this.#open.delete(feed);
    feed.end.abort();
  }
}
