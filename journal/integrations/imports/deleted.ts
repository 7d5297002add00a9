// Fills that were deleted on purpose: a statement that contains them again does not restore them, but reports them.
import type { Db } from '@zorivest/store';
import { describeFill } from './describe-fill.ts';
import type { ImportRun } from './run.ts';

const COLUMNS = ['exec_id', 'account_id', 'fingerprint', 'deleted_at'] as const;

type DeletedFill = Record<(typeof COLUMNS)[number], string>;

type StatedFill = Parameters<typeof describeFill>[0] & {
  readonly exec_id: string;
  readonly account_id: string;
  readonly fingerprint: string;
  /** Its place in the statement. */
  readonly row: number;
};

/** Those of the rows that stay deleted; each is noted. */
export async function leaveDeleted<T extends StatedFill>(
  run: ImportRun,
  unknown: readonly T[],
): Promise<ReadonlySet<T>> {
  const left = new Set<T>();
  if (unknown.length === 0) return left;
  const find = (key: 'exec_id' | 'fingerprint') =>
    run.scope.selectMany<DeletedFill>(
      'deleted_fills',
      COLUMNS,
      [key],
      unknown.map((row) => [row[key]]),
    );
  const byId = new Map(find('exec_id').map((fill) => [fill.exec_id, fill]));
  const inFile = new Set(unknown.map(({ exec_id }) => exec_id));
  // Under another id, as another export tells it; one that stands in this file under its own id is that one.
  const alike = Map.groupBy(
    find('fingerprint').filter(({ exec_id }) => !inFile.has(exec_id)),
    ({ fingerprint }) => fingerprint,
  );
  for (const row of unknown) {
    const own = byId.get(row.exec_id);
    const fill =
      own?.account_id === row.account_id
        ? own
        : alike
            .get(row.fingerprint)
            ?.find(({ exec_id, account_id }) => account_id === row.account_id && !run.deleted.has(exec_id));
    if (fill === undefined) continue;
    left.add(row);
    run.counts.skipped++;
    run.deleted.set(fill.exec_id, await binEntryOf(run.scope.db, fill.exec_id));
    run.note({
      outcome: 'deleted',
      message: `${describeFill(row)}: deleted on ${fill.deleted_at.slice(0, 10)}, and stays deleted unless you restore it`,
      row: row.row,
      ref: fill.exec_id,
    });
  }
  return left;
}

/** The entry of the bin that brings a fill back; null where there is none any more. */
async function binEntryOf(db: Db, execId: string): Promise<number | null> {
  const found = await db
    .selectFrom('bin_rows')
    .innerJoin('bin', 'bin.id', 'bin_rows.bin_id')
    .select('bin.id')
    .where('bin_rows.tbl', '=', 'trades')
    .where('bin_rows.row_key', '=', JSON.stringify([execId]))
    .where('bin_rows.after', 'is', null)
    .where('bin.restored_at', 'is', null)
    .orderBy('bin.id', 'desc')
    .executeTakeFirst();
  return found?.id ?? null;
}
