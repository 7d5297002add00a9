import { randomUUID } from 'node:crypto';
import type { Db } from '@zorivest/store';
import type { ReportStore } from '../ports.ts';

/** Reports as snapshots; every save is a new version, so what was sent can always be shown again. */
export function storedReports(db: Db, createdBy: string, now: () => Date): ReportStore {
  return {
    async save({ name, spec, snapshot, hash }) {
      const { latest } = await db
        .selectFrom('pipeline_reports')
        .select((eb) => eb.fn.max('version').as('latest'))
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      const version = (latest ?? 0) + 1;
      const id = randomUUID();
      await db
        .insertInto('pipeline_reports')
        .values({
          id,
          name,
          version,
          spec_json: JSON.stringify(spec),
          snapshot_json: JSON.stringify(snapshot),
          snapshot_hash: hash,
          created_by: createdBy,
          created_at: now().toISOString(),
        })
        .execute();
      return { reportId: id, version };
    },
  };
}
