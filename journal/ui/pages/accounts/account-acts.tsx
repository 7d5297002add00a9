// What can be done with one account: update, archive, restore, empty, delete.
import { type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { AskDialog } from '../../components/ask-first.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { onlyChanged } from '../../components/form-values.ts';
import { Menu } from '../../components/menu.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { type Account, accountFields } from './account.ts';

type Balance = Parameters<typeof api.accounts.recordBalance>[0]['body'];

export function AccountActs({ account }: { readonly account: Account }): ReactNode {
  const { account_id, name, is_archived } = account;
  const params = { account_id };
  if (is_archived)
    return (
      <span className="page-tools">
        <Act act={() => api.accounts.unarchive({ params })} changes="account">
          Restore
        </Act>
        <DeleteAccount account={account} />
      </span>
    );
  return (
    <span className="page-tools">
      <Menu of={name}>
        <FormDialog
          button="Balance"
          about={`of ${name}`}
          title={`Balance of ${name}`}
          changes="account"
          fields={[
            { name: 'balance', label: 'Balance', kind: 'number', required: true },
            { name: 'snapshot_datetime', label: 'Date (empty: now)', kind: 'date' },
          ]}
          save={(values) => api.accounts.recordBalance({ params, body: values as unknown as Balance })}
        />
        <History account={account} />
        <FormDialog
          button="Edit"
          about={name}
          title={`Edit ${name}`}
          changes="account"
          fields={accountFields(account)}
          save={(_values, changed) => {
            const whole = { ...changed, institution: String(changed['institution'] ?? '') };
            return api.accounts.update({ params, body: onlyChanged(whole, changed) });
          }}
        />
        <Act act={() => api.accounts.archive({ params })} changes="account">
          Archive
        </Act>
        <DeleteAccount account={account} />
      </Menu>
    </span>
  );
}

function DeleteAccount({ account }: { readonly account: Account }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Delete<span className="visually-hidden"> {account.name}</span>
      </button>
      {open && <GoneDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

/** An account with trades is deleted only with a place for them, and the person sees which. */
function GoneDialog({ account, onClose }: { readonly account: Account; readonly onClose: () => void }): ReactNode {
  const { account_id, name } = account;
  const params = { account_id };
  const found = useEndpoint('accounts', 'get', { params });
  if (found.data === undefined)
    return (
      <Dialog title={`Delete ${name}?`} onClose={onClose}>
        <WhenLoaded query={found} height={80}>
          {() => null}
        </WhenLoaded>
      </Dialog>
    );
  const executions = found.data.execution_count;
  const ask = { button: 'Delete', title: `Delete ${name}?`, changes: 'account', onClose };
  if (executions === 0)
    return (
      <AskDialog {...ask} act={() => api.accounts.remove({ params })}>
        It has no trades. Its balances are deleted too.
      </AskDialog>
    );
  return (
    <AskDialog {...ask} act={() => api.accounts.reassignTrades({ params })}>
      Its trades ({executions === 1 ? 'one execution' : `${count(executions)} executions`}) move to the account
      SYSTEM_DEFAULT, and {name} is deleted with its balances. This cannot be undone; archiving can.
    </AskDialog>
  );
}

function History({ account }: { readonly account: Account }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        History<span className="visually-hidden"> of {account.name}</span>
      </button>
      {open && (
        <Dialog title={`Balances of ${account.name}`} onClose={() => setOpen(false)}>
          <Balances accountId={account.account_id} />
        </Dialog>
      )}
    </>
  );
}

function Balances({ accountId }: { readonly accountId: string }): ReactNode {
  const balances = useEndpoint('accounts', 'balances', { params: { account_id: accountId }, query: { limit: 100 } });
  return (
    <WhenLoaded query={balances} height={160}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>No balance recorded yet.</Empty>
        ) : (
          <Table
            label="Balances"
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              { name: 'When', cell: ({ datetime }) => moment(datetime), text: true },
              { name: 'Balance', cell: ({ balance, currency }) => <Amount value={balance} currency={currency} /> },
            ]}
          />
        )
      }
    </WhenLoaded>
  );
}
