// What a broker we can ask is. One file in `adapters/` per broker says how; `registry.ts` lists them.

export interface BrokerSetting {
  readonly name: string;
  readonly secret: boolean;
  readonly description: string;
}

export interface SyncContext {
  readonly credentials: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Where an earlier sync stopped before its end, as the adapter said then. */
  readonly cursor: string | null;
  /** When the last whole sync was; null for the first. */
  readonly lastSync: Date | null;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface SyncPage {
  /** A file in a format the importers know. */
  readonly bytes: Uint8Array;
  /** Where the next sync goes on if this one stops after this page. */
  readonly cursor: string | null;
}

export interface BrokerAdapter {
  readonly id: string;
  readonly name: string;
  readonly environment: 'live' | 'paper';
  readonly settings: readonly BrokerSetting[];
  /** Page after page; throws `BrokerError` when the broker will not or cannot answer. */
  pages(context: SyncContext): AsyncGenerator<SyncPage>;
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

/** One request; what goes wrong on the way is the broker's silence, not our failure, and its address stays unsaid. */
export async function ask(
  context: SyncContext,
  broker: string,
  url: URL,
  headers: Record<string, string> = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(60_000);
  try {
    return await context.fetch(url, {
      headers: { 'User-Agent': context.userAgent, ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([context.signal, timeout]),
    });
  } catch {
    throw new BrokerError(
      timeout.aborted ? `${broker} did not answer within a minute` : `${broker} could not be reached`,
    );
  }
}
