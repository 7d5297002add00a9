// The context of the tools: configuration, the stores, the clock; and their refusals.
import { type FieldFault, KernelError } from '@zorivest/kernel';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import type { Dsn } from '../explain/dsn.ts';
import { type Period, periodOf } from '../model/period.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { isFolderName, readForeign } from '../snapshot/foreign.ts';
import { mergeSnapshots } from '../snapshot/merge.ts';
import { rollUp } from '../snapshot/roll-up.ts';
import { type During, isSnapshotId, type Store } from '../snapshot/store.ts';

export interface PerfApp {
  readonly config: Config;
  /** The database that may be queried for plans; from the shell or the environment, never from a call. */
  readonly dsn: Dsn | null;
  /** The database on which indexes may be tested; configured like the other. */
  readonly scratch: Dsn | null;
  readonly store: Store;
  readonly now: () => Date;
}

/** A valid input that cannot be served; nothing was done. */
export function refusal(
  message: string,
  errors: readonly FieldFault[],
  details: Readonly<Record<string, unknown>> = {},
): KernelError {
  return new KernelError('VALIDATION_ERROR', message, { errors, ...details });
}

export const correlation = {
  correlation_id: z.string().optional().describe('Your id for this call; it is repeated in the answer and in the log.'),
};

export const snapshotParams = {
  normalized_snapshot_id: z
    .string()
    .optional()
    .describe(
      'From artifacts_ingest; its first digits, a pinned name, or a time (UTC): 2026-11-16, 2026-11-16T10, from..to, with @host of a fleet.',
    ),
  snapshot_id: z.string().optional().describe('The same, under its short name.'),
};

/** The caller's own correlation id, else the one the wire gave. */
export function correlationOf(input: { readonly correlation_id?: string | undefined }, fallback: string): string {
  return input.correlation_id || fallback;
}

export function chosenId(input: {
  readonly normalized_snapshot_id?: string | undefined;
  readonly snapshot_id?: string | undefined;
}): string {
  const id = (input.normalized_snapshot_id || input.snapshot_id || '').trim();
  if (id === '')
    throw refusal('No snapshot is given.', [
      { path: 'normalized_snapshot_id', message: 'is missing; artifacts.ingest returns it, runs.list shows all' },
    ]);
  return id;
}

export async function snapshotFor(store: Store, id: string, path = 'normalized_snapshot_id'): Promise<Snapshot> {
  const period = await periodFor(store, id);
  if (period !== null) return oneOf(await duringFor(store, id, period, true, path), period, path);
  const meant = isSnapshotId(id) ? [id] : await store.idsOf(id);
  if (meant.length > 1)
    throw refusal(`${meant.length} snapshots begin with ${id}. Give more digits of the id.`, [
      { path, message: 'is not unique' },
    ]);
  if (meant.length === 0)
    throw refusal('The snapshot id is not valid.', [
      {
        path,
        message: 'must be 64 lower-case hex digits, the beginning of an existing id, or a pinned name',
      },
    ]);
  const snapshot = await store.get(meant[0]!);
  if (snapshot === null)
    throw refusal('There is no such snapshot.', [
      { path, message: 'is unknown; runs.list shows the snapshots there are' },
    ]);
  return snapshot;
}

/** The period that a name selects; a pinned snapshot of that name takes precedence. */
async function periodFor(store: Store, name: string): Promise<Period | null> {
  const period = periodOf(name);
  return period !== null && (await store.pins())[name] === undefined ? period : null;
}

async function duringFor(store: Store, name: string, period: Period, fewest: boolean, path: string): Promise<During> {
  const found = await store.during(period, fewest);
  if (found.rows.length > 0) return found;
  throw refusal(`There is nothing from ${name}.`, [
    { path, message: 'names a time (UTC) for which nothing is stored; runs.list shows the snapshots' },
  ]);
}

/** Merges rows of sketches; snapshots of a folder are merged whole, with their profiles. */
function oneOf({ step, rows: list }: During, { from }: Period, path: string): Snapshot {
  if (list.length === 1) return list[0]!.snapshot;
  const snapshots = list.map(({ snapshot }) => snapshot);
  if (step !== 'snapshot') return rollUp(snapshots, from.toISOString());
  const merged = mergeSnapshots(snapshots, from);
  if (!merged.ok) throw refusal(merged.message, [{ path, message: 'names snapshots that cannot be merged' }]);
  return merged.snapshot;
}

/** One id, folder or period, or several separated by commas. */
export async function snapshotsFor(store: Store, names: string, path: string): Promise<Snapshot[]> {
  const list = names.split(',').map((name) => name.trim());
  const found = await Promise.all(
    list.map(async (name) => {
      const period = await periodFor(store, name);
      if (period === null) return [await snapshotOrFolder(store, name, path)];
      // Each hour or snapshot is a separate run: a change must exceed how far they differ.
      return (await duringFor(store, name, period, false, path)).rows.map(({ snapshot }) => snapshot);
    }),
  );
  return found.flat();
}

/** A snapshot of this machine by its id, or one copied from another by its folder. */
export async function snapshotOrFolder(store: Store, name: string, path: string): Promise<Snapshot> {
  if (!isFolderName(name)) return snapshotFor(store, name, path);
  const read = await readForeign(name);
  if (!read.ok) throw refusal(`The folder ${name} ${read.message}.`, [{ path, message: read.message }]);
  return read.snapshot;
}

/** What a tool takes as an argument; visitors of the site chose it. */
const foreignName = z.string().optional().meta({ foreign: 'name' });

/**
 * Rows whose fields the documentation names; spelling them out here would only swell every tool list. Addresses, statements
 * and functions in them were written by authors or visitors of the site.
 */
export const rows = z
  .array(z.looseObject({ endpoint: foreignName, span_label: foreignName, class_id: foreignName }))
  .meta({ foreign: true });

/** The schema for clients, with the type the handler really returns: our interfaces have no index signatures. */
export function answering<T>(schema: z.ZodType): z.ZodType<T, T> {
  return schema as z.ZodType<T, T>;
}

export interface WithCorrelation {
  readonly correlation_id: string;
}
