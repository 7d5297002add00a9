// Reads a fleet's store over HTTP, for users who have a token but no account in its database.
import { KernelError } from '@zorivest/kernel';
import type { Period } from '../model/period.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { type During, isSnapshotId, type SnapshotMetadata, type Store } from '../snapshot/store.ts';
import { whyUnreached } from './unreached.ts';

export class HttpStore implements Store {
  readonly isFleet = true;
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  put(): Promise<void> {
    return Promise.reject(
      new KernelError(
        'VALIDATION_ERROR',
        'This store is read-only over HTTP. Ingest without MCP_PERF_STORE, then push.',
      ),
    );
  }

  async get(id: string): Promise<Snapshot | null> {
    return isSnapshotId(id) ? ((await this.#ask(`/v1/snapshots/${id}`)) as Snapshot | null) : null;
  }

  async metadata(id: string): Promise<SnapshotMetadata | null> {
    return isSnapshotId(id) ? ((await this.#ask(`/v1/snapshots/${id}/metadata`)) as SnapshotMetadata | null) : null;
  }

  async idsOf(name: string): Promise<readonly string[]> {
    return ((await this.#ask(`/v1/ids?name=${encodeURIComponent(name)}`)) ?? []) as string[];
  }

  async list(most = 1000): Promise<SnapshotMetadata[]> {
    return ((await this.#ask(`/v1/snapshots?limit=${most}`)) ?? []) as SnapshotMetadata[];
  }

  async count(): Promise<number> {
    return ((await this.#ask('/v1/count')) as { readonly count: number }).count;
  }

  async during({ from, to, host }: Period, fewest: boolean): Promise<During> {
    const query = new URLSearchParams({
      from: from.toISOString(),
      to: to.toISOString(),
      fewest: String(fewest),
      ...(host === null ? {} : { host }),
    });
    return (await this.#ask(`/v1/during?${query.toString()}`)) as During;
  }

  async pins(): Promise<Readonly<Record<string, string>>> {
    return ((await this.#ask('/v1/pins')) ?? {}) as Record<string, string>;
  }

  pin(): Promise<void> {
    return this.put();
  }

  async close(): Promise<void> {}

  /** Null for what is not there. */
  async #ask(path: string): Promise<unknown> {
    const response = await fetch(new URL(path, this.#url), {
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new KernelError('STORE_ERROR', `The store ${whyUnreached(this.#url, error)}.`);
    });
    if (response.status === 404) return null;
    if (response.ok) return response.json();
    throw new KernelError(
      'STORE_ERROR',
      response.status === 401 || response.status === 403
        ? 'The store refuses MCP_PERF_TOKEN: it needs a token with the role read.'
        : `The store answered ${response.status}; try again.`,
    );
  }
}
