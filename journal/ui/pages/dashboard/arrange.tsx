// Choosing what the dashboard shows and in which order, with buttons a keyboard reaches.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Problem } from '../../client/problem.ts';
import { type Arrangement, saveArrangement, useArrangement } from './arrangement.ts';
import { moveBy, orderBy } from './order.ts';

interface Part {
  readonly id: string;
  readonly title: string;
}

export function Arrange({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Arrange
      </button>
      {open && <ArrangeDialog parts={parts} onClose={() => setOpen(false)} />}
    </>
  );
}

function ArrangeDialog({
  parts,
  onClose,
}: {
  readonly parts: readonly Part[];
  readonly onClose: () => void;
}): ReactNode {
  const saved = useArrangement();
  const [{ order, hidden }, setChosen] = useState<Arrangement>(() => ({
    order: orderBy(
      parts.map(({ id }) => id),
      saved.order,
    ),
    hidden: saved.hidden,
  }));
  const save = useMutation<void, Problem, Arrangement>({ mutationFn: saveArrangement, onSuccess: onClose });
  const titles = new Map(parts.map(({ id, title }) => [id, title]));
  const toggle = (id: string) =>
    setChosen({ order, hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id] });
  return (
    <Dialog title="Arrange the dashboard" onClose={onClose}>
      <ol className="strip">
        {order.map((id, at) => (
          <li key={id} className="page-tools">
            <label className="grow">
              <input type="checkbox" checked={!hidden.includes(id)} autoFocus={at === 0} onChange={() => toggle(id)} />{' '}
              {titles.get(id)}
            </label>
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="button small"
                aria-label={`${titles.get(id)} ${by === -1 ? 'up' : 'down'}`}
                disabled={at + by < 0 || at + by >= order.length}
                onClick={() => setChosen({ order: moveBy(order, id, by), hidden })}
              >
                <Icon name={by === -1 ? 'up' : 'down'} />
              </button>
            ))}
          </li>
        ))}
      </ol>
      {save.error && <p role="alert">{save.error.message}</p>}
      <p className="page-tools">
        <button
          type="button"
          className="button main"
          disabled={save.isPending}
          onClick={() => save.mutate({ order, hidden })}
        >
          Save
        </button>
        <button
          type="button"
          className="button"
          disabled={save.isPending}
          onClick={() => save.mutate({ order: [], hidden: [] })}
        >
          Default layout
        </button>
      </p>
    </Dialog>
  );
}
