// Snapshots on disk, addressed by their content: the same bytes in another folder are the same snapshot.
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '@zorivest/kernel';
import type { Period } from '../model/period.ts';
import { sha256 } from '../model/sha256.ts';
import type { Snapshot, Source } from '../model/snapshot.ts';
import { SCHEMA_VERSION } from '../model/snapshot.ts';
import { newDraft, withLock, writeAtomically } from './files.ts';

export interface SnapshotMetadata {
  readonly snapshot_id: string;
  readonly created_at: string;
  /** The last time these files were ingested. */
  readonly ingested_at: string;
  readonly sources: readonly Source[];
  readonly environment_hints: Readonly<Record<string, unknown>>;
  readonly counts: { readonly endpoints: number; readonly queries: number; readonly spans: number };
}

export interface Retention {
  readonly keep_last_n: number;
  readonly ttl_days: number | null;
}

const PINS = 'pins.json';
const ID = /^[0-9a-f]{64}$/;
const DAY_MS = 86_400_000;

export function isSnapshotId(id: string): boolean {
  return ID.test(id);
}

/** Paths, file names, hints and the time of ingest are not part of it. */
export function snapshotId(
  content: Pick<Snapshot, 'sources' | 'request_profiles' | 'db_query_samples' | 'endpoint_samples' | 'stack_profiles'>,
): string {
  const nameless = (key: string, value: unknown): unknown => (key === 'file' ? undefined : value);
  const { request_profiles: profiles, db_query_samples: queries, endpoint_samples: endpoints } = content;
  // The name of a profile is that of its file.
  const stacks = content.stack_profiles?.map((profile) => ({ ...profile, name: undefined }));
  const data = JSON.stringify({ profiles, queries, endpoints, stacks }, nameless);
  const sources = content.sources.map(({ type, version, sha256: hash }) => ({ type, version, hash }));
  return sha256(
    canonicalJson({
      schema_version: SCHEMA_VERSION,
      sources: sources.toSorted(byHash),
      data: JSON.parse(data) as unknown,
    }),
  );
}

function byHash(a: { readonly hash: string }, b: { readonly hash: string }): number {
  return a.hash < b.hash ? -1 : 1;
}

/** The data of a period: a row for each snapshot, or in a fleet's store for each minute, hour or day. */
export interface During {
  readonly step: 'snapshot' | 'minute' | 'hour' | 'day';
  readonly rows: readonly { readonly at: string; readonly snapshot: Snapshot }[];
}

/** The interface of every store of snapshots. */
export interface Store {
  /** A store of many hosts, with a row for each minute: only periods can be queried as a whole. */
  readonly isFleet: boolean;
  /** Stores a snapshot. An existing one is not written again; its hints and the time of ingest are updated. */
  put(
    snapshot: Snapshot,
    hints: Readonly<Record<string, unknown>>,
    counts: SnapshotMetadata['counts'],
    retention: Retention,
  ): Promise<void>;
  /** Null when there is no such snapshot, or the id is invalid. */
  get(id: string): Promise<Snapshot | null>;
  metadata(id: string): Promise<SnapshotMetadata | null>;
  /** The ids a name may mean: one it was pinned under, or the beginning of an id. */
  idsOf(name: string): Promise<readonly string[]>;
  /** Newest ingest first; at most `most`. */
  list(most?: number): Promise<SnapshotMetadata[]>;
  count(): Promise<number>;
  /** The data of a period, oldest first. `fewest`: as few rows as possible, for one answer over the whole period. */
  during(period: Period, fewest: boolean): Promise<During>;
  /** Names of pinned snapshots, which retention never removes. */
  pins(): Promise<Readonly<Record<string, string>>>;
  /** Gives a snapshot a name, which another may have had before; null removes the name. */
  pin(name: string, id: string | null): Promise<void>;
  close(): Promise<void>;
}

/** The ids that a name may mean among these. */
export function idsAmong(
  name: string,
  pins: Readonly<Record<string, string>>,
  ids: readonly string[],
): readonly string[] {
  const pinned = pins[name];
  if (pinned !== undefined) return [pinned];
  return /^[0-9a-f]{4,64}$/.test(name) ? ids.filter((id) => id.startsWith(name)) : [];
}

/** A folder of this machine. */
export class SnapshotStore implements Store {
  readonly isFleet = false;
  readonly #folder: string;
  readonly #now: () => Date;

  constructor(home: string, now: () => Date) {
    this.#folder = join(home, 'snapshots');
    this.#now = now;
  }

  async put(
    snapshot: Snapshot,
    hints: Readonly<Record<string, unknown>>,
    counts: SnapshotMetadata['counts'],
    retention: Retention,
  ): Promise<void> {
    await withLock(join(this.#folder, '.lock'), async () => {
      const known = await this.metadata(snapshot.id);
      const ingestedAt = this.#now().toISOString();
      const metadata: SnapshotMetadata = {
        snapshot_id: snapshot.id,
        created_at: known?.created_at ?? ingestedAt,
        ingested_at: ingestedAt,
        sources: snapshot.sources,
        environment_hints: { ...known?.environment_hints, ...hints },
        counts,
      };
      if (known === null) await this.#create(snapshot, metadata);
      else await writeAtomically(join(this.#path(snapshot.id), 'metadata.json'), canonicalJson(metadata));
      await this.#retain(retention, snapshot.id);
      await this.#writeIndex();
    });
  }

  async get(id: string): Promise<Snapshot | null> {
    const text = isSnapshotId(id)
      ? await readFile(join(this.#path(id), 'snapshot.json'), 'utf8').catch(() => null)
      : null;
    // Written by this class only, and whole or not at all.
    return text === null ? null : (JSON.parse(text) as Snapshot);
  }

  async metadata(id: string): Promise<SnapshotMetadata | null> {
    const text = isSnapshotId(id)
      ? await readFile(join(this.#path(id), 'metadata.json'), 'utf8').catch(() => null)
      : null;
    return text === null ? null : (JSON.parse(text) as SnapshotMetadata);
  }

  async idsOf(name: string): Promise<readonly string[]> {
    return idsAmong(
      name,
      await this.pins(),
      (await this.list()).map(({ snapshot_id: id }) => id),
    );
  }

  async close(): Promise<void> {}

  async count(): Promise<number> {
    return (await this.list()).length;
  }

  async during({ from, to, host }: Period): Promise<During> {
    const found = (await this.list()).filter(({ created_at: at, environment_hints: hints }) => {
      const when = new Date(at);
      return when >= from && when < to && (host === null || hints.host === host);
    });
    const rows = await Promise.all(
      found.map(async ({ snapshot_id: id, created_at: at }) => ({ at, snapshot: await this.get(id) })),
    );
    return {
      step: 'snapshot',
      rows: rows
        .flatMap(({ at, snapshot }) => (snapshot === null ? [] : [{ at, snapshot }]))
        .toSorted((a, b) => compare(a.at, b.at)),
    };
  }

  async list(most = Number.POSITIVE_INFINITY): Promise<SnapshotMetadata[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.filter((name) => name.startsWith('snapshot_')).map((name) => name.slice('snapshot_'.length));
    const found = await Promise.all(ids.map((id) => this.metadata(id)));
    return found
      .filter((metadata) => metadata !== null)
      .toSorted((a, b) =>
        a.ingested_at === b.ingested_at ? compare(a.snapshot_id, b.snapshot_id) : compare(b.ingested_at, a.ingested_at),
      )
      .slice(0, most);
  }

  async pins(): Promise<Readonly<Record<string, string>>> {
    const text = await readFile(join(this.#folder, PINS), 'utf8').catch(() => '{}');
    // Written by this class only, and whole or not at all.
    return JSON.parse(text) as Record<string, string>;
  }

  async pin(name: string, id: string | null): Promise<void> {
    await withLock(join(this.#folder, '.lock'), async () => {
      const { [name]: _, ...others } = await this.pins();
      await writeAtomically(join(this.#folder, PINS), canonicalJson(id === null ? others : { ...others, [name]: id }));
    });
  }

  #path(id: string): string {
    return join(this.#folder, `snapshot_${id}`);
  }

  /** A folder of drafts becomes the snapshot in one step. */
  async #create(snapshot: Snapshot, metadata: SnapshotMetadata): Promise<void> {
    const draft = await newDraft(this.#folder);
    try {
      await writeAtomically(join(draft, 'snapshot.json'), canonicalJson(snapshot));
      await writeAtomically(join(draft, 'metadata.json'), canonicalJson(metadata));
      // Left over from a crash between the two files of an older version, never from this one.
      await rm(this.#path(snapshot.id), { recursive: true, force: true });
      await rename(draft, this.#path(snapshot.id));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  async #retain({ keep_last_n: keep, ttl_days: days }: Retention, current: string): Promise<void> {
    const oldest = days === null ? '' : new Date(this.#now().getTime() - days * DAY_MS).toISOString();
    const pinned = new Set(Object.values(await this.pins()));
    // A pinned baseline is never deleted and does not count towards the limit.
    const all = (await this.list()).filter(({ snapshot_id: id }) => !pinned.has(id));
    const gone = all.filter(({ snapshot_id: id, ingested_at: at }, i) => id !== current && (i >= keep || at < oldest));
    for (const { snapshot_id: id } of gone) await rm(this.#path(id), { recursive: true, force: true });
  }

  async #writeIndex(): Promise<void> {
    const rows = (await this.list()).map(({ snapshot_id, ingested_at }) => ({ snapshot_id, ingested_at }));
    await writeAtomically(join(this.#folder, 'index.json'), canonicalJson(rows));
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
