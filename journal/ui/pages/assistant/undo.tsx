// Taking back one change, by its number in the audit.
import { type ReactNode, useState } from 'react';
import { Act } from '../../parts/act.tsx';
import { api } from '../../service/client.ts';

/** The service says when it cannot: something changed since, or it was taken back already. */
export function UndoChange({ id }: { readonly id: number }): ReactNode {
  const [done, setDone] = useState(false);
  if (done) return <span role="status">Taken back.</span>;
  return (
    <Act act={() => api.audit.revert({ params: { id } })} changes="trade" onDone={() => setDone(true)}>
      Undo
    </Act>
  );
}
