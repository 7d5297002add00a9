import { contract } from '@zorivest/contract';
import type { ImportKind, ImportOutcome, ImportStatus } from '@zorivest/words';
import { notFound } from '../core/fault.ts';
import { pageOf } from '../core/page.ts';
import { route } from '../core/route.ts';
import { shownTime, shownTimeOrNull } from '../store/index.ts';
import type { Counts } from './run.ts';
import { listProfiles, removeProfile, saveProfile } from './profiles.ts';
import { importBrokerFile, importBrokerPdf } from './service.ts';
import type { ImportRunRow } from './tables.ts';
import { undoImport } from './undo.ts';

function presentRun(row: ImportRunRow) {
  const { counts, warnings, file_hash: _, ...rest } = row;
  return {
    ...rest,
    // Written by `ImportRun` from these very types.
    kind: row.kind as ImportKind,
    status: row.status as ImportStatus,
    // Runs of earlier versions knew no events and no look-alikes.
    events_imported: 0,
    look_alikes: 0,
    ...(JSON.parse(counts) as Omit<Counts, 'events_imported' | 'look_alikes'> & Partial<Counts>),
    warnings: JSON.parse(warnings) as string[],
    started_at: shownTime(row.started_at),
    finished_at: shownTime(row.finished_at),
    undone_at: shownTimeOrNull(row.undone_at),
  };
}

export const importRoutes = [
  route(contract.imports.brokerCsv, ({ body }, call) => importBrokerFile(call, body)),
  route(contract.imports.brokerPdf, ({ body }, call) => importBrokerPdf(call, body)),
  route(contract.imports.list, ({ query }, { db }) => {
    let runs = db.selectFrom('import_runs');
    if (query.account_id !== undefined) runs = runs.where('account_id', '=', query.account_id);
    if (query.kind !== undefined) runs = runs.where('kind', '=', query.kind);
    return pageOf(runs, query, (rows) => rows.selectAll().orderBy('started_at', 'desc').orderBy('run_id'), presentRun);
  }),
  route(contract.imports.get, async ({ params, query }, { db }) => {
    const run = await db.selectFrom('import_runs').selectAll().where('run_id', '=', params.run_id).executeTakeFirst();
    if (!run) throw notFound('import', params.run_id);
    const notes = await pageOf(
      db.selectFrom('import_notes').where('run_id', '=', params.run_id),
      query,
      (rows) => rows.select(['row', 'outcome', 'message', 'ref']).orderBy('id'),
      (note) => ({ ...note, outcome: note.outcome as ImportOutcome }),
    );
    return { ...presentRun(run), notes };
  }),
  route(contract.imports.undo, ({ params, query }, call) => undoImport(call, params.run_id, query.discard_own_work)),
  route(contract.imports.profiles, (_, { db }) => listProfiles(db, 'broker')),
  route(contract.imports.saveProfile, ({ params, body }, call) => saveProfile(call, 'broker', params.name, body)),
  route(contract.imports.removeProfile, ({ params }, call) => removeProfile(call, 'broker', params.name)),
];
