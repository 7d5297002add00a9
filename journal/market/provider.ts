import type { DataType, MarketProvider } from '@zorivest/vocabulary';
import type { DataTypes } from './model.ts';

/** Where a provider wants its key. Never in a URL that is logged: the HTTP layer logs paths without queries. */
export type KeyPlacement =
  | { readonly in: 'none' }
  | { readonly in: 'query'; readonly name: string }
  | { readonly in: 'header'; readonly name: string; readonly prefix?: string }
  | { readonly in: 'headers'; readonly key: string; readonly secret: string };

export type Params = Readonly<Record<string, string | number | undefined>>;

/** What a feed can ask of its provider. Keys, limits, retries and caching happen behind it. */
export interface Http {
  get(path: string, params?: Params): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

export type Feed<T extends DataType> = (query: DataTypes[T]['query'], http: Http) => Promise<DataTypes[T]['row'][]>;
export type Feeds = { readonly [T in DataType]?: Feed<T> };

/** A market-data provider, declared in one file. Resilience lives outside it. */
export interface Provider {
  /** Its display name stands next to it in the words package. */
  readonly name: MarketProvider;
  readonly baseUrl: string;
  readonly key: KeyPlacement;
  /** Optional where the service answers without one. */
  readonly keyOptional?: boolean;
  /** Off until the person switches it on, with the reason. */
  readonly offByDefault?: string;
  readonly perMinute: number;
  readonly signupUrl: string;
  readonly docsUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A failure that came with status 200: the message, or `null` when the body is an answer. */
  readonly fault?: (body: unknown) => string | null;
  /** One cheap call that shows whether the key works. */
  readonly probe: (http: Http) => Promise<boolean>;
  readonly feeds: Feeds;
}
