// Uploads previewed and imported: one, or several of one kind in one run.
import type { contract, HandlerInput, ReceivedFile } from '@zorivest/contract';
import type { ImportKind } from '@zorivest/vocabulary';
import { bankSource } from './bank-source.ts';
import { type Call, conflict, invalidField, shownTime, withoutUndefined } from '@zorivest/store';
import { brokerSource, pdfSource } from './broker-source.ts';
import { recognise } from './recognise.ts';
import { runImport } from './service.ts';
import type { Progress, Source } from './source.ts';
import { type Upload, UPLOAD_HOURS, type Uploads } from './uploads.ts';

export interface UploadParts {
  readonly uploads: Uploads;
  readonly events: { emit(type: 'import', data: Record<string, unknown>): void };
}

export async function takeUploads(call: Call, { uploads }: UploadParts, files: readonly ReceivedFile[]) {
  const known = [];
  for (const file of files) known.push({ file, found: await recognise(call, file) });
  const rows = await uploads.add(
    call,
    known.map(({ file, found }) => ({ file, kind: found.kind })),
  );
  return {
    uploads: known.map(({ file, found }, at) => ({
      ...found,
      accounts: [...found.accounts],
      sheets: [...found.sheets],
      id: rows[at]?.upload_id ?? '',
      name: file.name,
      size: file.size,
      expires_at: shownTime(new Date(call.now().getTime() + UPLOAD_HOURS * 3600 * 1000).toISOString()),
    })),
  };
}

type About = HandlerInput<typeof contract.imports.importUpload>['body'];

export async function importUploads(
  call: Call,
  { uploads, events }: UploadParts,
  uploadId: string,
  about: About,
  preview: boolean,
) {
  const first = await uploads.get(call, uploadId);
  const others: Upload[] = [];
  for (const id of about.uploads) if (id !== uploadId) others.push(await uploads.get(call, id));
  const kinds = new Set([first, ...others].map((file) => kindOf(file, about)));
  if (kinds.size > 1)
    throw conflict('these files are of different kinds (broker, PDF, bank): import each kind in a run of its own');
  const all = [first, ...others];
  const progress = progressOf(all, preview, (data) => events.emit('import', data));
  const sources: [Source, ...Source[]] = [await sourceOf(call, first, about, progress(first))];
  for (const other of others) sources.push(await sourceOf(call, other, about, progress(other)));
  const summary = await runImport(
    call,
    sources,
    { ...about, preview },
    (made, { movements }) => ({ ...made, movements: [...movements] }),
    async (run) =>
      uploads.imported(
        run.scope,
        all.map(({ id }) => id),
        run.id,
      ),
  );
  // What is only tried is not done.
  call.afterCommit(() =>
    events.emit('import', { upload_id: uploadId, stage: 'done', preview, run_id: summary.run_id }),
  );
  return summary;
}

/** As its columns say, unless somebody has looked at the table and says otherwise. */
function kindOf({ kind, name }: Pick<Upload, 'kind' | 'name'>, about: About): ImportKind {
  if (about.kind === undefined || about.kind === kind) return kind;
  if (kind === 'broker_pdf')
    throw invalidField(
      'kind',
      `must be left out: ${JSON.stringify(name)} is a PDF, and only a table can be the other kind`,
    );
  return about.kind;
}

/** What reads a file, by what it is. */
export async function sourceOf(
  call: Call,
  file: ReceivedFile & Pick<Upload, 'kind'>,
  about: About,
  progress: Progress,
): Promise<Source> {
  const options = withoutUndefined({
    account_id: about.account_id,
    profile: about.profile,
    time_zone: about.time_zone,
    sheet: about.sheet,
  });
  const readers = {
    broker_pdf: () => pdfSource(call, { ...options, file }),
    bank: async () => (await bankSource(call, { ...options, file }, progress)).source,
    broker_csv: () => brokerSource(call, { ...options, file }, progress),
  } satisfies Partial<Record<ImportKind, () => Promise<Source>>>;
  const kind = kindOf(file, about);
  return kind === 'broker_pdf' || kind === 'bank' ? readers[kind]() : readers.broker_csv();
}

/** Progress is reported every this many bytes, not for every piece. */
const STEP = 1024 * 1024;

function progressOf(all: readonly Upload[], preview: boolean, tell: (data: Record<string, unknown>) => void) {
  const bytes_total = all.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let reported = 0;
  return ({ id, name, size }: Upload): Progress => {
    let begun = false;
    let base = 0;
    return (read) => {
      if (!begun) {
        begun = true;
        base = before;
        before += size;
      }
      // The text of a workbook is longer than the workbook.
      const done = base + Math.min(read, size);
      if (done - reported < STEP && read < size) return;
      reported = done;
      tell({ upload_id: id, file_name: name, stage: 'reading', preview, bytes_read: done, bytes_total });
    };
  };
}
