// Taking back what one request did, out of the bin.
import { type ReactNode, useState } from 'react';
import { Act } from './act.tsx';
import { api } from '../client/client.ts';

interface UndoChangeProps {
  readonly undo: { readonly bin_id: number | null; readonly why_not: string | null };
  /** What the button says. */
  readonly children?: ReactNode;
  readonly onDone?: () => void;
}

/** The service reports when it cannot: something changed since, or it was undone already. */
export function UndoChange({ undo: { bin_id, why_not }, children = 'Undo', onDone }: UndoChangeProps): ReactNode {
  const [done, setDone] = useState(false);
  if (done) return <span role="status">Undone.</span>;
  if (bin_id === null) return <span className="quiet">Cannot be undone: {why_not}.</span>;
  return (
    <Act
      act={() => api.bin.restore({ params: { id: bin_id } })}
      changes="trade"
      onDone={() => {
        setDone(true);
        onDone?.();
      }}
    >
      {children}
    </Act>
  );
}
