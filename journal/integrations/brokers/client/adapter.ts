// What a broker we can ask is. One file in `adapters/` per broker says how; `registry.ts` lists them.
import type { AnswerPage } from '@zorivest/imports';
import type { Opening } from './door.ts';

export interface BrokerSetting {
  readonly name: string;
  readonly secret: boolean;
  readonly description: string;
  /** It may be left out. */
  readonly optional?: true;
}

/** What the person entered, and what the broker gave in exchange; sealed in the book. */
export type Credentials = Readonly<Record<string, string>>;

/** A broker as it can be asked, whether for a sync or to be connected. */
export interface BrokerContext {
  readonly credentials: Credentials;
  /** Lets through what the adapter's `openings` list and nothing else. */
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Milliseconds since 1970, now. */
  readonly clock: () => number;
  readonly random: (size: number) => Uint8Array;
  readonly signal: AbortSignal;
}

export interface SyncContext extends BrokerContext {
  /** Where an earlier sync stopped before its end, as the adapter returned it. */
  readonly cursor: string | null;
  /** When the last whole sync was; null for the first. */
  readonly lastSync: Date | null;
  /** When this sync began: nothing later is asked for. */
  readonly now: Date;
  /** Keeps what a broker gave in exchange for what it took: a token that may be used once must not be lost. */
  readonly keep: (changed: Credentials) => Promise<void>;
}

/** A file in a format the importers know, or rows that the adapter reads itself. */
export type SyncPage = ({ readonly bytes: Uint8Array } | AnswerPage) & {
  /** Where the next sync continues if this one stops after this page. */
  readonly cursor: string | null;
};

/** What a broker tells. */
export type Support = 'fills' | 'cash' | 'positions' | 'balances' | 'events';

export interface BrokerAdapter<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly environment: 'live' | 'paper';
  readonly settings: readonly BrokerSetting[];
  readonly supports: readonly Support[];
  /** Somebody has reported that it works with a real account. */
  readonly seenLive: boolean;
  /** What may be asked; all of it reads. */
  readonly openings: readonly Opening[];
  /** What a person must know before they connect it. */
  readonly notice?: string;
  /** The zone of times that carry none. */
  readonly zone?: string;
  /** Page after page; throws `BrokerError` when the broker will not or cannot answer. */
  pages(context: SyncContext): AsyncGenerator<SyncPage>;
  /** Exchanges what the person entered for what is stored, and checks that it is read-only where the broker reports that. */
  connect?(context: BrokerContext): Promise<Credentials>;
  /** Where the person gives consent in a browser. */
  consentUrl?(credentials: Credentials): string | null;
  /** When consent ends, ISO-8601; null where it does not or is not known. */
  consentEnds?(credentials: Credentials): string | null;
}

/** Keeps an adapter's id as the type it is, so that the registry makes the union of them. */
export function defineBroker<const Id extends string>(adapter: BrokerAdapter<Id>): BrokerAdapter<Id> {
  return adapter;
}

/** What a broker answered that is not data. The message never holds a credential. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError';
}

/** A whole answer, up to a size no statement has. */
export async function readBytes(response: Response, most: number, broker: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new BrokerError(`${broker} sent more than ${Math.round(most / 1024 / 1024)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
