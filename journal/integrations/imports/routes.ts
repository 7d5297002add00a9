import { contract } from '@zorivest/contract';
import { nameByIsin } from '@zorivest/records';
import { type RowTable, tableHead } from '@zorivest/imports';
import type { ImportKind, ImportOutcome, ImportStatus } from '@zorivest/vocabulary';
import { conflict, type Home, notFound, pageOf, route, shownTime, shownTimeOrNull } from '@zorivest/store';
import { decide, listPossibleDuplicates } from './decide.ts';
import type { Counts } from './run.ts';
import { listProfiles, removeProfile, saveProfile } from './profiles.ts';
import { brokerSource, pdfSource } from './broker-source.ts';
import { listInstruments } from './names.ts';
import { headOf } from './recognise.ts';
import { presentRows, runImport } from './service.ts';
import { statedOf } from './stated.ts';
import type { ImportRunRow } from './tables.ts';
import { undoImport } from './undo.ts';
import { importUploads, takeUploads, type UploadParts } from './upload-imports.ts';
import { Uploads } from './uploads.ts';
import { openTable } from './workbook.ts';

function presentRun(row: ImportRunRow) {
  const { counts, row_counts, warnings, file_hash: _, ...rest } = row;
  return {
    ...rest,
    // Written by `ImportRun` from these very types.
    kind: row.kind as ImportKind,
    status: row.status as ImportStatus,
    ...(JSON.parse(counts) as Counts),
    rows: presentRows(JSON.parse(row_counts) as RowTable),
    warnings: JSON.parse(warnings) as string[],
    started_at: shownTime(row.started_at),
    finished_at: shownTime(row.finished_at),
    undone_at: shownTimeOrNull(row.undone_at),
  };
}

interface Parts extends Pick<UploadParts, 'events'> {
  readonly home: Pick<Home, 'uploads' | 'approvals'>;
}

export const importRoutes = ({ home, events }: Parts) => {
  const uploads = new Uploads(home);
  return [...statementRoutes, ...uploadRoutes({ uploads, events }), ...logRoutes(uploads)] as const;
};

const statementRoutes = [
  route(contract.imports.brokerCsv, async ({ body }, call) =>
    runImport(call, [await brokerSource(call, body)], body, (summary) => summary),
  ),
  route(contract.imports.brokerPdf, async ({ body }, call) =>
    runImport(call, [await pdfSource(call, body)], { ...body, accept: false }, (summary) => summary),
  ),
  route(contract.imports.instruments, ({ query }, { db }) => listInstruments(db, query)),
  route(contract.imports.nameInstrument, ({ params, body }, call) => nameByIsin(call, params.isin, body.instrument)),
  route(contract.imports.profiles, (_, { db }) => listProfiles(db, 'broker')),
  route(contract.imports.saveProfile, ({ params, body }, call) => saveProfile(call, 'broker', params.name, body)),
  route(contract.imports.removeProfile, ({ params }, call) => removeProfile(call, 'broker', params.name)),
] as const;

const uploadRoutes = (parts: UploadParts) =>
  [
    route(contract.imports.upload, ({ body }, call) => takeUploads(call, parts, body.files)),
    route(contract.imports.uploadTable, async ({ params, query }, call) => {
      const { file } = await openTable(await parts.uploads.get(call, params.upload_id), query.sheet);
      const head = tableHead(await headOf(file));
      if (head === null) throw conflict('this file is not a table of rows and columns, so there are no columns to map');
      return head;
    }),
    route(contract.imports.previewUpload, ({ params, body }, call) =>
      importUploads(call, parts, params.upload_id, body, true),
    ),
    // The upload is complete: its sender may look at the result later.
    route(
      contract.imports.importUpload,
      ({ params, body }, call) => importUploads(call, parts, params.upload_id, body, false),
      { outlivesCaller: true },
    ),
  ] as const;

const logRoutes = (uploads: Uploads) =>
  [
    route(contract.imports.list, ({ query }, { db }) => {
      let runs = db.selectFrom('import_runs');
      if (query.account_id !== undefined) runs = runs.where('account_id', '=', query.account_id);
      if (query.kind !== undefined) runs = runs.where('kind', '=', query.kind);
      return pageOf(
        runs,
        query,
        (rows) => rows.selectAll().orderBy('started_at', 'desc').orderBy('run_id'),
        presentRun,
      );
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
    route(contract.imports.stated, ({ params, query }, { db }) => statedOf(db, params.run_id, query)),
    route(contract.imports.lookAlikes, ({ params, query }, { db }) => listPossibleDuplicates(db, params.run_id, query)),
    route(contract.imports.decide, ({ params, body }, call) => decide(call, params.run_id, body.decisions)),
    route(contract.imports.undo, async ({ params, query }, call) => {
      const undone = await undoImport(call, params.run_id, query.discard_own_work);
      await call.write(({ db }) => uploads.discardOf(call, db, params.run_id));
      return undone;
    }),
  ] as const;
