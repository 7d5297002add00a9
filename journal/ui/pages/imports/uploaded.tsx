// One file before it is stored: what it is, what it would do, and what the person has to say about it first.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { useLive } from '../../client/live-provider.tsx';
import { Choice, Field } from '../../components/field.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { queries, useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { isTable, MappedTable, type TableReading, useSaved } from './mapped.tsx';
import { progressOf } from './progress.ts';
import { useZone } from '../../client/zone.ts';
import { countsOf, Fates, Remarks, RowTable, type Summary, type Upload } from './summary.tsx';
import { namedValues, describeRow } from './understood.ts';

interface UploadedProps {
  readonly upload: Upload;
  readonly account: string | undefined;
  readonly onDone: (summary: Summary) => void;
  readonly onForget: () => void;
}

export function UploadCard({ upload, account, onDone, onForget }: UploadedProps): ReactNode {
  const params = { upload_id: upload.id };
  const saved = useSaved(upload);
  const [choice, setChoice] = useState<TableReading | null>(null);
  const reading = choice ?? saved;
  const [accounts, setAccounts] = useState<Readonly<Record<string, string>>>({});
  const [zone, setZone] = useState('');
  const [sheet, setSheet] = useState('');
  const body = {
    ...(account !== undefined && { account_id: account }),
    ...(isTable(upload) && reading !== null && { kind: reading.kind }),
    ...(reading !== null && reading.profile !== '' && { profile: reading.profile }),
    ...(Object.keys(accounts).length > 0 && { accounts }),
    ...(zone !== '' && { time_zone: zone }),
    ...(sheet !== '' && { sheet }),
  };
  const preview = useEndpoint('imports', 'previewUpload', { params, body }, { enabled: reading !== null });
  const store = useMutation<Summary, Problem, string | undefined>({
    mutationFn: (review_id) =>
      api.imports.importUpload({
        params,
        body: { ...body, ...(review_id !== undefined && { accept: true, review_id }) },
      }),
    // What still leaves something open was not stored: its review is shown again.
    onSuccess: (summary) =>
      summary.needs_review
        ? void queries.invalidateQueries({ queryKey: ['imports', 'previewUpload'] })
        : onDone(summary),
  });
  return (
    <div className="card upload">
      <p>
        <strong>{upload.name}</strong> <span className="quiet">{upload.reason}</span>
      </p>
      {isTable(upload) && reading !== null && <MappedTable upload={upload} reading={reading} onChange={setChoice} />}
      {upload.sheets.length > 1 && (
        <Choice
          label="Sheet"
          value={sheet}
          onChange={({ target }) => setSheet(target.value)}
          options={[['', 'Sheets with known columns'], ...upload.sheets.map((name) => [name, name] as const)]}
        />
      )}
      {upload.kind === 'broker_csv' && reading?.kind === 'broker_csv' && (
        <details>
          <summary>Different time zone</summary>
          <Field
            label="Time zone of the file, such as Europe/Berlin (empty: the format’s default)"
            defaultValue={zone}
            // Half a name of a zone is none.
            onBlur={({ target }) => setZone(target.value.trim())}
          />
        </details>
      )}
      <FileAccounts names={upload.accounts} chosen={accounts} onChoose={setAccounts} />
      <HowFar upload={upload} />
      <WhenLoaded query={preview} height={80}>
        {(summary) => (
          <>
            <Fates rows={summary.rows} />
            {summary.status !== 'failed' && <p>{countsOf(summary)}</p>}
            {summary.rows.read > 0 && <RowTable rows={summary.rows} />}
            {summary.review !== null && <ReviewTable review={summary.review} />}
            <Movements of={summary} />
            <Remarks
              summary={{ ...summary, warnings: summary.warnings.filter((warning) => warning !== upload.reason) }}
            />
            {store.data?.needs_review === true && (
              <p role="alert">Nothing is stored yet: answer the questions above first.</p>
            )}
            {store.error && <p role="alert">{store.error.message}</p>}
            <p className="page-tools">
              <button
                type="button"
                className="button main"
                disabled={store.isPending || summary.status === 'failed'}
                onClick={() => store.mutate(summary.review?.review_id)}
              >
                Import
              </button>
              <button type="button" className="button" disabled={store.isPending} onClick={onForget}>
                Discard
              </button>
            </p>
          </>
        )}
      </WhenLoaded>
    </div>
  );
}

/** A large file takes its time: how much of it has been read. */
function HowFar({ upload }: { readonly upload: Upload }): ReactNode {
  const { events } = useLive();
  const progress = progressOf(events, upload.id);
  if (progress === null) return null;
  const { read, total } = progress;
  return (
    <p>
      <progress value={read} max={total} aria-label={`Reading ${upload.name}`} />{' '}
      <span className="quiet">
        {plain(read / 1e6, 0)} of {plain(total / 1e6, 0)} MB
      </span>
    </p>
  );
}

interface FileAccountsProps {
  readonly names: readonly string[];
  readonly chosen: Readonly<Record<string, string>>;
  readonly onChoose: (chosen: Readonly<Record<string, string>>) => void;
}

/** Which account of the book each account of the file is; remembered for next time. */
function FileAccounts({ names, chosen, onChoose }: FileAccountsProps): ReactNode {
  const accounts = useAccountOptions();
  const known = new Set(accounts.map(([id]) => id));
  return names
    .filter((name) => !known.has(name))
    .map((name) => (
      <Choice
        key={name}
        label={`${name} in the file is`}
        value={chosen[name] ?? ''}
        onChange={({ target }) => {
          const { [name]: _before, ...others } = chosen;
          onChoose(target.value === '' ? others : { ...others, [name]: target.value });
        }}
        options={[['', 'As last time'], ...accounts]}
      />
    ));
}

/** Whether money goes the right way on the right day is seen before it is stored. */
function Movements({ of: { movements } }: { readonly of: Summary }): ReactNode {
  if (movements.length === 0) return null;
  return (
    <Table
      label="First bank transactions"
      rows={movements.map((movement, at) => ({ at, ...movement }))}
      keyOf={({ at }) => at}
      columns={[
        { name: 'Day', cell: ({ date }) => date, text: true },
        { name: 'What', cell: ({ description }) => <span className="wrapped">{description}</span>, text: true },
        { name: 'Amount', cell: ({ amount, currency }) => <Amount value={amount} currency={currency} result /> },
      ]}
    />
  );
}

function ReviewTable({ review }: { readonly review: NonNullable<Summary['review']> }): ReactNode {
  const hidden = useHidden();
  const zone = useZone();
  return (
    <>
      {review.unclear.length > 0 && (
        <ul aria-label="Needs attention">
          {review.unclear.map((sentence, i) => (
            <li key={i}>{sentence}</li>
          ))}
        </ul>
      )}
      {review.samples.length > 0 && (
        <>
          <p>Check how the rows were interpreted:</p>
          <Table
            stacked="named"
            label="Interpreted rows"
            rows={review.samples.slice(0, 10)}
            keyOf={({ row }) => row}
            columns={[
              { name: 'Row', cell: ({ row }) => `Row ${row}`, text: true },
              { name: 'In the file', cell: ({ before }) => (hidden ? HIDDEN : namedValues(before)), text: true },
              { name: 'Interpreted as', cell: ({ after }) => (hidden ? HIDDEN : describeRow(after, zone)), text: true },
            ]}
          />
        </>
      )}
    </>
  );
}
