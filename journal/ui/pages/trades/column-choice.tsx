// Choosing the columns of the list of trades.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import type { Problem } from '../../client/problem.ts';
import { columns, USUAL } from './columns.ts';
import { saveColumns, useColumns } from './use-columns.ts';

export function ColumnChoice(): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Columns
      </button>
      {open && <Chooser onClose={() => setOpen(false)} />}
    </>
  );
}

function Chooser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const shown = useColumns();
  const save = useMutation<void, Problem, readonly string[]>({ mutationFn: saveColumns, onSuccess: onClose });
  return (
    <Dialog title="Columns" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          save.mutate(columns.filter(({ id }) => form.get(id) === 'on').map(({ id }) => id));
        }}
      >
        <div className="choices">
          {columns.map(({ id, name }, i) => (
            <label key={id}>
              <input
                type="checkbox"
                name={id}
                autoFocus={i === 0}
                defaultChecked={shown.some((column) => column.id === id)}
              />{' '}
              {name}
            </label>
          ))}
        </div>
        {save.error && <p role="alert">{save.error.message}</p>}
        <p className="page-tools">
          <button type="submit" className="button main" disabled={save.isPending}>
            Save
          </button>
          <button type="button" className="button" disabled={save.isPending} onClick={() => save.mutate(USUAL)}>
            Default columns
          </button>
        </p>
      </form>
    </Dialog>
  );
}
