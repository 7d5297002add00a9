// Correcting an execution, or taking it out of the book.
import type { ReactNode } from 'react';
import { instantOf } from '../../amount/time.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAccountOptions } from '../../service/accounts.ts';
import { api } from '../../service/client.ts';
import { type Execution, fieldsOf } from './execution-fields.ts';

interface EditProps {
  readonly execution: Execution;
  readonly zone: string;
  /** When it was the only one of its trade. */
  readonly onGone?: () => void;
}

export function EditExecution({ execution, zone, onGone }: EditProps): ReactNode {
  const accounts = useAccountOptions();
  const fields = fieldsOf(execution, { accounts, zone });
  const params = { exec_id: execution.exec_id };
  return (
    <>
      <FormDialog
        button="Edit"
        title={`Execution ${execution.exec_id}`}
        changes="trade"
        form={`trade:${execution.exec_id}`}
        fields={fields}
        save={async (_values, changed) => {
          const { time } = changed;
          const body = typeof time === 'string' ? { ...changed, time: instantOf(time, zone) } : changed;
          if (Object.keys(body).length > 0) await api.trades.patch({ params, body });
        }}
      />
      <AskFirst
        button="Delete"
        title="Delete this execution?"
        act={() => api.trades.remove({ params })}
        changes="trade"
        {...(onGone && { onDone: onGone })}
      >
        Its review, its tags and its images go with it. It can be taken back from the bin for 30 days.
      </AskFirst>
    </>
  );
}
