// Correcting an execution.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { instantOf } from '../../amount/time.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { api } from '../../client/client.ts';
import { type Execution, fieldsOf } from './execution-fields.ts';

interface EditProps {
  readonly execution: Execution;
  readonly zone: string;
}

export function EditExecution({ execution, zone }: EditProps): ReactNode {
  const accounts = useAccountOptions();
  const fields = fieldsOf(execution, { accounts, zone });
  const params = { exec_id: execution.exec_id };
  return (
    <FormDialog
      button="Edit"
      title={`Execution in ${nameTrade(execution)}`}
      changes="trade"
      form={`trade:${execution.exec_id}`}
      fields={fields}
      save={async (_values, changed) => {
        const { time } = changed;
        const body = typeof time === 'string' ? { ...changed, time: instantOf(time, zone) } : changed;
        if (Object.keys(body).length > 0) await api.trades.patch({ params, body });
      }}
    />
  );
}
