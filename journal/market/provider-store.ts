// The book's side of market data: settings and keys, and answers cached across restarts.
import { seal, sealedFor, type Sealer, type Store, unseal } from '@zorivest/store';
import { forgetOldest } from './forget-oldest.ts';
import type { AnswerCache } from './http.ts';
import type { ProviderPatch, ProviderStore, TestStatus } from './service.ts';

interface BookParts extends Sealer {
  readonly store: Store;
  readonly now: () => Date;
}

export function providerStore(book: BookParts): ProviderStore {
  return {
    async get(name) {
      const row = await book.store.db
        .selectFrom('market_providers')
        .selectAll()
        .where('name', '=', name)
        .executeTakeFirst();
      return row
        ? {
            isEnabled: row.is_enabled === 1,
            apiKey: row.api_key === null ? null : unseal(book, sealedFor.providerKey(name), row.api_key),
            apiSecret: row.api_secret === null ? null : unseal(book, sealedFor.providerSecret(name), row.api_secret),
            rateLimit: row.rate_limit,
            timeout: row.timeout,
            lastTestStatus: row.last_test_status as TestStatus | null,
          }
        : undefined;
    },
    async patch(name, change) {
      const row = {
        ...columns(book, name, change),
        updated_at: book.now().toISOString(),
      };
      await book.store.db
        .insertInto('market_providers')
        .values({ name, ...blank, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
    },
  };
}

const blank = {
  is_enabled: 0,
  api_key: null,
  api_secret: null,
  rate_limit: null,
  timeout: null,
  last_test_status: null,
};

function columns(book: BookParts, name: string, change: ProviderPatch) {
  const sealOrNull = (purpose: string, secret: string | null) => (secret === null ? null : seal(book, purpose, secret));
  return {
    ...(change.isEnabled === undefined ? {} : { is_enabled: change.isEnabled ? 1 : 0 }),
    ...(change.apiKey === undefined ? {} : { api_key: sealOrNull(sealedFor.providerKey(name), change.apiKey) }),
    ...(change.apiSecret === undefined
      ? {}
      : { api_secret: sealOrNull(sealedFor.providerSecret(name), change.apiSecret) }),
    ...(change.rateLimit === undefined ? {} : { rate_limit: change.rateLimit }),
    ...(change.timeout === undefined ? {} : { timeout: change.timeout }),
    ...(change.lastTestStatus === undefined ? {} : { last_test_status: change.lastTestStatus }),
  };
}

/** Rows beyond this are the oldest ones' turn to go. */
const MOST_CACHED = 5000;

export function storedAnswers({ store }: Pick<BookParts, 'store'>): AnswerCache {
  return {
    async get(provider, key) {
      const row = await store.db
        .selectFrom('fetch_cache')
        .selectAll()
        .where('provider', '=', provider)
        .where('entity_key', '=', key)
        .executeTakeFirst();
      return row
        ? {
            body: JSON.parse(row.payload_json) as unknown,
            fetchedAt: row.fetched_at,
            etag: row.etag,
            lastModified: row.last_modified,
          }
        : undefined;
    },
    async put(provider, key, answer, ttlSeconds) {
      const { db } = store;
      const row = {
        payload_json: JSON.stringify(answer.body),
        fetched_at: answer.fetchedAt,
        etag: answer.etag,
        last_modified: answer.lastModified,
        ttl_seconds: ttlSeconds,
      };
      await db
        .insertInto('fetch_cache')
        .values({ provider, entity_key: key, ...row })
        .onConflict((conflict) => conflict.columns(['provider', 'entity_key']).doUpdateSet(row))
        .execute();
      await forgetOldest(db, 'fetch_cache', MOST_CACHED);
    },
  };
}
