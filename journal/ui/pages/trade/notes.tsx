// Changing what was written on an execution.
import type { ReactNode } from 'react';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { api } from '../../service/client.ts';

export function EditNotes({ execId, notes }: { readonly execId: string; readonly notes: string | null }): ReactNode {
  return (
    <FormDialog
      button="Edit"
      title={`Notes of ${execId}`}
      changes="trade"
      fields={[{ name: 'notes', label: 'Notes', kind: 'long', value: notes }]}
      save={({ notes: text }) =>
        api.trades.patch({ params: { exec_id: execId }, body: { notes: typeof text === 'string' ? text : null } })
      }
    />
  );
}
