// The imports, newest first; each can be inspected and undone.
import { useMutation } from '@tanstack/react-query';
import { importSource } from '@zorivest/vocabulary';
import { type ReactNode, useState } from 'react';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { AskDialog } from '../../components/ask-first.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { PossibleDuplicates } from './duplicates.tsx';
import { countsOf, RowTable } from './summary.tsx';

type Run = Answer<'imports', 'list'>['items'][number];

export function Log(): ReactNode {
  const runs = useEndpoint('imports', 'list', { query: { limit: 50 } });
  return (
    <WhenLoaded query={runs} height={120}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>Nothing has been imported yet.</Empty>
        ) : (
          <Table
            stacked="named"
            label="Import log"
            rows={items}
            keyOf={({ run_id }) => run_id}
            columns={[
              { name: 'When', cell: ({ finished_at }) => moment(finished_at), text: true },
              { name: 'File', cell: ({ file_name }) => file_name ?? '', text: true },
              { name: 'Format', cell: ({ source }) => importSource(source), text: true, minor: 'tablet' },
              { name: 'Account', cell: ({ account_id }) => <AccountName id={account_id} />, text: true },
              { name: 'New', cell: ({ imported }) => count(imported) },
              { name: 'Duplicates', cell: ({ duplicates }) => count(duplicates), minor: 'tablet' },
              { name: 'Unreadable', cell: ({ invalid }) => count(invalid), minor: 'tablet' },
              { name: 'Actions', silent: true, cell: (run) => <RunActs run={run} /> },
            ]}
          />
        )
      }
    </WhenLoaded>
  );
}

function RunActs({ run }: { readonly run: Run }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <span className="page-tools">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Details<span className="visually-hidden"> of {run.file_name ?? importSource(run.source)}</span>
      </button>
      {run.undone_at === null ? <Undo run={run} /> : 'undone'}
      {open && (
        <Dialog title={run.file_name ?? importSource(run.source)} onClose={() => setOpen(false)} wide>
          <Notes run={run} />
        </Dialog>
      )}
    </span>
  );
}

/** Asked a second time only when work of the person's own would go with it. */
function Undo({ run: { run_id } }: { readonly run: Run }): ReactNode {
  const [asking, setAsking] = useState<string | null>(null);
  const params = { run_id };
  const refresh = () => void queries.invalidateQueries();
  const undo = useMutation<unknown, Problem>({
    mutationFn: () => api.imports.undo({ params }),
    onError: (problem) => {
      if (problem.status === 409) setAsking(problem.message);
    },
    onSettled: refresh,
  });
  return (
    <>
      <button type="button" className="button" disabled={undo.isPending} onClick={() => undo.mutate()}>
        Undo
      </button>
      {undo.error && undo.error.status !== 409 && <span role="alert">{undo.error.message}</span>}
      {asking !== null && (
        <AskDialog
          button="Undo anyway"
          title="Undo your own edits too?"
          act={() => api.imports.undo({ params, query: { discard_own_work: true } })}
          changes="import"
          onDone={refresh}
          onClose={() => setAsking(null)}
        >
          {asking}
        </AskDialog>
      )}
    </>
  );
}

function Notes({ run }: { readonly run: Run }): ReactNode {
  const found = useEndpoint('imports', 'get', { params: { run_id: run.run_id }, query: { limit: 200 } });
  return (
    <>
      <p>{countsOf(run)}</p>
      <RowTable rows={run.rows} />
      {run.look_alikes > 0 && run.undone_at === null && <PossibleDuplicates runId={run.run_id} />}
      {run.warnings.map((warning, i) => (
        <p key={i}>{warning}</p>
      ))}
      <WhenLoaded query={found} height={120}>
        {({ notes }) =>
          notes.items.length === 0 ? (
            <Empty>Every row was imported.</Empty>
          ) : (
            <>
              <Table
                label="Rows with remarks"
                rows={notes.items.map((note, i) => ({ i, ...note }))}
                keyOf={({ i }) => i}
                columns={[
                  { name: 'Row', cell: ({ row }) => row ?? '–', text: true },
                  { name: 'Outcome', cell: ({ outcome }) => outcome.replaceAll('_', ' '), text: true },
                  { name: 'Why', cell: ({ message }) => <span className="wrapped">{message}</span>, text: true },
                ]}
              />
              {notes.total > notes.items.length && (
                <p className="quiet">{`The first ${count(notes.items.length)} of ${count(notes.total)}.`}</p>
              )}
            </>
          )
        }
      </WhenLoaded>
    </>
  );
}
