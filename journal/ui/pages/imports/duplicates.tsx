// Rows that look like rows the book has from another source: the person says whether they are the same.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Decision = Parameters<typeof api.imports.decide>[0]['body']['decisions'][number]['decision'];
type Row = Answer<'imports', 'lookAlikes'>['items'][number];

export function PossibleDuplicates({ runId }: { readonly runId: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Review possible duplicates
      </button>
      {open && (
        <Dialog title="Duplicate or new?" onClose={() => setOpen(false)} wide>
          <Decisions runId={runId} />
        </Dialog>
      )}
    </>
  );
}

function Decisions({ runId }: { readonly runId: string }): ReactNode {
  const params = { run_id: runId };
  const rows = useEndpoint('imports', 'lookAlikes', { params, query: { undecided: true, limit: 200 } });
  const decide = useMutation<unknown, Problem, { readonly rows: readonly Row[]; readonly decision: Decision }>({
    mutationFn: ({ rows: which, decision }) =>
      api.imports.decide({ params, body: { decisions: which.map(({ row }) => ({ row, decision })) } }),
    onSettled: () => void queries.invalidateQueries(),
  });
  const buttons = (which: readonly Row[], of: string) => (
    <span className="page-tools">
      {(['same', 'new'] as const).map((decision) => (
        <button
          key={decision}
          type="button"
          className="button"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ rows: which, decision })}
        >
          {decision === 'same' ? 'Duplicate' : 'New'}
          <span className="visually-hidden"> {of}</span>
        </button>
      ))}
    </span>
  );
  return (
    <WhenLoaded query={rows} height={160}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Empty>Everything is decided.</Empty>
        ) : (
          <>
            <p>
              Duplicates are left out; new rows are stored with the import. The decision applies to later files too.
            </p>
            {decide.error && <p role="alert">{decide.error.message}</p>}
            <Table
              label="Possible duplicates"
              rows={items}
              keyOf={({ row }) => row}
              columns={[
                { name: 'Row', cell: ({ row }) => row, text: true },
                { name: 'What', cell: ({ message }) => <span className="wrapped">{message}</span>, text: true },
                { name: 'Actions', silent: true, cell: (row) => buttons([row], `row ${row.row}`) },
              ]}
            />
            {items.length > 1 && (
              <p className="page-tools">
                {total > items.length ? `These ${items.length} of ${total}:` : `All ${items.length}:`}{' '}
                {buttons(items, 'all of them')}
              </p>
            )}
          </>
        )
      }
    </WhenLoaded>
  );
}
