import { randomBytes } from 'node:crypto';

/** A result stored for a while because it did not fit its answer. */
export interface StoredResult {
  readonly uri: string;
  readonly pages: number;
}

/** Whole results behind `result://` addresses, each readable only by the session it was made for. */
export interface ResultStore {
  put(text: string, owner: string, pageChars: number): StoredResult;
  /** The text of `result://{id}` or of one page, `result://{id}/{page}`; `undefined` when gone, foreign or unknown. */
  read(uri: string, owner: string): string | undefined;
}

export interface ResultStoreOptions {
  /** Characters stored in all; the oldest results are dropped first. */
  readonly maxChars?: number;
  readonly maxAgeMs?: number;
  readonly now?: () => number;
  readonly newId?: () => string;
}

interface CacheEntry {
  readonly text: string;
  readonly owner: string;
  readonly pageChars: number;
  readonly expires: number;
}

const SCHEME = /^result:\/\/([A-Za-z0-9_-]+)(?:\/([1-9]\d{0,5}))?$/;

export function createResultStore({
  maxChars = 32_000_000,
  maxAgeMs = 15 * 60_000,
  now = Date.now,
  newId = () => randomBytes(16).toString('base64url'),
}: ResultStoreOptions = {}): ResultStore {
  const entries = new Map<string, CacheEntry>();
  let chars = 0;

  function drop(id: string, { text }: CacheEntry): void {
    entries.delete(id);
    chars -= text.length;
  }

  /** A Map keeps insertion order and every result lives equally long: the first ones are the oldest. */
  function makeRoom(needed: number): void {
    for (const [id, result] of entries) {
      if (result.expires > now() && chars + needed <= maxChars) return;
      drop(id, result);
    }
  }

  return {
    put(text, owner, pageChars) {
      makeRoom(text.length);
      const id = newId();
      entries.set(id, { text, owner, pageChars, expires: now() + maxAgeMs });
      chars += text.length;
      return { uri: `result://${id}`, pages: Math.max(1, Math.ceil(text.length / pageChars)) };
    },
    read(uri, owner) {
      const [, id = '', page] = SCHEME.exec(uri) ?? [];
      const result = entries.get(id);
      if (!result || result.owner !== owner || result.expires <= now()) return undefined;
      if (page === undefined) return result.text;
      const start = (Number(page) - 1) * result.pageChars;
      return start < result.text.length ? result.text.slice(start, start + result.pageChars) : undefined;
    },
  };
}
