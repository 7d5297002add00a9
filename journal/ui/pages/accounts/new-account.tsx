import type { ReactNode } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { api } from '../../client/client.ts';
import { accountFields, type NewAccount as Body } from './account.ts';

/** Opens an account, wherever one is needed. */
export function NewAccount({ onOpened }: { readonly onOpened?: (accountId: string) => void }): ReactNode {
  return (
    <FormDialog
      button="New account"
      title="New account"
      main
      changes="account"
      fields={accountFields()}
      save={async (values) => {
        const { account_id } = await api.accounts.create({ body: values as unknown as Body });
        onOpened?.(account_id);
      }}
    />
  );
}
