// A statement into the book: choose it, look at what it would do, import it, take it back.
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Choice } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { queries, useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import type { Problem } from '../../service/problem.ts';

type Upload = Answer<'imports', 'upload'>['uploads'][number];
type Summary = Answer<'imports', 'previewUpload'>;

export function ImportsPage(): ReactNode {
  return (
    <Page title="Imports">
      <section className="card" aria-labelledby="new-import">
        <h2 id="new-import">Import statements</h2>
        <NewImport />
      </section>
      <section className="card" aria-labelledby="log">
        <h2 id="log">Log</h2>
        <Log />
      </section>
    </Page>
  );
}

function NewImport(): ReactNode {
  const id = useId();
  const accounts = useEndpoint('accounts', 'list');
  const [account, setAccount] = useState('');
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const chosen = account === '' ? accounts.data?.[0]?.account_id : account;
  const send = useMutation<readonly Upload[], Problem, readonly File[]>({
    mutationFn: async (files) => {
      // A page sends files as they are; the contract's type speaks of a program's.
      const body = { file: files } as unknown as Parameters<typeof api.imports.upload>[0]['body'];
      return (await api.imports.upload({ body })).uploads;
    },
    onSuccess: (sent) => setUploads((before) => [...before, ...sent]),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) send.mutate([...event.dataTransfer.files]);
  };
  return (
    <div className="drop" onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <Choice
        label="Account"
        value={chosen ?? ''}
        onChange={(event) => setAccount(event.target.value)}
        options={(accounts.data ?? []).map(({ account_id, name }) => [account_id, name] as const)}
      />
      <div className="field">
        <label htmlFor={id}>Statements (CSV, XML, PDF, OFX …); or drop them here</label>
        <input
          id={id}
          type="file"
          multiple
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = '';
            if (files.length > 0) send.mutate(files);
          }}
        />
      </div>
      {send.isPending && <p aria-busy="true">Sending …</p>}
      {send.error && <p role="alert">{send.error.message}</p>}
      {uploads.map((upload) => (
        <Uploaded
          key={upload.id}
          upload={upload}
          account={chosen}
          onDone={() => {
            setUploads((before) => before.filter(({ id: other }) => other !== upload.id));
            void queries.invalidateQueries();
          }}
        />
      ))}
    </div>
  );
}

function Uploaded({
  upload,
  account,
  onDone,
}: {
  readonly upload: Upload;
  readonly account: string | undefined;
  readonly onDone: () => void;
}): ReactNode {
  const params = { upload_id: upload.id };
  const about = { ...(account !== undefined && { account_id: account }) };
  const preview = useEndpoint('imports', 'previewUpload', { params, body: about });
  const store = useMutation<Summary, Problem, string | undefined>({
    mutationFn: (review_id) =>
      api.imports.importUpload({
        params,
        body: { ...about, ...(review_id !== undefined && { accept: true, review_id }) },
      }),
    onSuccess: onDone,
  });
  return (
    <div className="card upload">
      <p>
        <strong>{upload.name}</strong> <span className="quiet">{upload.reason}</span>
      </p>
      <Loaded query={preview} height={80}>
        {(summary) => (
          <>
            <Counts summary={summary} />
            {summary.review !== null && <ReviewTable review={summary.review} />}
            {summary.warnings.length > 0 && (
              <ul>
                {summary.warnings.slice(0, 20).map((warning, i) => (
                  <li key={i}>{warning}</li>
                ))}
              </ul>
            )}
            {store.error && <p role="alert">{store.error.message}</p>}
            <button
              type="button"
              className="button main"
              disabled={store.isPending}
              onClick={() => store.mutate(summary.review?.review_id)}
            >
              Import
            </button>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Counts({ summary }: { readonly summary: Summary }): ReactNode {
  const parts: readonly (readonly [number, string])[] = [
    [summary.imported, 'new'],
    [summary.cash_imported, 'movements of cash'],
    [summary.events_imported, 'events'],
    [summary.duplicates, 'already there'],
    [summary.look_alikes, 'look alike'],
    [summary.invalid, 'unreadable'],
  ];
  return (
    <p>
      {parts
        .filter(([n]) => n > 0)
        .map(([n, name]) => `${count(n)} ${name}`)
        .join(' · ') || 'Nothing new in it.'}
    </p>
  );
}

function ReviewTable({ review }: { readonly review: NonNullable<Summary['review']> }): ReactNode {
  return (
    <>
      <p>This file is known by its shape only. Look whether it was understood:</p>
      <ul>
        {review.unclear.map((sentence, i) => (
          <li key={i}>{sentence}</li>
        ))}
      </ul>
      <Table
        label="How rows were understood"
        rows={review.samples.slice(0, 10)}
        keyOf={({ row }) => row}
        columns={[
          { name: 'Row', cell: ({ row }) => row, text: true },
          { name: 'In the file', cell: ({ before }) => pairs(before), text: true },
          { name: 'Understood as', cell: ({ after }) => pairs(after), text: true },
        ]}
      />
    </>
  );
}

const pairs = (row: Readonly<Record<string, unknown>>) =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');

function Log(): ReactNode {
  const runs = useEndpoint('imports', 'list', { query: { limit: 50 } });
  const undo = useMutation<unknown, Problem, string>({
    mutationFn: (run_id) => api.imports.undo({ params: { run_id } }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <Loaded query={runs} height={120}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>Nothing has been imported yet.</Empty>
        ) : (
          <>
            {undo.error && <p role="alert">{undo.error.message}</p>}
            <Table
              label="Import log"
              rows={items}
              keyOf={({ run_id }) => run_id}
              columns={[
                { name: 'When', cell: ({ finished_at }) => moment(finished_at), text: true },
                { name: 'File', cell: ({ file_name }) => file_name, text: true },
                { name: 'Format', cell: ({ source }) => source, text: true },
                { name: 'Account', cell: ({ account_id }) => account_id, text: true },
                { name: 'New', cell: ({ imported }) => count(imported) },
                { name: 'Already there', cell: ({ duplicates }) => count(duplicates) },
                { name: 'Unreadable', cell: ({ invalid }) => count(invalid) },
                {
                  name: 'Undo',
                  silent: true,
                  cell: ({ run_id, undone_at }) =>
                    undone_at === null ? (
                      <button
                        type="button"
                        className="button"
                        disabled={undo.isPending}
                        onClick={() => undo.mutate(run_id)}
                      >
                        Undo
                      </button>
                    ) : (
                      'taken back'
                    ),
                },
              ]}
            />
          </>
        )
      }
    </Loaded>
  );
}
